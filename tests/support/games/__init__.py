"""Whole games and positions: ways to play, samples, twins that look alike, fingerprints."""
