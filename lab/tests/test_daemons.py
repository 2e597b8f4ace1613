"""`orbweaver domain` and `orbweaver node` become the programs, with every word as it was."""

import subprocess
import sys
from pathlib import Path

import pytest

SHOW = '#!/bin/sh\necho $$\nfor word; do echo "$word"; done\nexit 3\n'
WORDS = ["--name", "Radio", "-ORBendPoint", "giop:tcp:127.0.0.1:0", "x.dcd.xml", "--help"]


@pytest.mark.parametrize(
    ("command", "program"),
    [("domain", "orbweaver-domain-manager"), ("node", "orbweaver-device-manager")],
)
def test_the_command_becomes_the_program(command: str, program: str, tmp_path: Path) -> None:
    path = tmp_path / program
    path.write_text(SHOW)
    path.chmod(0o755)
    with subprocess.Popen(
        [sys.executable, "-m", "orbweaver", command, "--bin", str(tmp_path), *WORDS],
        stdout=subprocess.PIPE,
        text=True,
    ) as started:
        output, _ = started.communicate(timeout=60)
    assert output.splitlines() == [str(started.pid), *WORDS]
    assert started.returncode == 3


def test_a_program_that_is_missing_is_named(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "orbweaver", "node", "--bin", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "orbweaver-device-manager" in done.stderr
