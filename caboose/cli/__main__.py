"""`python -m caboose.cli` is `caboose`."""

from caboose.cli import main

main()
