"""Learning: what the players' fitted numbers are made from, made again by one command.

`python -m caboose.learning` plays games, fits the belief and judges it; `make learn` runs it.
"""
