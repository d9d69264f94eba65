"""Compare the behavior signature with the committed one, or write it again.

It may change only together with play: then the rules version changes, too, and old games are kept
as tests (see CONTRIBUTING.md).
"""

import sys
from pathlib import Path

from caboose.lab.signature import signature

FILE = Path(__file__).parent.parent / "SIGNATURE"


def main() -> None:
    """Write the signature, or with --check compare it."""
    now = signature()
    if "--check" not in sys.argv[1:]:
        FILE.write_text(now + "\n", "utf-8")
        print(f"{FILE.name} is {now}.")
    elif (kept := FILE.read_text("utf-8").strip()) != now:
        sys.exit(
            f"The signature is {now}, not {kept}: play has changed. If that is meant, raise"
            " RULES_VERSION, run `make signature` and say so in the changelog."
        )


if __name__ == "__main__":
    main()
