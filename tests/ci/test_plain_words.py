# SPDX-License-Identifier: Apache-2.0
"""tools/plain_words.py: words that make a comment a riddle are refused."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    subprocess.run(["git", "init", "-q"], cwd=tmp_path, check=True)
    return tmp_path


def complaints(tree: Path, file: str, text: str) -> list[str]:
    (tree / file).parent.mkdir(parents=True, exist_ok=True)
    (tree / file).write_text(text)
    command = [sys.executable, str(ROOT / "tools/plain_words.py"), str(tree)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (int(bool(lines)), "")
    return lines


def test_a_riddle_is_refused_with_its_line_and_what_to_write(tree: Path) -> None:
    assert complaints(tree, "a.hpp", "int a;\nint b;  // nobody reads it\n") == [
        'a.hpp:2: "nobody" in a comment: name the actor: no client, a thread'
    ]


@pytest.mark.parametrize(
    "text",
    [
        "/// Who waits is woken.",
        "// For whom it is",
        "// The caller is told.",
        "// Throws what it throws.",
        "// throws what the call raised",
        "// can be had",
        "// a line for people",
        "//!< ours",
    ],
)
def test_words_that_are_refused_in_a_comment(tree: Path, text: str) -> None:
    assert len(complaints(tree, "a.cpp", text + "\n")) == 1


@pytest.mark.parametrize(
    "text",
    [
        "// The caller, whose reply is late, sends no one-way call.",
        "// Throws what POA::activate_object throws.",
        'print("nobody was told");',
        "int who = 0;",
        "// https://example.org/nobody-knows is no comment's word: but this is\n",
    ],
)
def test_other_words_and_code_are_accepted(tree: Path, text: str) -> None:
    assert complaints(tree, "a.cpp", text.replace("nobody-knows", "x") + "\n") == []


def test_python_and_cmake_have_comments_too(tree: Path) -> None:
    assert complaints(tree, "a.py", "a = 1  " + "# nobody\n")
    (tree / "a.py").unlink()
    assert complaints(tree, "a.cmake", "# nobody\n")


HEADER = "sca/ports/face/orbweaver/ports/a.hpp"


@pytest.mark.parametrize(
    "text",
    ["/// Of a uses port.", "/// What is sent.", "/// It waits.", "/// The same.", "///Those."],
)
def test_a_contract_of_the_face_begins_with_the_thing_or_a_verb(tree: Path, text: str) -> None:
    (line,) = complaints(tree, HEADER, f"int a;\n{text}\nint b;\n")
    assert line.startswith(f"{HEADER}:2: a contract begins with ")


@pytest.mark.parametrize(
    "text",
    [
        "/// Sends a packet.\n/// What it returns is no beginning.",
        "/// The same object, whose calls end in time.",
        "// Of the thread that pushes:",
        "/// Items of a list.",
    ],
)
def test_other_beginnings_are_accepted(tree: Path, text: str) -> None:
    assert complaints(tree, HEADER, text + "\n") == []


def test_headers_of_the_inside_may_begin_as_they_like(tree: Path) -> None:
    assert complaints(tree, "orb/os/include/orbweaver/os/a.hpp", "/// Of a thread.\n") == []
