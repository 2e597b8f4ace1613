# SPDX-License-Identifier: Apache-2.0
"""What programs say of words that they cannot read: one line, in the words of a user."""

import subprocess

import pytest
from programs import path_of


@pytest.mark.parametrize(
    ("program", "words", "said"),
    [
        ("run", ["x", "--plcement", "y"], "'--plcement' is no option (did you mean --placement?)"),
        ("run", ["x", "--pigeon=1"], "'--pigeon=1' is no option"),
        ("run", ["x", "y"], "'y' is one word too many"),
        ("run", ["x", "--seconds", "abc"], "--seconds: 'abc' is no number from 0 to 1000000000"),
        ("run", ["x", "--seconds"], "--seconds: its value is missing"),
        ("plan", ["x", "--placement"], "--placement: its value is missing"),
        ("plan", [], "WAVEFORM is required"),
        ("naming", ["x"], "'x' is one word too many"),
    ],
)
def test_words_that_cannot_be_read_are_one_plain_line(
    program: str, words: list[str], said: str
) -> None:
    done = subprocess.run(
        [path_of(f"orbweaver-{program}"), *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"orbweaver-{program}: {said}; see --help\n"


def test_an_option_of_a_verb_has_the_nearest_one_beside_it() -> None:
    done = subprocess.run(
        [path_of("orbweaver-control"), "apps", "--doman", "x"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert "'--doman' is no option (did you mean --domain?)" in done.stderr
