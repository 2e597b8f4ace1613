# SPDX-License-Identifier: Apache-2.0
"""The planted faults of this folder: patches that say what is wrong, and what should see it."""

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).resolve().parent
ROOT = FOLDER.parents[2]
HEADER = re.compile(
    r"(?P<what>.+?)\nLaw: (?P<laws>.+?)\nScenario: (?P<scenarios>.+?)\n(?:Seeds: (?P<seeds>\d+)\n)?"
    r"\n?diff --git ",
    re.DOTALL,
)
CHANGED = re.compile(r"^\+\+\+ b/(.+)$", re.MULTILINE)


class BadFault(Exception):
    """A patch that does not say what the hunt needs, or that cannot be used."""


@dataclass(frozen=True)
class Fault:
    """A patch, and what its header says."""

    path: Path
    what: str
    laws: tuple[str, ...]
    scenarios: tuple[str, ...]
    seeds: int = 0  # of each search, if it takes more than others

    @property
    def name(self) -> str:
        """The name of its file, without the ending."""
        return self.path.stem

    @property
    def changed_files(self) -> list[str]:
        """Whose lines it changes."""
        return CHANGED.findall(self.path.read_text())


def read_fault(path: Path) -> Fault:
    """What is wrong, the laws of which one should break, and the scenarios that should show it."""
    found = HEADER.match(path.read_text())
    if not found:
        raise BadFault(f"{path.name}: begins with no text, 'Law: ...' and 'Scenario: ...'")
    return Fault(
        path,
        " ".join(found["what"].split()),
        _words(found["laws"]),
        _words(found["scenarios"]),
        int(found["seeds"] or 0),
    )


def _words(line: str) -> tuple[str, ...]:
    return tuple(word.strip() for word in line.split(","))


def all_faults() -> list[Fault]:
    """Those of this folder, by name."""
    return [read_fault(path) for path in sorted(FOLDER.glob("*.patch"))]
