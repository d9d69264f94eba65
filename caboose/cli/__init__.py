"""The command line: every command is a few lines that call the room that does the work."""

from caboose.cli import boards, bots, lab, play, remote, serve, verify
from caboose.cli.app import main

__all__ = ["boards", "bots", "lab", "main", "play", "remote", "serve", "verify"]
