# SPDX-License-Identifier: Apache-2.0
"""The table of planted faults in docs/verify/simulation.md: a row for each, between two markers."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from planted_faults import BadFault, Fault
from seed_search import Found

BEGIN = "<!-- planted faults: written by ./x sim mutants -->"
END = "<!-- end of planted faults -->"
HEAD = "| fault | law that breaks | scenario | found | median of seeds |\n|---|---|---|---|---|\n"
NAME = re.compile(r"^\| `([^`]+)`", re.MULTILINE)


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    name: str
    line: str


def row_of(fault: Fault, found: Found) -> Row:
    """What the hunt for a fault found."""
    is_found = found.median != float("inf")
    cells = [
        f"`{fault.name}`: {fault.what}",
        ", ".join(found.laws) or "-",
        f"`{found.scenario}`",
        f"{found.times} of {len(found.failures)}",
        f"{found.median:,.0f}" if is_found else "**not found**",
    ]
    return Row(fault.name, f"| {' | '.join(cells)} |")


def names_in(page: str) -> list[str]:
    """The faults that a page has rows for."""
    return NAME.findall(_parts(page)[1])


def update(path: Path, rows: Iterable[Row], present: set[str]) -> None:
    """Puts in these rows, keeps those of other faults that are `present`, and drops the rest."""
    before, table, after = _parts(path.read_text())
    lines = {found[1]: line for line in table.splitlines() if (found := NAME.match(line))}
    lines |= {row.name: row.line for row in rows}
    body = "".join(f"{lines[name]}\n" for name in sorted(lines) if name in present)
    path.write_text(f"{before}{BEGIN}\n{HEAD}{body}{END}{after}")


def _parts(page: str) -> tuple[str, str, str]:
    before, begin, rest = page.partition(BEGIN)
    table, end, after = rest.partition(END)
    if not begin or not end:
        raise BadFault("the page has no place for the table of planted faults")
    return before, table, after
