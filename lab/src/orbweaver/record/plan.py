# SPDX-License-Identifier: Apache-2.0
"""A series as it was planned, and how far it came: `DIR/plan.jsonl`.

The first line is the plan; each further line says how a step ended, and the last one that nothing
was left to begin. Lines are only added, so a crash loses at most the one that was being written.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter, ValidationError

from orbweaver.model.schema import Record
from orbweaver.model.settings import Settings
from orbweaver.problems import BadInput, CannotKeep

NAME = "plan.jsonl"


class Step(Record):
    """One run to make."""

    experiment: str
    orb: str
    number: int
    """which repetition, from 1"""
    one_core: bool = False
    """the paper's second setup: all programs on one processor, whose work needs it"""
    seconds: float
    """that it takes, about"""


class Plan(Record):
    """A series: its steps in their order, and what they have in common."""

    schema_: Literal["orbweaver-plan/1"] = Field(default="orbweaver-plan/1", alias="schema")
    names: list[str]
    minutes: float | None
    """after which no step is begun that would end later; None: no limit"""
    settings: Settings
    steps: list[Step]
    machine: list[str] = Field(default_factory=list[str])
    """what may disturb, as it was seen before the start"""


class Ended(Record):
    """How a step ended; the number is its place in the plan, from 0."""

    step: int
    state: Literal["done", "failed"]
    seconds: float


class Finished(Record):
    """The series came to its end."""

    finished: Literal[True] = True


Line = Annotated[Ended | Finished, Field(union_mode="left_to_right")]
_LINE: TypeAdapter[Ended | Finished] = TypeAdapter(Line)


@dataclass
class Journal:
    """A plan and what became of it so far."""

    folder: Path
    plan: Plan
    ended: list[Ended] = field(default_factory=list[Ended])
    finished: bool = False

    @property
    def done(self) -> set[int]:
        """The steps that have their result."""
        return {one.step for one in self.ended if one.state == "done"}

    def begin(self) -> None:
        """Write the plan; what another series left there before is replaced."""
        self._write(self.plan.model_dump_json(by_alias=True), "w")

    def note(self, line: Ended | Finished) -> None:
        """Add how it went on."""
        if isinstance(line, Ended):
            self.ended.append(line)
        self.finished = isinstance(line, Finished)
        self._write(line.model_dump_json(), "a")

    def _write(self, text: str, how: Literal["w", "a"]) -> None:
        path = self.folder / NAME
        try:
            with path.open(how, encoding="utf-8") as file:
                file.write(text + "\n")
        except OSError as problem:
            raise CannotKeep(f"cannot write {path}: {problem.strerror}") from None


def read_journal(folder: Path) -> Journal | None:
    """What lies in a folder; None if there is no plan. Raises BadInput if it cannot be read.

    A last line that was cut off is no step that ended.
    """
    path = folder / NAME
    if not path.is_file():
        return None
    first, *rest = path.read_text("utf-8", "replace").splitlines() or [""]
    try:
        journal = Journal(folder, Plan.model_validate_json(first))
    except ValidationError:
        raise BadInput(f"{path} holds no plan that can be read: remove it, or choose another --out"
                       ) from None  # fmt: skip
    for line in _lines(rest):
        if isinstance(line, Ended):
            journal.ended.append(line)
        journal.finished = isinstance(line, Finished)
    return journal


def _lines(texts: list[str]) -> Iterator[Ended | Finished]:
    for text in texts:
        try:
            yield _LINE.validate_json(text)
        except ValidationError:
            continue
