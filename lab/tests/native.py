# SPDX-License-Identifier: Apache-2.0
"""The native program `orbweaver`, and stand-ins for the programs that it becomes."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
BUILT = Path(os.environ.get("ORBWEAVER_BIN", ROOT / "build/release/bin")) / "orbweaver"
"""Read before a test changes the environment."""


def native() -> Path:
    """Where the build puts it; skips the test if it is not there."""
    if not BUILT.exists():
        pytest.skip(f"orbweaver is not built: {BUILT} does not exist")
    return BUILT


def start(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """The command as a user starts it."""
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env=os.environ | environment
    )


def add_stand_in(program: Path) -> Path:
    """It notes its words in the file that is given back, and ends with the status in STATUS."""
    words = program.parent.parent / f"words of {program.name}"
    program.parent.mkdir(parents=True, exist_ok=True)
    program.write_text(
        f"#!{sys.executable}\nimport json, os, sys\n"
        f"open({str(words)!r}, 'w').write(json.dumps(sys.argv[1:]))\n"
        "status = int(os.environ.get('STATUS', 0))\n"
        "os.kill(os.getpid(), -status) if status < 0 else sys.exit(status)\n"
    )
    program.chmod(0o755)
    return words


def installed(prefix: Path) -> Path:
    """The installed command, with a stand-in for all that is written in Python."""
    command = prefix / "bin/orbweaver"
    command.parent.mkdir(parents=True)
    command.write_bytes(native().read_bytes())
    command.chmod(0o755)
    python = prefix / "lib/orbweaver/launcher.py"
    (python.parent / "packages").mkdir(parents=True)
    python.write_text("import json, sys\nprint(json.dumps(sys.argv[1:]))\n")
    return command
