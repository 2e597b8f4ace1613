# SPDX-License-Identifier: Apache-2.0
"""What domain and node write for a person at a terminal: words, where a program gets JSON."""

import os
import pty
import subprocess
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from programs import path_of


def lines_of(descriptor: int) -> Iterator[str]:
    """The lines until the program ends, as reading of a closed terminal fails."""
    with os.fdopen(descriptor, encoding="utf-8", newline="") as terminal:
        try:
            yield from (line.rstrip("\r\n") for line in terminal)
        except OSError:
            return


@contextmanager
def at_a_terminal(
    folder: Path, program: str
) -> Generator[tuple[subprocess.Popen[bytes], Iterator[str]]]:
    ours, theirs = pty.openpty()
    environment = os.environ | {"XDG_RUNTIME_DIR": str(folder), "ORBWEAVER_DOMAIN": ""}
    with subprocess.Popen(
        [path_of(program)], stdout=theirs, stderr=theirs, env=environment
    ) as process:
        os.close(theirs)
        try:
            yield process, lines_of(ours)
        finally:
            process.kill()


@pytest.mark.parametrize(
    ("program", "began", "ended"),
    [
        ("orbweaver-domain", "the domain 'Orbweaver' is ready", "the domain has ended"),
        ("orbweaver-node", "the node 'this_machine' waits: ", "the node 'this_machine' has ended"),
    ],
)
def test_a_terminal_gets_words(tmp_path: Path, program: str, began: str, ended: str) -> None:
    seen: list[str] = []
    with at_a_terminal(tmp_path, program) as (process, lines):
        for line in lines:
            seen.append(line)
            if line.startswith(f"{program}: {began}"):
                process.terminate()
    assert process.returncode == 0
    assert seen[-1] == f"{program}: {ended}"
    assert [line for line in seen if not line.startswith(f"{program}: ") or "IOR:" in line] == []
