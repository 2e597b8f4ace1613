# SPDX-License-Identifier: Apache-2.0
"""What the ORBs of real programs say about what they chose."""

import os
import subprocess
import sys
from pathlib import Path

from orbweaver.model.schema import Choice, Run, Runs
from programs import path_of


def explained(folder: Path, *options: str) -> Run:
    """One short run of the lab's pipeline, as its result says."""
    programs = [path_of(f"orbweaver-{name}") for name in ("stage", "producer", "pipeline")]
    command = ["lab", "run", "exp7", "--packets", "20", "--work-ms", "0", "--explain"]
    said = subprocess.run(
        [sys.executable, "-m", "orbweaver", *command, *options, "--json", "-", "--out", folder],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "ORBWEAVER_BIN": str(programs[0].parent)},
    )
    assert said.returncode == 0, said.stderr
    (run,) = Runs.model_validate_json(said.stdout).pipelines
    return run


def choices_of(run: Run, component: str) -> list[Choice]:
    """What the ORB of one component said."""
    assert run.explanation is not None
    (found,) = (one.choices for one in run.explanation if one.component == component)
    return found


def choice(run: Run, component: str, what: str) -> Choice:
    """The one choice whose name begins so."""
    (found,) = (one for one in choices_of(run, component) if one.what.startswith(what))
    return found


def test_each_component_explains_its_orb_and_its_connection(tmp_path: Path) -> None:
    run = explained(tmp_path)
    assert choice(run, "producer", "private connection to shm:@").value == "shm"
    assert choice(run, "stage1", "lane depth").why == "the default"
    assert not [one for one in choices_of(run, "stage3") if "connection" in one.what]


def test_what_was_set_is_called_set(tmp_path: Path) -> None:
    run = explained(tmp_path, "--transport", "tcp", "--depth", "7")
    reported = choice(run, "producer", "private connection to tcp:127.0.0.1:")
    assert (reported.value, reported.why) == ("tcp", "set by -ORBtransport tcp")
    assert choice(run, "stage2", "lane depth").why == "set by -ORBlaneDepth 7"


def test_a_single_processor_is_noticed(tmp_path: Path) -> None:
    run = explained(tmp_path, "--cores", "1")
    assert choice(run, "stage1", "waiting").why.startswith("1 processor")


def test_components_of_one_process_share_their_orb(tmp_path: Path) -> None:
    run = explained(tmp_path, "--processes", "collocated")
    assert choices_of(run, "producer") == choices_of(run, "stage3")
    assert choice(run, "producer", "calls in this ORB").value == "one-way queued, two-way direct"
