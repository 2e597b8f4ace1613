# SPDX-License-Identifier: Apache-2.0
"""`orbweaver doctor`: check this machine and installation."""

from pathlib import Path
from typing import Annotated

import typer

from orbweaver.doctor.report import KEYS_HELP, report


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
    bin_folder: Annotated[
        Path | None, typer.Option("--bin", metavar="DIR", help="Folder of the programs.")
    ] = None,
    keys: Annotated[Path | None, typer.Option("--keys", metavar="FOLDER", help=KEYS_HELP)] = None,
) -> None:
    """Check this machine and this installation, and say how to fix what is wrong.

    Certificates, keys, rules and ports are those of the programs that run, as far as this user may
    see them, and of the services in /etc/orbweaver. Ends with status 1 if something does not work,
    or if another user can read or change what is private; what only costs accuracy is a warning.

    Examples:

        orbweaver doctor

        orbweaver doctor --json

        orbweaver doctor --keys keys
    """
    raise typer.Exit(report(bin_folder, as_json, keys))
