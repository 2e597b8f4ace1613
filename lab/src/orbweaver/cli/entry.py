"""Where the command `orbweaver` starts: an operator does not wait for what a measurement needs."""

import os
import signal
import sys
from contextlib import suppress

from orbweaver.cli.verbs import program_for

IGNORED_BY_PYTHON = (signal.SIGPIPE, signal.SIGXFSZ)


def main() -> None:
    """Become the operator's program if the words are for it; else run the whole command."""
    words = sys.argv[1:]
    if program := program_for(words):
        _become(program, words)
    from orbweaver.cli.main import main as run_all  # noqa: PLC0415

    run_all()


def _become(program: str, words: list[str]) -> None:
    """Return if it cannot be started: the whole command says why."""
    before = [(each, signal.signal(each, signal.SIG_DFL)) for each in IGNORED_BY_PYTHON]
    with suppress(OSError):
        os.execv(program, [program, *words])
    for each, handler in before:
        signal.signal(each, handler)
