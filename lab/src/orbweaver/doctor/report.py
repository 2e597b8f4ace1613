# SPDX-License-Identifier: Apache-2.0
"""`orbweaver doctor`, with the standard library alone: it says which packages are missing."""

import argparse
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

from orbweaver.doctor.checks import all_findings
from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine

KEYS_HELP = "Check the certificates and keys of this folder, too."
COLOURS = {"ok": 32, "warn": 33, "fail": 31}


def report(bin_folder: Path | None, as_json: bool, keys: Path | None = None) -> int:
    """Prints what the checks find; gives the exit status: 1 if something does not work."""
    findings = all_findings(Machine(bin=bin_folder, keys=keys))
    failed = any(finding.status == "fail" for finding in findings)
    if as_json:
        print(json.dumps({"ok": not failed, "checks": [_as_dict(f) for f in findings]}, indent=1))
    else:
        for finding in findings:
            print(_line(finding))
    return 1 if failed else 0


def main(words: list[str]) -> int:
    """Of a command line, where the packages that read one are missing."""
    parser = argparse.ArgumentParser(
        "orbweaver doctor", description="Check this machine and this installation."
    )
    parser.add_argument("--json", action="store_true", help="Print JSON for a program.")
    parser.add_argument("--bin", metavar="DIR", type=Path, help="Folder of the programs.")
    parser.add_argument("--keys", metavar="FOLDER", type=Path, help=KEYS_HELP)
    given = parser.parse_args(words)
    return report(given.bin, given.json, given.keys)


def _as_dict(finding: Finding) -> dict[str, object]:
    """As JSON. The fix has the key `mend`, as in every version: programs read it."""
    found = asdict(finding)
    return {**{name: found[name] for name in ("check", "status", "found")}, "mend": finding.fix}


def _line(finding: Finding) -> str:
    status = f"{finding.status:<5}"
    if sys.stdout.isatty() and not os.environ.get("NO_COLOR"):
        status = f"\x1b[{COLOURS[finding.status]}m{status}\x1b[0m"
    return f"{status}{finding}"
