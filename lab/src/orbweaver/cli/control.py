"""`orbweaver install`, `apps`, `start` and so on: what an operator does with a domain of SCA 2.2.2.

orbweaver-control does it, and knows the options; these commands find it and pass the words on. If
nothing is out of the ordinary, orbweaver.cli.entry has done so before.
"""

import subprocess
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from orbweaver.cli.options import Bin
from orbweaver.cli.verbs import PROGRAM, VERBS
from orbweaver.problems import JobFailed
from orbweaver.run import programs

ENDED_BY_ITSELF = (0, 1, 2)
WORDS_AS_THEY_ARE = {"ignore_unknown_options": True, "allow_extra_args": True}


def add_control(app: typer.Typer) -> None:
    """Add a command for each verb; --help of each is the program's."""
    for verb, does in VERBS.items():
        app.command(verb, help=does, add_help_option=False, context_settings=WORDS_AS_THEY_ARE)(
            _command(verb)
        )


def _command(verb: str) -> Callable[..., None]:
    def command(
        words: Annotated[list[str] | None, typer.Argument(metavar="WORD...")] = None,
        bin_folder: Bin = None,
    ) -> None:
        sys.stdout.flush()
        program = str(programs.locate(PROGRAM, bin_folder))
        done = subprocess.run([program, verb, *(words or [])], check=False)
        if done.returncode not in ENDED_BY_ITSELF:
            raise JobFailed(f"{PROGRAM} ended with status {done.returncode}")
        raise typer.Exit(done.returncode)

    return command
