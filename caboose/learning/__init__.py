"""Learning: what the players' fitted numbers are made from, made again by one command.

`python -m caboose.learning` plays games, fits what bots believe and the learned player, and judges
both; `make learn` runs it.
"""
