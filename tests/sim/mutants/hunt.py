#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Plants each fault of this folder in turn, and counts the seeds until the simulator finds it.

./x sim mutants [FAULT...] [--first N] [--seeds N] [--searches N] [--page FILE]
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

from fault_table import Row, row_of, update
from planted_faults import ROOT, BadFault, Fault, all_faults
from scratch_tree import ScratchTree
from seed_search import Found, Search, search

PAGE = ROOT / "docs/verify/simulation.md"
TREE = ROOT / "build/mutants/tree"


def main() -> int:
    """1: a patch cannot be used, or the tree fails without one."""
    wanted = _arguments()
    where = Search(
        tuple(wanted.first + wanted.seeds * i for i in range(wanted.searches)), wanted.seeds
    )
    try:
        faults = _chosen(wanted.fault)
        rows = _hunt(ScratchTree(TREE), faults, where)
        if wanted.page:
            update(wanted.page, rows, {fault.name for fault in all_faults()})
    except BadFault as why:
        _complain(why)
        return 1
    return 0 if len(rows) == len(faults) else 1


def _complain(why: BadFault) -> None:
    print(f"hunt: {why}", file=sys.stderr, flush=True)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, prog="./x sim mutants")
    parser.add_argument("fault", nargs="*", help="its name; without one: all")
    parser.add_argument("--seeds", type=int, default=2_000, help="of each search, at most")
    parser.add_argument("--first", type=int, default=1, help="seed of the first search")
    parser.add_argument("--searches", type=int, default=5, help="one behind the other")
    parser.add_argument("--page", type=Path, default=PAGE, help="whose table gets the results")
    parser.add_argument("--dry", dest="page", action="store_const", const=None, help="print only")
    return parser.parse_args()


def _chosen(names: list[str]) -> list[Fault]:
    faults = [fault for fault in all_faults() if not names or fault.name in names]
    unknown = set(names) - {fault.name for fault in faults}
    if unknown:
        raise BadFault(f"no such fault: {', '.join(sorted(unknown))}")
    return faults


def _hunt(tree: ScratchTree, faults: list[Fault], where: Search) -> list[Row]:
    """Without the faults that cannot be planted: the others' results are worth having."""
    tree.begin()
    _check_without_faults(tree, faults, where)
    rows: list[Row] = []
    for fault in faults:
        try:
            best = _find(tree, fault, where)
        except BadFault as why:
            _complain(why)
            continue
        rows.append(row_of(fault, best))
        print(_line(fault, best), flush=True)
    return rows


def _check_without_faults(tree: ScratchTree, faults: list[Fault], where: Search) -> None:
    for scenario in sorted({scenario for fault in faults for scenario in fault.scenarios}):
        found = search(tree.program, scenario, where)
        if found.times:
            raise BadFault(f"{scenario} fails without any fault: {', '.join(found.laws)}")


def _find(tree: ScratchTree, fault: Fault, where: Search) -> Found:
    """The search of the scenario that finds it soonest."""
    tree.plant(fault)
    try:
        enough = where.with_seeds(fault.seeds)
        found = [search(tree.program, scenario, enough) for scenario in fault.scenarios]
    finally:
        tree.remove(fault)
    return min(found, key=lambda one: (one.median, -one.times))


def _line(fault: Fault, found: Found) -> str:
    expected = "" if not found.laws or _is_expected(fault, found.laws) else "  (another law)"
    return (
        f"{fault.name:<40} {found.scenario:<13} {found.times} of {len(found.failures)}  "
        f"median {found.median:g}  {', '.join(found.laws)}{expected}"
    )


def _is_expected(fault: Fault, laws: Iterable[str]) -> bool:
    return any(law in fault.laws for law in laws)


if __name__ == "__main__":
    sys.exit(main())
