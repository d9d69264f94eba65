"""A game in a terminal: one person, bots in the other seats, and games told in words."""
