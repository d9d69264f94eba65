"""A table and everything around its game: opening, seats, the one path of a turn, its end."""
