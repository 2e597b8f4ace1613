# SPDX-License-Identifier: Apache-2.0
"""A domain that lives as long as one run: commands find it by its name, as they find any other."""

import json
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from programs import ENDS_WITHIN_S, path_of
from subject_radio import Line, Radio

RUNNING = "running"


@pytest.fixture
def radio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Radio:
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    monkeypatch.setenv("ORBWEAVER_DOMAIN", "")
    return Radio(tmp_path)


def lines_until(process: subprocess.Popen[str], state: str) -> list[Line]:
    assert process.stdout is not None
    lines: list[Line] = []
    for text in process.stdout:
        lines.append(json.loads(text))
        if lines[-1].get("state") == state:
            return lines
    raise AssertionError(f"it never was {state}: {lines}")


def operate(radio: Radio, words: Sequence[str], status: int = 0) -> Any:
    """What the command says, as its JSON document."""
    done = subprocess.run(
        [path_of("orbweaver-control"), *words, "--json"],
        capture_output=True,
        text=True,
        check=False,
        timeout=ENDS_WITHIN_S,
        env=radio.environment,
    )
    assert done.returncode == status, done.stdout + done.stderr
    return json.loads(done.stdout)


def names(document: Any) -> list[str]:
    return [entry["name"] for entry in document["running"]]


def test_a_run_is_operated_without_an_option_and_ends_when_it_is_released(radio: Radio) -> None:
    with radio.running() as process:
        ready, *_ = lines_until(process, RUNNING)
        assert (ready["event"], ready["name"]) == ("ready", "radio")
        assert ready["domain_manager"].startswith("IOR:")
        assert names(operate(radio, ["apps"])) == ["radio"]
        shown = operate(radio, ["props", "radio/tx", "gain=2.5"])
        assert '"gain"' in json.dumps(shown)
        operate(radio, ["stop", "radio"])
        operate(radio, ["start", "radio"])
        operate(radio, ["release", "radio"])
        assert process.wait(ENDS_WITHIN_S) == 0
        assert process.stderr is not None
        assert process.stderr.read() == (
            "orbweaver-run: the application was released by another program; ending\n"
        )
    assert "no domain of this user runs" in json.dumps(operate(radio, ["apps"], status=2))


def test_two_runs_have_two_names(radio: Radio) -> None:
    with radio.running() as one, radio.running() as other:
        first = lines_until(one, RUNNING)[0]["name"]
        second = lines_until(other, RUNNING)[0]["name"]
        assert sorted((first, second)) == ["radio", "radio_2"]
        assert names(operate(radio, ["apps", "--domain", "radio_2"])) == ["radio"]
        ambiguous = json.dumps(operate(radio, ["apps"], status=2))
        assert "'radio', 'radio_2'" in ambiguous
        for entry in (one, other):
            entry.send_signal(signal.SIGTERM)
            assert entry.wait(ENDS_WITHIN_S) == 0


def test_the_files_of_a_run_are_those_of_its_user_and_stay(radio: Radio) -> None:
    with radio.running() as process:
        lines_until(process, RUNNING)
        before = sorted(radio.root.rglob("*"))
        refused = operate(radio, ["install", str(radio.sad), "--as", "/copy/"], status=1)
        assert refused
        assert sorted(radio.root.rglob("*")) == before
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDS_WITHIN_S) == 0
