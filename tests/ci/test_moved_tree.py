# SPDX-License-Identifier: Apache-2.0
"""`./x` in a tree that was copied or moved: it builds there, and leaves the old place alone."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

PROJECT = """\
cmake_minimum_required(VERSION 3.25)
project(small LANGUAGES NONE)
add_custom_target(written ALL COMMAND ${CMAKE_COMMAND} -E touch ${PROJECT_SOURCE_DIR}/built)
"""


def ready(tree: Path) -> None:
    """What `./x setup` leaves behind, without a package index."""
    python = tree / ".venv/bin/python"
    python.parent.mkdir(parents=True, exist_ok=True)
    python.unlink(missing_ok=True)
    python.symlink_to(shutil.which("python3") or "python3")
    (tree / ".venv/recipe").write_text(f"{tree}\n{(tree / 'lab/pyproject.toml').read_text()}")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A project as small as can be, with the real `x` and presets."""
    found = tmp_path / "first"
    (found / "lab").mkdir(parents=True)
    for name in ("x", "CMakePresets.json", "lab/pyproject.toml"):
        shutil.copy(ROOT / name, found / name)
    (found / "CMakeLists.txt").write_text(PROJECT)
    ready(found)
    return found


def build(tree: Path, **variables: str) -> str:
    clean = {k: v for k, v in os.environ.items() if k != "CMAKE_CXX_COMPILER_LAUNCHER"}
    done = subprocess.run(
        [tree / "x", "build"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**clean, "ORBWEAVER_SKIP_PACKAGES": "1", **variables},
    )
    assert done.returncode == 0, done.stderr
    return done.stderr


def test_a_copied_tree_builds_itself_and_not_the_original(tree: Path) -> None:
    assert "made for" not in build(tree)
    copied = tree.parent / "second"
    shutil.copytree(tree, copied, symlinks=True)
    ready(copied)
    for one in (tree, copied):
        (one / "built").unlink()
    found = copied / "build/release/found/input"
    found.parent.mkdir()
    found.touch()

    said = build(copied)

    (line,) = [line for line in said.splitlines() if line.startswith("x: ")]
    assert line == (
        f"x: build/release was made for {tree}, this tree is {copied}: build/release is made anew"
    )
    assert (copied / "built").exists()
    assert not (tree / "built").exists()
    assert found.exists()
    assert "made for" not in build(copied)


def test_ccache_compiles_where_it_is_installed(tree: Path, tmp_path: Path) -> None:
    ccache = tmp_path / "bin/ccache"
    ccache.parent.mkdir()
    ccache.symlink_to("/bin/true")
    build(tree, PATH=f"{ccache.parent}:{os.environ['PATH']}")
    assert (
        f"CMAKE_CXX_COMPILER_LAUNCHER:UNINITIALIZED={ccache}"
        in (tree / "build/release/CMakeCache.txt").read_text()
    )
