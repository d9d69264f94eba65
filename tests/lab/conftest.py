"""What the tests of the lab share."""

import pytest


@pytest.fixture(name="quick_workers")
def _quick_workers(monkeypatch):
    """Workers that start without waiting for compiled code."""
    monkeypatch.setenv("CABOOSE_INTERPRETED", "1")
