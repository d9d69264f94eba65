"""Analyses of finished games: who may ask for one, and the processes that make them."""
