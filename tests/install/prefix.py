"""Runs what a user runs after `./x install`."""

import subprocess
from pathlib import Path

BUILT_WITHIN_S = 600


def run(*command: str | Path, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
    """One command, with what it printed and how it ended."""
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=BUILT_WITHIN_S, cwd=folder
    )


def must(*command: str | Path, folder: Path | None = None) -> str:
    """One command that has to succeed; gives what it printed."""
    done = run(*command, folder=folder)
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
    return done.stdout + done.stderr
