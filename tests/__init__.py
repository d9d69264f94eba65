"""The tests; what they are made with is told as closely as they are when it fails."""

import pytest

pytest.register_assert_rewrite("tests.support")
