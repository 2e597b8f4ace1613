# SPDX-License-Identifier: Apache-2.0
"""What `.ci/run` says of a lane that failed: all that failed, and nothing that passed."""

import subprocess
import sys
from pathlib import Path

FAILURES = Path(__file__).parents[2] / ".ci" / "failures.py"

CTEST = """\
      Start 1: orb/Calls.come_back
1/3 Test #1: orb/Calls.come_back ......   Passed    0.00 sec
      Start 2: orb/Calls.are_counted
2/3 Test #2: orb/Calls.are_counted ....***Failed    0.01 sec
calls_test.cpp:12: Failure
Expected 3, saw 2
      Start 3: orb/Recording.is_read
3/3 Test #3: orb/Recording.is_read ....***Skipped   0.00 sec
67% tests passed, 1 tests failed out of 3
"""
PYTEST = """\
....F....                                       [ 90%]
=================================== FAILURES ===================================
____ test_that_it_holds ____
E       assert 1 == 2
=========================== short test summary info ============================
FAILED interop/test_table.py::test_that_it_holds
1 failed, 8 passed in 1.00s
x: Python tests in lab/
......                                          [100%]
"""
SIMULATOR = """\
ok      hosts: 4000 seeds in 3.0 s (1300 a second), 1 s of virtual time, 4 switches
FAILED  fleet seed 17 at commit abc: law "order" is broken: 2 before 1
  again: ./x sim --scenario fleet --seed 17
FAILED  fleet: 3999 seeds in 3.0 s (1300 a second), 1 s of virtual time, 4 switches
faults
           12  a packet was lost
states
            0  a node was away   TOO SELDOM
           35  a node was there
"""
ALONE = """\
rig_test.cpp:12: Failure
Expected 3, saw 2
[  FAILED  ] Rig.holds (0 ms)
[  PASSED  ] 4 tests.
"""


def said_of(tmp_path: Path, log: str, *options: str) -> str:
    path = tmp_path / "lane.log"
    path.write_text(log)
    done = subprocess.run(
        [sys.executable, FAILURES, *options, path], capture_output=True, text=True, check=True
    )
    return done.stdout


def test_a_failed_c_plus_plus_test_stands_with_what_it_printed(tmp_path: Path) -> None:
    said = said_of(tmp_path, CTEST)
    assert "orb/Calls.are_counted" in said
    assert "Expected 3, saw 2" in said
    assert "come_back" not in said
    assert "Recording" not in said


def test_a_failed_python_test_stands_with_its_trace_and_the_summary(tmp_path: Path) -> None:
    said = said_of(tmp_path, PYTEST)
    assert "assert 1 == 2" in said
    assert "FAILED interop/test_table.py" in said
    assert "%]" not in said


def test_a_compiler_s_error_and_the_verdict_stand(tmp_path: Path) -> None:
    wrong = ["FAILED: a.o", "a.cpp:1:2: error: no"]
    log = ["[1/2] Building a", *wrong, "[2/2] Building b", "x: failed: build"]
    assert said_of(tmp_path, "\n".join(log)).splitlines() == [*wrong, "x: failed: build"]


def test_of_a_log_of_no_known_kind_the_last_lines_stand(tmp_path: Path) -> None:
    said = said_of(tmp_path, "\n".join(f"line {number}" for number in range(100)))
    assert said.splitlines()[-1] == "line 99"
    assert len(said.splitlines()) == 40


def test_the_names_of_what_failed_stand_alone(tmp_path: Path) -> None:
    said = said_of(tmp_path, CTEST + PYTEST, "--names")
    assert said.splitlines() == [
        "orb/Calls.are_counted",
        "interop/test_table.py::test_that_it_holds",
    ]


def test_a_lane_without_a_failed_test_has_no_names(tmp_path: Path) -> None:
    assert said_of(tmp_path, "a.cpp:1:2: error: no\nx: failed: build\n", "--names") == ""


def test_a_broken_law_of_the_simulator_stands_with_its_seed(tmp_path: Path) -> None:
    said = said_of(tmp_path, SIMULATOR)
    assert 'law "order" is broken' in said
    assert "again: ./x sim --scenario fleet --seed 17" in said
    assert "a node was away   TOO SELDOM" in said
    assert "hosts" not in said
    assert "a packet was lost" not in said
    assert "a node was there" not in said
    names = said_of(tmp_path, SIMULATOR, "--names").splitlines()
    assert names == ["fleet seed 17", "a node was away"]


def test_a_test_program_that_runs_alone_names_its_failed_test(tmp_path: Path) -> None:
    assert "Expected 3, saw 2" in said_of(tmp_path, ALONE)
    assert said_of(tmp_path, ALONE, "--names").splitlines() == ["Rig.holds"]
