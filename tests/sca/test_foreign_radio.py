# SPDX-License-Identifier: Apache-2.0
"""A radio with a component that is a program of another ORB, deployed by a domain of Orbweaver."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from programs import ENDS_WITHIN_S, ROOT, lines_of, path_of

PROFILES = ROOT / "tests/sca/foreign_radio"
PROGRAMS = {"ramp": "sca-ramp", "amplifier": "omniorb-amplifier", "tally": "sca-tally"}
PACKETS = 400

Line = dict[str, Any]


@pytest.fixture
def sad(tmp_path: Path) -> Path:
    """The radio's SAD, below a root with all of its programs."""
    root = tmp_path / "dom"
    shutil.copytree(PROFILES, root)
    for name, program in PROGRAMS.items():
        shutil.copy(path_of(program), root / "components" / name / name)
    return root / "waveforms/foreign.sad.xml"


def printed_by(component: str, lines: list[Line]) -> list[Line]:
    """The JSON lines that the component printed. omniORB warns where it finds no network."""
    own = [one for one in lines if one["event"] == "output" and one["component"] == component]
    texts = [str(one["line"]) for one in own]
    return [json.loads(text) for text in texts if not text.startswith("omniORB: ")]


def test_its_profiles_are_strictly_those_of_the_standard(sad: Path) -> None:
    done = subprocess.run(
        [path_of("orbweaver-check"), "--strict", sad], capture_output=True, text=True, check=False
    )
    assert done.stdout == "9 profiles: 0 errors, 0 warnings\n"
    assert done.returncode == 0


@pytest.mark.parametrize("placement", ["as-sad", "together"])
def test_samples_go_through_the_foreign_component_complete_and_in_order(
    sad: Path, placement: str
) -> None:
    done = subprocess.run(
        [path_of("orbweaver-run"), "--events", sad, "--placement", placement],
        capture_output=True,
        text=True,
        timeout=ENDS_WITHIN_S,
        check=False,
    )
    assert not done.stderr
    assert done.returncode == 0
    lines = lines_of(done.stdout)
    states = [one["state"] for one in lines if one["event"] == "application"]
    assert states == ["created", "running", "stopped", "released"]
    result, end = printed_by("tally", lines)
    assert end == {"event": "end_of_stream"}
    assert (result["stage"]["packets"], result["stage"]["wrong"]) == (PACKETS, 0)
    assert printed_by("amplifier", lines) == []
