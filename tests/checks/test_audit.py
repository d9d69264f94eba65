"""What the tools of `make audit` say is read rightly, and silence is never taken for safety."""

from __future__ import annotations

import pytest

from checks.audit import NotAsked, client_holes, python_holes


def test_holes_are_named_with_their_packages() -> None:
    hole = '{"name": "h11", "version": "0.14.0", "vulns": [{"id": "CVE-2025-43859"}]}'
    well = '{"name": "rich", "version": "15.0.0", "vulns": []}'
    assert python_holes(f'{{"dependencies": [{hole}, {well}]}}') == ["h11 0.14.0: CVE-2025-43859"]
    assert client_holes('{"vulnerabilities": {"vite": {"severity": "high"}}}') == ["vite: high"]


SKIPPED = '{"dependencies": [{"name": "h11", "skip_reason": "Dependency not found on PyPI"}]}'
UNREACHED = ["", "[]", "Traceback", '{"message": "405 Method Not Allowed"}', SKIPPED]


@pytest.mark.parametrize("said", UNREACHED)
def test_a_list_that_cannot_be_asked_is_no_list_without_holes(said: str) -> None:
    for read in (python_holes, client_holes):
        with pytest.raises(NotAsked):
            read(said)
