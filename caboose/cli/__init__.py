"""The command line: every command is a few lines that call the room that does the work."""

from caboose.cli import analyse, boards, bots, data, lab, ladders, play, remote, serve, verify
from caboose.cli.app import main

__all__ = [
    "analyse",
    "boards",
    "bots",
    "data",
    "lab",
    "ladders",
    "main",
    "play",
    "remote",
    "serve",
    "verify",
]
