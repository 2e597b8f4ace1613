# SPDX-License-Identifier: Apache-2.0
"""`orbweaver doctor`: check this machine and installation."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from orbweaver.cli.output import console
from orbweaver.doctor.checks import all_findings
from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine

COLOURS = {"ok": "green", "warn": "yellow", "fail": "red"}


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
    findings = all_findings(Machine(bin=bin_folder))
    failed = any(finding.status == "fail" for finding in findings)
    if as_json:
        print(json.dumps({"ok": not failed, "checks": [_as_dict(f) for f in findings]}, indent=1))
    else:
        for finding in findings:
            _show(finding)
    raise typer.Exit(1 if failed else 0)


def _as_dict(finding: Finding) -> dict[str, object]:
    """The JSON for programs. Its key for the fix is `mend`, which programs that read it rely on."""
    found = asdict(finding)
    return {**{name: found[name] for name in ("check", "status", "found")}, "mend": finding.fix}


def _show(finding: Finding) -> None:
    line = Text(f"{finding.status:<5}", COLOURS[finding.status])
    line.append(f"{finding.check}: {finding.found}", "default")
    if finding.fix:
        line.append(f"; fix: {finding.fix}")
    console().print(line, soft_wrap=True)
