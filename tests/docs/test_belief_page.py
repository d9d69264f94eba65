"""The page about the belief shows the published figures."""

from pathlib import Path

from caboose.learning.tables import FIGURES, PAGE, fill_page, read_figures

ROOT = Path(__file__).parents[2]


def test_the_tables_are_those_of_the_figures() -> None:
    text = (ROOT / PAGE).read_text("utf-8")
    figures = read_figures(ROOT / FIGURES)
    assert set(figures) == {"likelihood", "calibration"}
    assert fill_page(text, figures) == text
    assert "| itself | all |" in text
