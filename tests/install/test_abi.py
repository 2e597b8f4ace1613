# SPDX-License-Identifier: Apache-2.0
"""What programs may link of liborbweaver.so, and whether old programs find it in a new one."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from installed import build_folder
from prefix import must, run
from programs import ROOT

ABI = ROOT / "tools/abi.py"
LIBRARY = build_folder() / "liborbweaver.so"
GONE = "class Radio { public: void tune(double); void stop(); };\nvoid Radio::stop() {}\n"
WHOLE = GONE + "void Radio::tune(double) {}\n"
MORE = WHOLE + "void mute() {}\n"

needs_abidiff = pytest.mark.skipif(not shutil.which("abidiff"), reason="abigail-tools is missing")


def abi(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return run(sys.executable, ABI, *words)


def test_the_list_of_symbols_is_that_of_the_library() -> None:
    done = abi(LIBRARY)
    assert (done.returncode, done.stdout) == (0, "")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    for file in ("packaging/symbols.txt", "docs/face.txt"):
        (tmp_path / file).parent.mkdir()
        shutil.copy(ROOT / file, tmp_path / file)
    return tmp_path


def test_a_symbol_that_is_gone_is_named(tree: Path) -> None:
    listed = tree / "packaging/symbols.txt"
    listed.write_text(listed.read_text() + "orbweaver::corba::gone()\n")
    done = abi("--tree", tree, LIBRARY)
    assert done.returncode == 1
    assert "-orbweaver::corba::gone()\n" in done.stdout
    assert "programs may use 1 symbols that are gone" in done.stdout


def test_a_symbol_that_is_new_is_named(tree: Path) -> None:
    listed = tree / "packaging/symbols.txt"
    first, rest = listed.read_text().split("\n", 1)
    listed.write_text(rest)
    done = abi("--tree", tree, LIBRARY)
    assert done.returncode == 1
    assert f"+{first}\n" in done.stdout
    assert "gone" not in done.stdout


def library(folder: Path, name: str, source: str) -> Path:
    (folder / f"{name}.cpp").write_text(source)
    made = folder / name / "libradio.so.1"
    made.parent.mkdir()
    must("g++", "-g", "-shared", "-fPIC", "-Wl,-soname,libradio.so.1", folder / f"{name}.cpp",
         "-o", made)  # fmt: skip
    return made


@needs_abidiff
@pytest.mark.parametrize(("source", "status"), [(WHOLE, 0), (MORE, 0), (GONE, 1)])
def test_an_old_program_misses_what_a_new_library_has_no_more(
    source: str, status: int, tmp_path: Path
) -> None:
    old = library(tmp_path, "old", WHOLE)
    done = abi("--old", old, library(tmp_path, "new", source))
    assert (done.returncode, done.stderr) == (status, "")
    assert ("tune" in done.stdout) == bool(status)


@needs_abidiff
def test_what_is_no_library_is_not_taken_for_one_that_fits(tmp_path: Path) -> None:
    text = tmp_path / "libradio.so"
    text.write_text("no library")
    assert abi("--old", text, LIBRARY).returncode == 2
