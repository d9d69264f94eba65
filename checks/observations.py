"""Write the table of observations in docs/envs.md from the code."""

from pathlib import Path

from caboose.envs.observation_layout import write_table

FILE = Path(__file__).parent.parent / "docs" / "envs.md"
BEGIN, END = "<!-- observations: made by `python -m checks.observations` -->\n", "<!-- end -->\n"


def with_table(page: str) -> str:
    """The page with the table as the code has it now."""
    head, _, rest = page.partition(BEGIN)
    _, _, tail = rest.partition(END)
    return f"{head}{BEGIN}{write_table()}{END}{tail}"


def main() -> None:
    """Write the table again."""
    FILE.write_text(with_table(FILE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
