# SPDX-License-Identifier: Apache-2.0
"""Runs doxygen over headers that were filtered."""

import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent


def version_of_doxygen() -> str:
    """As "1.9.4". Versions write some declarations in other ways."""
    done = subprocess.run(["doxygen", "--version"], text=True, capture_output=True, check=True)
    return done.stdout.split()[0]


def run_doxygen(work: Path, settings: list[str]) -> None:
    """In `work`, where its input is and its output goes. Fails with what doxygen has to say."""
    lines = [
        f'@INCLUDE_PATH = "{HERE}"',
        "@INCLUDE = Doxyfile",
        f'STRIP_FROM_PATH = "{work}"',
        *settings,
    ]
    done = subprocess.run(
        ["doxygen", "-"],
        input="\n".join(lines),
        cwd=work,
        text=True,
        capture_output=True,
        check=False,
    )
    if done.returncode != 0:
        said = (done.stderr or done.stdout).replace(f"{work}/", "")
        raise SystemExit(f"{said}doxygen cannot read these comments")
