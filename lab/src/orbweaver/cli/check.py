"""`orbweaver check`: every problem of SCA profiles at once; orbweaver-check finds them."""

import subprocess
import sys
from pathlib import Path
from typing import Annotated

import typer

from orbweaver.cli.options import Bin
from orbweaver.cli.output import check_writable
from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import programs

PROGRAM = "orbweaver-check"
ENDED_BY_ITSELF = (0, 1, 2)


def check(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...", help="SAD, SPD, SCD, PRF, DCD, DMD, DPD, or *_DAS.xml of OSSIE."
        ),
    ],
    root: Annotated[
        Path | None,
        typer.Option(
            "--root",
            metavar="DIR",
            help="Root of the SCA file system. Default: the folder above FILE in which its "
            "absolute names exist, else $SDRROOT/dom.",
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option("--strict", help="Hold against the structure of SCA 2.2.2: no additions."),
    ] = False,
    json_target: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write the findings; - is standard output."),
    ] = None,
    bin_folder: Bin = None,
) -> None:
    """Check SCA profiles, and every profile that they name: all problems at once.

    Errors are what deployment cannot survive, warnings what real radios get away with. Ends with
    status 2 if there are errors.

    Examples:

        orbweaver check radio.sad.xml

        orbweaver check radio.sad.xml --root /sdr/dom --json findings.json

        orbweaver check nodes/*/*.dcd.xml components/*/*.spd.xml

        orbweaver check radio.sad.xml --strict --json - | jq '.findings[].code'
    """
    check_writable(json_target)
    if root is not None and not root.is_dir():
        raise BadInput(f"--root {root} is no folder: name the root of the SCA file system")
    words = [str(programs.locate(PROGRAM, bin_folder))]
    words += [f"--root={root}"] if root is not None else []
    words += ["--strict"] if strict else []
    words += [f"--json={json_target}"] if json_target is not None else []
    sys.stdout.flush()
    done = subprocess.run([*words, "--", *map(str, files)], check=False, stdin=subprocess.DEVNULL)
    if done.returncode not in ENDED_BY_ITSELF:
        raise JobFailed(f"{PROGRAM} ended with status {done.returncode}")
    raise typer.Exit(done.returncode)
