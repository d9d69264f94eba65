"""Measuring: how fast the engine is, and what it does."""
