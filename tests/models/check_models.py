#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks models by hand: python tests/models/check_models.py [MODEL...] [--bug NAME] [--trail]."""

import argparse
import sys

from spin_models import BadModel, Check, Outcome, all_models, run_all

ROW = "{:<16} {:<26} {:<32} {:>9} {:>7}  {}"


def main() -> int:
    """Prints a table; 1: something is not as it should be."""
    wanted = _arguments()
    checks = _chosen(wanted)
    print(ROW.format("model", "law", "planted bug", "states", "seconds", "result"))
    try:
        outcomes = run_all(checks, with_shortest_trail=wanted.trail)
    except (BadModel, RuntimeError) as why:
        print(f"check_models: {why}", file=sys.stderr)
        return 1
    for outcome in outcomes:
        _print(outcome, wanted.trail)
    return int(any(outcome.faults for outcome in outcomes))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", nargs="*", help="its name, e.g. lane; without one: all")
    parser.add_argument("--bug", metavar="NAME", help="only with this bug")
    parser.add_argument("--trail", action="store_true", help="print how a bug violates its law")
    return parser.parse_args()


def _chosen(wanted: argparse.Namespace) -> list[Check]:
    checks = [
        check
        for model in all_models()
        if not wanted.model or model.name in wanted.model
        for check in model.checks
        if not wanted.bug or (check.bug and check.bug.name == wanted.bug)
    ]
    if not checks:
        sys.exit("check_models: no such model or bug; without arguments all are listed")
    return checks


def _print(outcome: Outcome, with_trail: bool) -> None:
    check = outcome.check
    law, bug = (check.bug.law, check.bug.name) if check.bug else ("all", "-")
    result = ("found" if check.bug else "holds") if not outcome.faults else "WRONG"
    print(ROW.format(check.model.name, law, bug, outcome.states, f"{outcome.seconds:.1f}", result))
    for line in outcome.faults:
        print(f"    {line}")
    for line in outcome.trail if with_trail else []:
        print(f"    {line}")


if __name__ == "__main__":
    sys.exit(main())
