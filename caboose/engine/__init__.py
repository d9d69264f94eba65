"""The rules engine: exact, fast, without clock, files, network or randomness of its own."""
