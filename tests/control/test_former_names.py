# SPDX-License-Identifier: Apache-2.0
"""Names that programs had until 0.2: each says the new one, and does what it did."""

import json
import subprocess
from pathlib import Path

import pytest
from programs import path_of

WITHIN_S = 120


def run(program: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [path_of(program), *words], capture_output=True, text=True, check=False, timeout=WITHIN_S
    )


@pytest.mark.parametrize(
    ("former", "name"),
    [
        ("orbweaver-domain-manager", "orbweaver-domain"),
        ("orbweaver-device-manager", "orbweaver-node"),
    ],
)
def test_a_former_name_is_the_program_after_one_line(former: str, name: str) -> None:
    done = run(former, "--help")
    assert (done.returncode, done.stdout) == (0, run(name, "--help").stdout)
    assert done.stderr == f"{former} is called {name} now\n"


def test_a_sad_is_run_as_orbweaver_domain_did_it(tmp_path: Path) -> None:
    """In JSON lines."""
    done = run("orbweaver-domain", "--root", tmp_path, tmp_path / "none.sad.xml")
    first, *words = done.stderr.splitlines()
    assert first == "orbweaver-domain: a SAD is run by orbweaver-run now"
    failures = [json.loads(line) for line in done.stdout.splitlines()]
    assert {failure["event"] for failure in failures} == {"failure"}
    assert words == [f"orbweaver-run: {failure['line']}" for failure in failures]
    assert done.returncode == 2


def test_a_sad_is_planned_as_orbweaver_domain_did_it(tmp_path: Path) -> None:
    done = run("orbweaver-domain", tmp_path / "none.sad.xml", "--plan", "--json")
    first, *words = done.stderr.splitlines()
    assert first == "orbweaver-domain: a SAD is run by orbweaver-plan now"
    assert words
    assert all(word.startswith("orbweaver-plan: ") for word in words)
    assert done.returncode == 2


def test_the_daemon_runs_no_sad() -> None:
    """Its options have none: what is no option is refused."""
    done = run("orbweaver-domain", "radio.xml")
    assert done.returncode == 2
    assert "radio.xml" in done.stderr
