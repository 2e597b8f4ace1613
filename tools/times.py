#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Where the time of a verb of `x` went: by step, by room of the build, by suite of the tests.

tools/times.py FOLDER [VERB]     FOLDER: build; without VERB, the one that ran last

`x` writes build/times/VERB.tsv: when the verb started, then a line for each step. Ninja's log has
what was built since, and the JUnit files beside VERB.tsv have what the tests took.
"""

import re
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

MOST_ROWS = 12
SOURCE = re.compile(r"CMakeFiles/[^/]+\.dir/|\.o$")


@dataclass(frozen=True)
class Piece:
    """What took time: an output of the build, or a test."""

    group: str
    name: str
    seconds: float


@dataclass(frozen=True)
class Step:
    """One line that `x` wrote."""

    name: str
    seconds: float


@dataclass(frozen=True)
class Verb:
    """What `x` wrote about one verb."""

    name: str
    started: float
    steps: list[Step]

    @property
    def seconds(self) -> float:
        """Of all steps that ended."""
        return sum(step.seconds for step in self.steps)


class Unknown(Exception):
    """What was asked for never ran; its text says what did."""


def read_verb(folder: Path, name: str | None) -> Verb:
    """The verb's file; raises Unknown."""
    files = {path.stem: path for path in sorted(folder.glob("*.tsv"), key=_changed)}
    if not files:
        raise Unknown("no verb of ./x has run in this tree yet")
    if name is not None and name not in files:
        raise Unknown(f"./x {name} has not run in this tree; these have: {', '.join(files)}")
    path = files[name] if name else [*files.values()][-1]
    first, *lines = path.read_text().splitlines()
    fields = [line.split("\t") for line in lines]
    return Verb(path.stem, float(first), [Step(what, float(took)) for took, what in fields])


def _changed(path: Path) -> float:
    return path.stat().st_mtime


def built_since(log: Path, started: float) -> list[Piece]:
    """The outputs in Ninja's log that are newer. One command with many outputs counts once."""
    found: dict[tuple[str, str, str], Piece] = {}
    for line in log.read_text().splitlines():
        if line.startswith("#"):
            continue
        begin, end, changed, output, command = line.split("\t")
        if int(changed) / 1e9 >= started:
            seconds = (int(end) - int(begin)) / 1000
            piece = Piece(_room(output), SOURCE.sub("", output), seconds)
            found.setdefault((begin, end, command), piece)
    return [*found.values()]


def _room(output: str) -> str:
    """Two folders say which: orb/cdr, peers/omniorb. What is no object file was linked or made."""
    if not output.endswith(".o"):
        return "(linked, generated)"
    target = re.match(r"(.*?)CMakeFiles/([^/]+)\.dir/(.*)", output)
    path = target[1] + target[3] if target else output
    kind = " tests" if re.search(r"(^|/)(test|conformance)/", path) else ""
    return "/".join(path.split("/")[:2]) + kind


def tests_in(report: Path) -> list[Piece]:
    """The cases of a JUnit file: by program (CTest), by file (pytest)."""
    pieces: list[Piece] = []
    for case in ElementTree.parse(report).iter("testcase"):
        name, kind = case.get("name", ""), case.get("classname", "")
        is_ctest = kind == name
        group = name.split("/")[0] if is_ctest else kind
        pieces.append(Piece(group, name, float(case.get("time", "0"))))
    return pieces


def table(pieces: Iterable[Piece], what: str) -> list[str]:
    """A line for each group, the longest first, with its slowest piece."""
    groups: dict[str, list[Piece]] = {}
    for piece in pieces:
        groups.setdefault(piece.group, []).append(piece)
    in_order = sorted(groups.items(), key=lambda item: -_sum(item[1]))
    lines = [f"  {'seconds':>8}  {what:>7}  {'':36}  slowest"]
    for name, members in in_order[:MOST_ROWS]:
        slowest = max(members, key=lambda piece: piece.seconds)
        last = f"{slowest.seconds:.1f} s {Path(slowest.name).name}"
        lines.append(f"  {_sum(members):8.1f}  {len(members):7}  {name[:36]:36}  {last[:60]}")
    rest = [piece for _, members in in_order[MOST_ROWS:] for piece in members]
    if rest:
        lines.append(f"  {_sum(rest):8.1f}  {len(rest):7}  others")
    return lines


def _sum(pieces: Iterable[Piece]) -> float:
    return sum(piece.seconds for piece in pieces)


def report(build: Path, verb: Verb) -> list[str]:
    """All lines."""
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(verb.started))
    lines = [f"./x {verb.name}, {when}: {verb.seconds:.0f} s"]
    lines += [f"  {step.seconds:8.1f}  {step.name}" for step in verb.steps]
    for log in sorted(build.glob("*/.ninja_log")):
        where = f"{build.name}/{log.parent.name}"
        lines += _part(f"Built in {where}", built_since(log, verb.started), "outputs")
    for path in sorted((build / "times").glob("*.xml")):
        if _changed(path) >= verb.started:
            lines += _part(f"Tests: {path.stem}", tests_in(path), "tests")
    return lines


def _part(title: str, pieces: list[Piece], what: str) -> list[str]:
    if not pieces:
        return []
    head = f"{title}: {len(pieces)} {what}, {_sum(pieces):.0f} s one after the other"
    return ["", head, *table(pieces, what)]


def main(build: Path, name: str | None = None) -> int:
    """Prints the report."""
    try:
        print("\n".join(report(build, read_verb(build / "times", name))))
    except Unknown as unknown:
        print(f"x times: {unknown}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:3]))
