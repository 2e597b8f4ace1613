"""Where the command `orbweaver` starts: an operator does not wait for what a measurement needs."""

import os
import sys

from orbweaver.cli.verbs import program_for


def main() -> None:
    """Become the operator's program if the words are for it; else run the whole command."""
    words = sys.argv[1:]
    if program := program_for(words):
        os.execv(program, [program, *words])
    from orbweaver.cli.main import main as run_all  # noqa: PLC0415

    run_all()
