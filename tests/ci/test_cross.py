# SPDX-License-Identifier: Apache-2.0
"""`./x cross`: its words and its presets agree, and its runner counts each test once."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
TOOL = ROOT / "tools/cross"
PRESETS: dict[str, list[dict[str, Any]]] = json.loads((ROOT / "CMakePresets.json").read_text())
BOARDS = [each["name"] for each in PRESETS["configurePresets"] if each.get("inherits") == "cross"]

# As GoogleTest: three tests are listed; the second ends the program, the third fails.
SUITE = """\
import json, os, sys
words = sys.argv[1:]
if "--gtest_list_tests" in words:
    print("ASuite.\\n  passes\\n  dies  # GetParam() = 1\\n  fails\\n  DISABLED_waits")
    sys.exit(0)
report = next(word for word in words if word.startswith("--gtest_output=json:")).split(":", 1)[1]
chosen = next(word for word in words if word.startswith("--gtest_filter=")).split("=", 1)[1]
done = []
for name in chosen.split(":"):
    print(f"[ RUN      ] {name}", flush=True)
    if name.endswith("dies"):
        os._exit(3)
    test = {"classname": "ASuite", "name": name.split(".")[1], "result": "COMPLETED"}
    if name.endswith("fails"):
        test["failures"] = [{"failure": "1 is not 2"}]
    print(f"[  {'FAILED' if name.endswith('fails') else '     OK'} ] {name} (0 ms)", flush=True)
    done.append(test)
with open(report, "w") as file:
    json.dump({"testsuites": [{"testsuite": done}]}, file)
"""


def x(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [ROOT / "x", "cross", *words], capture_output=True, text=True, check=False
    )


def run_suite(tree: Path, skipped: str) -> subprocess.CompletedProcess[str]:
    for name, text in (("build/s390x/bin/a_test", SUITE), ("tools/cross/skipped.txt", skipped)):
        (tree / name).parent.mkdir(parents=True)
        (tree / name).write_text(text)
    command = [sys.executable, TOOL / "run_tests.py", tree, "s390x", sys.executable, "a_test"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("board", BOARDS)
def test_a_preset_and_its_toolchain_are_for_one_machine(board: str) -> None:
    text = (ROOT / f"cmake/toolchains/{board}.cmake").read_text()
    assert f"set(ORBWEAVER_BOARD {board})" in text
    for kind in ("buildPresets", "testPresets"):
        assert {"name": board, "configurePreset": board}.items() <= next(
            each for each in PRESETS[kind] if each["name"] == board
        ).items()
    triplet = re.search(r"set\(ORBWEAVER_TRIPLET (.*)\)", text)
    qemu = re.search(r"set\(ORBWEAVER_QEMU (.*)\)", text)
    assert triplet and qemu
    row = rf"{board}\) +compiler=g\+\+-{re.escape(triplet[1])} qemu={qemu[1]} ;;"
    assert re.search(row, (TOOL / "verb.sh").read_text())


def test_every_toolchain_has_a_preset() -> None:
    files = {file.stem for file in (ROOT / "cmake/toolchains").glob("*.cmake")} - {"debian"}
    assert set(BOARDS) == files
    assert files


def test_its_help_names_every_machine() -> None:
    done = x("--help")
    assert done.returncode == 0
    assert done.stderr == ""
    assert all(board in done.stdout for board in BOARDS)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["mips"], "x: cross takes arm64, armhf or s390x, not 'mips'\n"),
        ([], "x: cross takes arm64, armhf or s390x, not ''\n"),
        (["armhf", "fly"], "x: cross armhf takes sysroot, build, test or interop, not 'fly'\n"),
    ],
)
def test_another_word_is_refused_in_a_line_before_anything_is_installed(
    words: list[str], line: str
) -> None:
    refused = x(*words)
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", line)


def test_a_test_that_ends_its_program_fails_and_those_behind_it_run(tmp_path: Path) -> None:
    done = run_suite(tmp_path, "# none\n")
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert lines[1].split() == ["a_test", "1", "0", "0", "2"]
    assert "failed: a_test: ASuite.dies: the program ended with status 3" in lines
    assert "failed: a_test: ASuite.fails: 1 is not 2" in lines


def test_a_program_that_does_not_start_fails(tmp_path: Path) -> None:
    (tmp_path / "tools/cross").mkdir(parents=True)
    (tmp_path / "tools/cross/skipped.txt").write_text("")
    command = [sys.executable, TOOL / "run_tests.py", tmp_path, "s390x", sys.executable, "a_test"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1, done.stderr
    lines = done.stdout.splitlines()
    assert lines[2].split() == ["all", "0", "0", "0", "1"]
    assert lines[3].startswith("failed: a_test: it lists no tests: ")
    assert "No such file" in lines[3]


def test_what_is_skipped_is_counted_with_its_reason(tmp_path: Path) -> None:
    listed = "s390x | a_test/*.dies | QEMU dies\nall | a_test/*.fails | none\narm64 | * | no\n"
    done = run_suite(tmp_path, listed)
    assert done.returncode == 0, done.stdout
    lines = done.stdout.splitlines()
    assert lines[2].split() == ["all", "1", "0", "2", "0"]
    assert lines[3:] == ["not run: 1: QEMU dies", "not run: 1: none"]


def test_no_whole_suite_is_skipped_and_each_line_has_a_reason() -> None:
    for line in (TOOL / "skipped.txt").read_text().splitlines():
        if not line or line.startswith("#"):
            continue
        where, pattern, why = (part.strip() for part in line.split("|", 2))
        assert where in (*BOARDS, "all")
        assert re.fullmatch(r"\w+/[^*]+\*?", pattern), f"too much: {pattern}"
        assert len(why.split()) > 2


def test_this_machine_calls_itself_as_it_would_another(tmp_path: Path) -> None:
    """Interoperation between machines, with programs of this one in both places."""
    here = Path(os.environ.get("ORBWEAVER_BIN", ROOT / "build/release/bin"))
    wanted = subprocess.run(
        [sys.executable, TOOL / "interop.py", "--programs"],
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    if not all((here / name).exists() for name in wanted):
        pytest.skip("its programs are not built")
    other = tmp_path / "other/bin"
    other.parent.mkdir()
    other.symlink_to(here)
    done = subprocess.run(
        [sys.executable, TOOL / "interop.py", here, other],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line for line in done.stdout.splitlines() if "passed" in line]
    assert len(rows) == 12
    assert all(re.search(r" [1-9]\d* passed +0 finer +0 failed$", row) for row in rows)
