"""Settings: what can be said, and a sentence for whatever cannot."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from caboose.server.settings import BadSetting, read_settings


def caboose(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "caboose.cli", *arguments],
        cwd=folder,
        env={**os.environ, "CABOOSE_INTERPRETED": "1", **environment},  # starts quicker
        capture_output=True,
        text=True,
        timeout=120,
    )


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("LOG_LEVEL", "loud", "'debug', 'info'"),
        ("ORIGINS", "caboose.example", "https://caboose.example"),
        ("ORIGINS", "https://caboose.example/games", "is no origin"),
        ("ORIGINS", '["https://x"', "begins as JSON"),
        ("ORIGINS", "[1]", "string"),
        ("PORT", "abc", "integer"),
        ("PORT", "70000", "65535"),
        ("BOT_PACE", "inf", "finite"),
        ("BEHIND_PROXY", "perhaps", "boolean"),
        ("STAND_IN", "nobodyknows", "no bot 'nobodyknows'"),
        ("STAND_IN", "./mybot.py", "no bot"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named_with_its_reason(
    name: str, value: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(f"CABOOSE_{name}", value)
    with pytest.raises(BadSetting) as error:
        read_settings()
    assert f"CABOOSE_{name} cannot be used" in str(error.value)
    assert words in str(error.value)


def test_every_command_says_a_bad_setting_in_one_sentence(tmp_path: Path) -> None:
    for command in (["serve", "--port", "0"], ["backup", "f"], ["restore", "f"]):
        ended = caboose(tmp_path, *command, CABOOSE_LOG_LEVEL="loud")
        assert ended.returncode == 2
        assert ended.stderr.startswith("caboose: the setting CABOOSE_LOG_LEVEL cannot be used")
        assert ended.stderr.count("\n") == 1
        assert ended.stdout == ""
    assert list(tmp_path.iterdir()) == []


def test_a_folder_of_boards_that_is_not_there_is_named(tmp_path: Path) -> None:
    ended = caboose(tmp_path, "serve", "--port", "0", "--boards", "mistyped")
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "mistyped is not a folder" in ended.stderr
    assert ended.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []  # no database was made, either


def test_a_list_is_written_with_commas_or_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    wanted = ["https://one.example", "http://two.example:8000"]
    for said in (", ".join(wanted), f'["{wanted[0]}/", "{wanted[1]}"]'):
        monkeypatch.setenv("CABOOSE_ORIGINS", said)
        assert read_settings().origins == wanted


def test_the_command_line_goes_before_the_environment_and_an_empty_variable_says_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CABOOSE_PORT", "9000")
    monkeypatch.setenv("CABOOSE_HOST", "")
    monkeypatch.setenv("CABOOSE_LOG_LEVEL", "WARNING")
    monkeypatch.setenv("CABOOSE_STAND_IN", "express")
    settings = read_settings(port=8001, host=None)
    assert (settings.port, settings.host) == (8001, "127.0.0.1")
    assert (settings.log_level, settings.stand_in) == ("warning", "express")
    assert read_settings().port == 9000
