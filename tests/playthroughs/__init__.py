"""Golden games, to be read: one for every edition and number of seats, and scenes of one rule each.

The text files are written by `make playthroughs` and read before they are kept. `playthrough`
plays, `telling` writes a game down and reads its moves back, `editions` and `scenes` say what is
played, `traveler` chooses in whole games.
"""
