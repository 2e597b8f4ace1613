# SPDX-License-Identifier: Apache-2.0
"""The one-process programs of the waveforms, as `fm-receive` and `ax25-receive`."""

import subprocess
from pathlib import Path

from orbweaver.problems import BadInput, JobFailed

TIMEOUT_S = 600.0


def run_program(words: list[str | Path]) -> str:
    """A program's standard output. Status 2 is bad input, and its line says which."""
    name = Path(words[0]).name
    try:
        done = subprocess.run(
            [str(word) for word in words],
            capture_output=True, text=True, errors="replace", check=False,
            stdin=subprocess.DEVNULL, timeout=TIMEOUT_S,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise JobFailed(f"{name} was not done in {TIMEOUT_S:.0f} s") from None
    if done.returncode == 0:
        return done.stdout
    line = (done.stderr.strip().splitlines() or [f"{name} ended with status {done.returncode}"])[-1]
    raise (BadInput if done.returncode == 2 else JobFailed)(line)
