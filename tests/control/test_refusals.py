# SPDX-License-Identifier: Apache-2.0
"""What programs say of words that they cannot read: one line, in the words of a user."""

import os
import subprocess
from pathlib import Path

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
        ("run", ["x", "--messaging", "pigeon"],
         "--messaging: 'pigeon' is none of {oneway,oneway-worker,twoway,twoway-worker,ordered}"),
        ("run", ["x", "--processes", "pigeon"],
         "'pigeon' is none of {separate,collocated}"),  # CLI11 names no hidden option
        ("plan", ["x", "--placement"], "--placement: its value is missing"),
        ("plan", [], "WAVEFORM is required"),
        ("events", ["--bogus"], "'--bogus' is no option"),
        ("events", [], "channel is required"),
        ("naming", ["x"], "'x' is one word too many"),
    ],
)  # fmt: skip
def test_words_that_cannot_be_read_are_one_plain_line(
    program: str, words: list[str], said: str
) -> None:
    done = subprocess.run(
        [path_of(f"orbweaver-{program}"), *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"orbweaver-{program}: {said}; see --help\n"


def test_what_only_the_part_in_python_has_is_said() -> None:
    words = ["x", "--debug", "a", "--debugger", "gdb"]
    done = subprocess.run(
        [path_of("orbweaver-run"), *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("orbweaver-run: --debugger is started by the part in Python")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("described", "said"),
    [
        (None, "name a waveform: X.sad.xml, or one of radio"),
        ("is_default = true\n", "radio.sad.xml"),
        ("is_default =\n", "radio.run.toml cannot be read: line 1"),
        ("is_default = true\n[recording]\nfile = 'x'\n", "radio.run.toml cannot be read"),
    ],
)
def test_no_waveform_is_named(described: str | None, said: str, tmp_path: Path) -> None:
    (tmp_path / "dom").mkdir()
    (tmp_path / "dom/radio.sad.xml").write_text("<no SAD")
    if described is not None:
        (tmp_path / "dom/radio.run.toml").write_text(described)
    done = subprocess.run(
        [path_of("orbweaver-run")],
        capture_output=True, text=True, check=False, env={**os.environ, "SDRROOT": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 2
    assert said in done.stderr


def test_an_option_of_a_verb_has_the_nearest_one_beside_it() -> None:
    done = subprocess.run(
        [path_of("orbweaver-control"), "apps", "--doman", "x"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr == (
        "orbweaver apps: '--doman' is no option (did you mean --domain?); see --help\n"
    )


@pytest.mark.parametrize(
    ("program", "words"), [("naming", []), ("events", ["channel"]), ("domain", [])]
)
def test_an_endpoint_that_is_none_is_refused_by_the_name_of_the_option_that_was_written(
    program: str, words: list[str], tmp_path: Path
) -> None:
    done = subprocess.run(
        [path_of(f"orbweaver-{program}"), *words, "--endpoint", "tcp"],
        capture_output=True, text=True, check=False,
        env=os.environ | {"XDG_RUNTIME_DIR": str(tmp_path)},
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith(f"orbweaver-{program}: --endpoint takes giop:tcp:HOST:PORT, ")
    assert done.stderr.endswith(", not 'tcp'\n")


def test_an_option_of_the_orb_keeps_its_name() -> None:
    done = subprocess.run(
        [path_of("orbweaver-node"), "-ORBendPoint", "tcp"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    assert done.stderr.startswith("orbweaver-node: -ORBendPoint takes giop:tcp:HOST:PORT, ")
