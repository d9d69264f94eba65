"""What the repository asks of itself, apart from the tests; run by `make check`."""
