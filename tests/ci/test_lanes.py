# SPDX-License-Identifier: Apache-2.0
"""Which lanes `.ci/run` runs: the sanitizers take turns by the state of the tree."""

import shutil
import subprocess
from pathlib import Path

import pytest

RUN = Path(__file__).parents[2] / ".ci" / "run"
BOTH_TURNS = {"lint test sim tsan", "lint test sim asan fuzz"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A checkout whose `x` does nothing."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(RUN, tmp_path / ".ci/run")
    x = tmp_path / "x"
    x.write_text("#!/bin/sh\n")
    x.chmod(0o755)
    git(tmp_path, "init", "-q")
    return tmp_path


def git(tree: Path, *words: str) -> None:
    subprocess.run(["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=tree, check=True)


def commit(tree: Path, text: str) -> None:
    (tree / "file").write_text(text)
    git(tree, "add", "-A")
    git(tree, "commit", "-qm", text)


def lanes(tree: Path, *words: str) -> str:
    done = subprocess.run(
        [".ci/run", *words], cwd=tree, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    head = ".ci/run: lanes: "
    return next(line for line in done.stderr.splitlines() if line.startswith(head))[len(head) :]


def test_one_state_of_the_tree_has_one_turn_and_other_states_have_the_other(tree: Path) -> None:
    seen: set[str] = set()
    for text in "abcdefghijklmnop":
        commit(tree, text)
        turn = lanes(tree)
        assert turn == lanes(tree)
        seen.add(turn)
    assert seen == BOTH_TURNS


def test_all_has_every_lane(tree: Path) -> None:
    commit(tree, "a")
    assert lanes(tree, "all") == "lint test sim tsan asan fuzz"


def test_lanes_that_are_named_run_alone(tree: Path) -> None:
    commit(tree, "a")
    assert lanes(tree, "sim", "fuzz") == "sim fuzz"


def test_an_unknown_lane_is_wrong_usage_that_lists_what_there_is(tree: Path) -> None:
    done = subprocess.run(
        [".ci/run", "slow"], cwd=tree, capture_output=True, text=True, check=False
    )
    assert done.returncode == 2
    assert (
        "unknown lane 'slow'; choose from: lint test sim tsan asan fuzz tidy, or all" in done.stdout
    )
