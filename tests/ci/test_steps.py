# SPDX-License-Identifier: Apache-2.0
"""What a verb of `x` says of its time: as long as when the same words last ran whole."""

import shutil
import subprocess
from pathlib import Path

import pytest

X = Path(__file__).parents[2] / "x"


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    shutil.copy(X, tmp_path / "x")
    return tmp_path


def verb(tree: Path, body: str) -> str:
    """Runs steps as a verb would; what they said."""
    script = f'source ./x help >/dev/null; begin_steps test; say_plan "tests" "an hour"; {body}'
    done = subprocess.run(
        ["bash", "-c", script], cwd=tree, capture_output=True, text=True, check=False
    )
    return done.stderr


def remember(tree: Path, *rows: str) -> None:
    folder = tree / "build/times/before"
    folder.mkdir(parents=True)
    (folder / "test.steps").write_text("".join(f"{row}\n" for row in rows))


def test_the_first_time_says_what_to_expect(tree: Path) -> None:
    assert verb(tree, "step one") == "x: tests; the first time takes an hour on two processors\n"


def test_later_each_long_step_says_how_long_it_took_and_what_is_left(tree: Path) -> None:
    remember(tree, "2.5\tsetup", "100.0\tbuild", "40.25\tC++ tests")
    assert verb(tree, 'step setup; step build; step "C++ tests"').splitlines() == [
        "x: tests; last time that took 142 s",
        "x: build: took 100 s last time; then 40 s to go",
        "x: C++ tests: took 40 s last time; then 0 s to go",
    ]


def test_a_verb_that_ends_well_is_remembered_and_one_that_fails_is_not(tree: Path) -> None:
    verb(tree, "step one; step two; exit 0")
    kept = tree / "build/times/before/test.steps"
    assert [line.split("\t")[1] for line in kept.read_text().splitlines()] == ["one", "two"]
    verb(tree, "step three; exit 1")
    assert "three" not in kept.read_text()
