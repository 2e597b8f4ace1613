# SPDX-License-Identifier: Apache-2.0
"""Where the command `orbweaver` of a source tree starts: most commands are native programs.

This becomes the program `orbweaver`, as an installation has it, for all that is not written in
Python. It imports nothing that takes long: an operator does not wait for what a measurement needs.
"""

import os
import signal
import sys
from contextlib import suppress

from orbweaver.cli.names import COMMANDS

PROGRAM = "orbweaver"
IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)


def main() -> None:
    """Become the native program if the words are for it; else run the part in Python."""
    words = sys.argv[1:]
    if not words or words[0] not in COMMANDS:
        _become(_native(), words)
    try:
        from orbweaver.cli.main import main as run_all  # noqa: PLC0415
    except ModuleNotFoundError:
        if words[:1] != ["doctor"]:
            raise
        from orbweaver.doctor.report import main as doctor  # noqa: PLC0415

        sys.exit(doctor(words[1:]))  # it says what is missing, and needs none of it
    run_all()


def _become(program: str, words: list[str]) -> None:
    """Return if it cannot be started: the part in Python says why."""
    before = [(entry, signal.signal(entry, signal.SIG_DFL)) for entry in IGNORED_BY_PYTHON]
    with suppress(OSError):
        os.execv(program, [program, *words])
    for entry, handler in before:
        signal.signal(entry, handler)


def _native() -> str:
    """As orbweaver.run.programs says: of the environment, the source tree, or the prefix."""
    chosen = os.environ.get("ORBWEAVER_BIN")
    if chosen:
        return f"{chosen}/{PROGRAM}"
    root = os.path.realpath(__file__)
    for _ in range(5):
        root = os.path.dirname(root)
    if os.path.isfile(root + "/peers/CONTRACT.md"):
        return f"{root}/build/release/bin/{PROGRAM}"
    return f"{os.path.dirname(root)}/bin/{PROGRAM}"
