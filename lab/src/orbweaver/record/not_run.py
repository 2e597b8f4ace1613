# SPDX-License-Identifier: Apache-2.0
"""The list of runs that gave no result, so that a report can say what is missing and why."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Literal

from pydantic import ValidationError

from orbweaver.model.schema import NotRun

NAME = "not-run.jsonl"
Kind = Literal["failed", "missing", "time", "quick"]


@dataclass(frozen=True)
class NoResult:
    """A run that gave no result, and why. `kind`: it failed, or it was not begun."""

    experiment: str
    orb: str
    reason: str
    kind: Kind = "failed"
    one_core: bool = False


def note_not_run(folder: Path, what: NoResult) -> None:
    """Add a line to the list; a folder that cannot be written to is reported elsewhere."""
    date = datetime.now().astimezone().isoformat(timespec="seconds")
    line = NotRun(date=date, **asdict(what))
    try:
        with (folder / NAME).open("a", encoding="utf-8") as file:
            file.write(line.model_dump_json(by_alias=True) + "\n")
    except OSError:
        return


def not_run_in(folder: Path) -> Iterator[NotRun | str]:
    """Each line of the list; of a line that cannot be read, a text that says so."""
    path = folder / NAME
    if not path.is_file():
        return
    for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1):
        try:
            yield NotRun.model_validate_json(line)
        except ValidationError:
            yield f"line {number} is not what the lab writes there"
