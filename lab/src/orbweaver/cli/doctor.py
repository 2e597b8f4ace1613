# SPDX-License-Identifier: Apache-2.0
"""`orbweaver doctor`: check this machine and installation."""

from pathlib import Path
from typing import Annotated

import typer

from orbweaver.doctor.report import report


def doctor(
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
    bin_folder: Annotated[
        Path | None, typer.Option("--bin", metavar="DIR", help="Folder of the programs.")
    ] = None,
) -> None:
    """Check this machine and this installation, and say how to fix what is wrong.

    Ends with status 1 if something does not work; what only costs accuracy is a warning.

    Examples:

        orbweaver doctor

        orbweaver doctor --json
    """
    raise typer.Exit(report(bin_folder, as_json))
