# SPDX-License-Identifier: Apache-2.0
"""`./x times`: where the time of a verb went."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOOL = Path(__file__).parents[2] / "tools/times.py"
STARTED = 1_700_000_000.5

NINJA = """\
# ninja log v5
0\t90000\t1699999999000000000\told/CMakeFiles/a.dir/old.cpp.o\t1
0\t2000\t1700000002000000000\tCMakeFiles/orbweaver_cdr.dir/orb/cdr/src/encoder.cpp.o\t2
0\t5000\t1700000005000000000\tCMakeFiles/cdr_test.dir/orb/cdr/test/encoder_test.cpp.o\t3
0\t1500\t1700000002000000000\tpeers/omniorb/CMakeFiles/omniorb-stage.dir/stage.cpp.o\t4
5000\t5250\t1700000006000000000\tbin/cdr_test\t5
5000\t5250\t1700000006000000000\tcdr_test[1]_tests.cmake\t5
"""
CTEST = """\
<testsuite><testcase name="cdr/Decoder.reads" classname="cdr/Decoder.reads" time="0.5"/>
<testcase name="orb/Calls.work" classname="orb/Calls.work" time="2.5"/></testsuite>
"""
PYTEST = """\
<testsuites><testsuite><testcase classname="interop.test_table" name="test_all[tao]" time="7.25"/>
</testsuite></testsuites>
"""


@pytest.fixture
def build(tmp_path: Path) -> Path:
    folder = tmp_path / "build"
    (folder / "times").mkdir(parents=True)
    (folder / "release").mkdir()
    (folder / "release/.ninja_log").write_text(NINJA)
    (folder / "times/test.tsv").write_text(
        f"{STARTED}\n33.250000\tsetup: packages\n120.5\tbuild/release\n"
    )
    (folder / "times/C++ release.xml").write_text(CTEST)
    (folder / "times/Python tests.xml").write_text(PYTEST)
    return folder


def times(build: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, TOOL, build, *words], capture_output=True, text=True, check=False
    )


def lines_with(text: str, *words: str) -> list[str]:
    return [line for line in text.splitlines() if all(word in line for word in words)]


def test_steps_rooms_and_suites_have_their_lines(build: Path) -> None:
    out = times(build).stdout
    assert out.startswith("./x test, 2023-11-1")
    assert "154 s" in out.splitlines()[0]
    assert lines_with(out, "33.2", "setup: packages")
    assert lines_with(out, "2.0", "orb/cdr ", "encoder.cpp")
    assert lines_with(out, "5.0", "orb/cdr tests", "encoder_test.cpp")
    assert lines_with(out, "1.5", "peers/omniorb")
    assert lines_with(out, "0.5", "cdr", "Decoder.reads")
    assert lines_with(out, "7.2", "interop.test_table")


def test_what_was_built_before_is_left_out_and_one_command_counts_once(build: Path) -> None:
    out = times(build).stdout
    assert "old.cpp" not in out
    assert lines_with(out, "Built in build/release: 4 outputs, 9 s")
    assert lines_with(out, "0.2", "      1  ", "(linked, generated)")


def test_results_of_an_earlier_verb_are_left_out(build: Path) -> None:
    os.utime(build / "times/Python tests.xml", (1, 1))
    assert "interop" not in times(build).stdout


def test_a_verb_can_be_named(build: Path) -> None:
    (build / "times/run.tsv").write_text(f"{STARTED + 10}\n7.000000\tbuild/release: programs\n")
    assert times(build).stdout.startswith("./x run,")
    assert times(build, "test").stdout.startswith("./x test,")


def test_a_verb_that_never_ran_is_an_error_with_those_that_did(build: Path) -> None:
    done = times(build, "fuzz")
    assert done.returncode == 2
    assert done.stderr == "x times: ./x fuzz has not run in this tree; these have: test\n"


def test_nothing_ran_yet(tmp_path: Path) -> None:
    done = times(tmp_path)
    assert done.returncode == 2
    assert done.stderr == "x times: no verb of ./x has run in this tree yet\n"
