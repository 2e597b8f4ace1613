# SPDX-License-Identifier: Apache-2.0
"""Runs what a user runs after `./x install`."""

import shlex
import subprocess
from pathlib import Path

from programs import ROOT

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


def page_commands(name: str, prefix: Path, build: Path) -> tuple[list[str], list[str]]:
    """What the page has its reader type to build an example, with the places of this test."""
    lines = (ROOT / "docs/start/your-own-program.md").read_text().splitlines()
    begins = f"cmake -G Ninja -S examples/{name} "
    first = next(i for i, line in enumerate(lines) if line.startswith(begins))
    places = {f"/tmp/{name}": str(build), "/opt/orbweaver": str(prefix)}

    def typed(line: str) -> list[str]:
        for place, here in places.items():
            line = line.replace(place, here)
        return shlex.split(line)

    return typed(lines[first]), typed(lines[first + 1])


def build_example(name: str, prefix: Path, build: Path) -> Path:
    """One of examples/, built as its page says, without a warning; gives the folder."""
    configure, make = page_commands(name, prefix, build)
    must(*configure, folder=ROOT)
    said = must(*make, "-j", "2")
    assert "warning" not in said
    return build
