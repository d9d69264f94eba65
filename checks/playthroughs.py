"""Write the golden games in tests/playthroughs again; read what has changed before you keep it."""

import sys

from tests.playthroughs.everything import PLAYTHROUGHS
from tests.playthroughs.playthrough import FOLDER, Playthrough
from tests.playthroughs.telling import tell


def main() -> None:
    """Write them all, or those that are named; remove what is played no more."""
    named = set(sys.argv[1:])
    names = {playthrough.name for playthrough in PLAYTHROUGHS}
    if unknown := named - names:
        sys.exit(f"There is no playthrough {', '.join(sorted(unknown))}.")
    for playthrough in PLAYTHROUGHS:
        if not named or playthrough.name in named:
            write(playthrough)
    for file in FOLDER.glob("*.txt"):
        if file.stem not in names:
            file.unlink()
            print(f"{file.name} is no more.")


def write(playthrough: Playthrough) -> None:
    """Write one file, and say so if it has changed."""
    text = tell(playthrough, playthrough.start(), list(playthrough.play()))
    if not playthrough.file.exists() or playthrough.file.read_text("utf-8") != text:
        playthrough.file.write_text(text, "utf-8")
        print(f"{playthrough.file.name} has changed.")


if __name__ == "__main__":
    main()
