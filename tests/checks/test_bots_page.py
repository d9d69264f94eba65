"""The page of how good our bots are says what was found."""

from checks.bots_page import page


def found(bot: str, lost: float, brought: float) -> dict[str, object]:
    return {
        "edition": "london", "bot": bot, "games": 4, "accuracy": 80.2, "flagged": 0.051, "again": 6,
        "mean error": {"mean": lost, "error": 1.0}, "brought": {"mean": brought, "error": 2.0},
    }  # fmt: skip


def test_bots_are_told_from_the_one_that_loses_least_with_their_place_on_the_ladder():
    order = {"mean error": 0.5, "brought": 0.75, "win share lost": 1.0}
    bots = [found("racer", 20.4, -7.1), found("signalman:rollouts=400", 0.8, 3.7)]
    figures = {
        "bots": bots, "rank correlation": {"london": order}, "depth": "quick", "value": "abc",
        "command": "judge them",
    }  # fmt: skip
    told = page(figures)
    rows = [line for line in told.splitlines() if line.startswith("| `")]
    assert rows == [
        "| `signalman:rollouts=400` | 0.8 ± 1.0 | +3.7 ± 2.0 | 80 | 5.1 | 1.5 | – | 4 |",
        "| `racer` | 20.4 ± 1.0 | -7.1 ± 2.0 | 80 | 5.1 | 1.5 | 1500 | 4 |",
    ]
    assert "mean error 0.50, brought 0.75, points of win share lost 1.00" in told
    assert "`judge them`" in told
