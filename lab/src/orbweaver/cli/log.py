# SPDX-License-Identifier: Apache-2.0
"""`orbweaver log`: the log records of a domain or a node, from the file of its option --log."""

import json
import os
import time
import unicodedata
from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated, TextIO

import typer

from orbweaver.problems import BadInput

LOOKS_AGAIN_S = 0.2


class Level(StrEnum):
    """The levels of the Lightweight Log Service, the most severe first."""

    SECURITY_ALARM = "SECURITY_ALARM"
    FAILURE_ALARM = "FAILURE_ALARM"
    DEGRADED_ALARM = "DEGRADED_ALARM"
    EXCEPTION_ERROR = "EXCEPTION_ERROR"
    FLOW_CONTROL_ERROR = "FLOW_CONTROL_ERROR"
    RANGE_ERROR = "RANGE_ERROR"
    USAGE_ERROR = "USAGE_ERROR"
    ADMINISTRATIVE_EVENT = "ADMINISTRATIVE_EVENT"
    STATISTIC_REPORT = "STATISTIC_REPORT"
    PROGRAMMER_DEBUG = "PROGRAMMER_DEBUG"


MEMBERS = ("time", "level", "name", "text")
RANKS = {level.value: rank for rank, level in enumerate(Level)}


def log(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What --log of the daemon names.")],
    level: Annotated[
        Level, typer.Option(help="Show this level and the more severe ones.")
    ] = Level.PROGRAMMER_DEBUG,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Wait for more.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print each record as JSON.")] = False,
) -> None:
    """Show the log records of a domain or a node.

    Examples:

        orbweaver log /var/lib/orbweaver/domain.log

        orbweaver log domain.log --level FAILURE_ALARM --follow
    """
    try:
        for line in _lines(file, follow):
            _show(line, level, as_json)
    except OSError as problem:
        raise BadInput(f"{file}: {problem.strerror}") from None


def _lines(file: Path, follow: bool) -> Iterator[str]:
    """Of FILE.1, which the daemon filled before, and of FILE."""
    older = file.with_name(file.name + ".1")
    if older.exists():
        with older.open(encoding="utf-8", errors="replace") as stream:
            yield from _whole_lines(stream)
    with file.open(encoding="utf-8", errors="replace") as stream:
        yield from _whole_lines(stream)
        if not follow:
            return
        yield from _more_lines(file, stream)


def _whole_lines(stream: TextIO) -> Iterator[str]:
    """Those that are there by now. The daemon writes each with one call."""
    while line := stream.readline():
        yield line.rstrip("\n")


def _more_lines(file: Path, stream: TextIO) -> Iterator[str]:
    """Never ends. The daemon may put a new file in the place of one that is full."""
    current = stream
    while True:
        is_replaced = _is_replaced(file, current)
        yield from _whole_lines(current)
        if is_replaced:
            current.close()
            current = file.open(encoding="utf-8", errors="replace")
        else:
            time.sleep(LOOKS_AGAIN_S)


def _is_replaced(file: Path, stream: TextIO) -> bool:
    try:
        return not os.path.samestat(file.stat(), os.fstat(stream.fileno()))
    except FileNotFoundError:  # between two files
        return False


def _show(line: str, least: Level, as_json: bool) -> None:
    record = _record(line)
    if record is None:
        print(json.dumps({"line": line}) if as_json else _plain(line), flush=True)
        return
    if RANKS.get(record["level"], 0) > RANKS[least]:
        return
    if as_json:
        print(json.dumps(json.loads(line)), flush=True)
        return
    time_of, level, name, text = (_plain(record[key]) for key in MEMBERS)
    print(f"{time_of} {level:20} {name}: {text}", flush=True)


def _plain(text: str) -> str:
    """The text on one line.

    Peers choose the words of records: a line break would forge a record, and a control character or
    a mark that turns the direction of writing would steer the terminal.
    """
    return "".join(_escaped(entry) if _steers(entry) else entry for entry in text)


def _steers(character: str) -> bool:
    return unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp"}


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}"


def _record(line: str) -> dict[str, str] | None:
    try:
        record = json.loads(line)
        return {key: str(record[key]) for key in MEMBERS}
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
