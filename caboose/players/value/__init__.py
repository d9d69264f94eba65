"""The value of true positions, learned: for all seats, on any board."""
