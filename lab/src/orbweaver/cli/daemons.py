"""`orbweaver domain` and `orbweaver node`: a domain manager and a device manager, until SIGTERM.

The programs know the options, and take this process over: a supervisor's signals reach them.
"""

import os
import sys
from collections.abc import Callable
from typing import Annotated

import typer

from orbweaver.cli.options import Bin
from orbweaver.run import programs

DAEMONS = {
    "domain": ("orbweaver-domain-manager", "Run a domain until SIGTERM; --help: its options."),
    "node": ("orbweaver-device-manager", "Run a node from its DCD until SIGTERM; --help: options."),
}
WORDS_AS_THEY_ARE = {"ignore_unknown_options": True, "allow_extra_args": True}


def add_daemons(app: typer.Typer) -> None:
    """Add a command for each daemon; --help of each is the program's."""
    for name, (program, does) in DAEMONS.items():
        app.command(name, help=does, add_help_option=False, context_settings=WORDS_AS_THEY_ARE)(
            _command(program)
        )


def _command(program: str) -> Callable[..., None]:
    def command(
        words: Annotated[list[str] | None, typer.Argument(metavar="WORD...")] = None,
        bin_folder: Bin = None,
    ) -> None:
        path = str(programs.locate(program, bin_folder))
        sys.stdout.flush()
        os.execv(path, [path, *(words or [])])

    return command
