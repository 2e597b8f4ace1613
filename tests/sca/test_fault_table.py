# SPDX-License-Identifier: Apache-2.0
"""The whole fault table: each step of creation and release with each way to fail.

`deploy_test` has it against a target that fails as it is asked; `domain_test` with real programs,
on the domain's machine and on nodes of other ORBs and processes, whose device managers and devices
fail, too, with and without a report of how programs end. Then applications live one after the other
with random faults, on one machine and on two nodes (ORBWEAVER_CYCLES: how many; ORBWEAVER_SEED:
which, on two nodes).
"""

import re
import subprocess

import pytest
from programs import path_of

TABLES = {
    "deploy_test": ("all/FaultTable.*:FaultTableSize.*:RandomFaults.*", 254),
    "domain_test": ("Steps/*", 219),
}
WITHIN_S = 1200


def run(program: str, names: str) -> str:
    done = subprocess.run(
        [path_of(program), f"--gtest_filter={names}"],
        capture_output=True, text=True, errors="replace", check=False, timeout=WITHIN_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("program", TABLES)
def test_each_step_and_each_way_to_fail_leaves_nothing_behind(
    program: str, capsys: pytest.CaptureFixture[str]
) -> None:
    names, least = TABLES[program]
    passed = re.search(r"\[  PASSED  \] (\d+) tests", run(program, names))
    assert passed
    with capsys.disabled():
        print(f"\nfault table of {program}: {passed[1]} rows")
    assert int(passed[1]) >= least


def test_cycles_with_random_faults_leave_everything_as_it_was(
    capsys: pytest.CaptureFixture[str],
) -> None:
    said = run("domain_test", "ManyLives.*:TwoNodes.*")
    lines = re.findall(r"^\d+ cycles (?:with random faults|on two nodes).*$", said, re.M)
    with capsys.disabled():
        print("", *lines, sep="\n")
    assert len(lines) == 2
