# SPDX-License-Identifier: Apache-2.0
"""tools/licence_lines.py: each source file says its licence in its first line."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SAID = "SPDX-License-Identifier: Apache-2.0"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree of the same licence."""
    (tmp_path / "LICENSE").write_text((ROOT / "LICENSE").read_text())
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def add(tree: Path, file: str, text: str) -> Path:
    path = tree / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def run(tree: Path, verb: str) -> tuple[int, list[str]]:
    command = [sys.executable, str(ROOT / "tools/licence_lines.py"), verb, str(tree)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("orb/a.cpp", f"// {SAID}\n"),
        ("orb/a.hpp", f"// {SAID}\n"),
        ("idl/a.idl", f"// {SAID}\n"),
        ("peers/A.java", f"// {SAID}\n"),
        ("tools/a.py", f"# {SAID}\n"),
        ("cmake/a.cmake", f"# {SAID}\n"),
        ("sca/CMakeLists.txt", f"# {SAID}\n"),
        ("tests/models/a.pml", f"/* {SAID} */\n"),
    ],
)
def test_the_line_is_written_once_and_nothing_else_changes(
    tree: Path, file: str, line: str
) -> None:
    path = add(tree, file, "first\nsecond\n")
    assert run(tree, "--check") == (
        1, [f"{file}: says no licence: run tools/licence_lines.py --write"])  # fmt: skip
    assert run(tree, "--write") == (0, [])
    assert path.read_text() == line + "first\nsecond\n"
    assert run(tree, "--write") == (0, [])
    assert path.read_text() == line + "first\nsecond\n"
    assert run(tree, "--check") == (0, [])


def test_a_script_keeps_its_first_line_and_its_mode(tree: Path) -> None:
    path = add(tree, "x", "#!/bin/sh\necho\n")
    path.chmod(0o755)
    assert run(tree, "--write") == (0, [])
    assert path.read_text() == f"#!/bin/sh\n# {SAID}\necho\n"
    assert path.stat().st_mode & 0o777 == 0o755


@pytest.mark.parametrize(
    "file",
    [
        "idlc/golden/a.cpp",
        "orb/cdr/fuzz/corpus/values/a.py",
        "sca/profile/test/data/good/a.sh",
        "lab/src/orbweaver/scaffold/templates/a.cpp",
        "waveforms/a.sad.xml",
        "tests/sim/mutants/a.patch",
        "notes.txt",
    ],
)
def test_what_is_no_source_of_ours_stays_as_it_is(tree: Path, file: str) -> None:
    path = add(tree, file, "bytes\n")
    assert run(tree, "--check") == (0, [])
    assert run(tree, "--write") == (0, [])
    assert path.read_text() == "bytes\n"


def test_an_empty_file_needs_no_line(tree: Path) -> None:
    add(tree, "lab/__init__.py", "")
    assert run(tree, "--check") == (0, [])


def test_another_licence_is_reported_and_left(tree: Path) -> None:
    path = add(tree, "a.cpp", "// SPDX-License-Identifier: MIT\n")
    assert run(tree, "--write")[0] == 1
    assert run(tree, "--check") == (
        1, [f"a.cpp: says MIT in another way than: // {SAID}"])  # fmt: skip
    assert path.read_text() == "// SPDX-License-Identifier: MIT\n"


def test_files_that_git_ignores_are_left_out(tree: Path) -> None:
    add(tree, ".gitignore", "/build/\n")
    add(tree, "build/a.cpp", "made\n")
    assert run(tree, "--check") == (0, [])


def test_a_first_line_in_the_middle_of_a_file_is_none(tree: Path) -> None:
    add(tree, "a.py", f"import sys\n# {SAID}\n")
    (line,) = run(tree, "--check")[1]
    assert line.startswith("a.py: says Apache-2.0 in another way")
