"""Measuring: how fast the engine is, how strong bots are, how boards play; and proving it."""
