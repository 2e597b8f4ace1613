# SPDX-License-Identifier: Apache-2.0
"""Repeats of the same thing: what may be made one median of, and what took turns with what."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import pairwise
from typing import Protocol

from orbweaver.model.peer import title_of
from orbweaver.model.schema import Run, StudyRun
from orbweaver.results.load import ResultFile


@dataclass(frozen=True)
class Group:
    """Repeats of one experiment with one peer, one configuration and one machine.

    `label` is the peer's name, with what differs from other groups of the same experiment.
    """

    files: tuple[ResultFile, ...]
    label: str

    @property
    def first(self) -> Run:
        """Any run will do for what all have in common."""
        return self.files[0].run

    @property
    def runs(self) -> list[Run]:
        """The repeats, oldest first."""
        return [file.run for file in self.files]

    @property
    def one_core(self) -> bool:
        """Pinned to one processor, as the paper's second set of tables."""
        return self.first.config.cores == 1


UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)
"""When a run began whose file does not tell it."""


def started(run: Run | StudyRun) -> datetime:
    """When a run began; a time without a zone is taken for UTC."""
    try:
        date = datetime.fromisoformat(run.provenance.date)
    except ValueError:
        return UNKNOWN
    return date if date.tzinfo else date.replace(tzinfo=UTC)


def groups(files: Iterable[ResultFile]) -> list[Group]:
    """Put what was run alike together, in the order of the files."""
    alike: dict[object, list[ResultFile]] = {}
    for file in files:
        alike.setdefault(_key(file.run), []).append(file)
    lists = [sorted(own, key=lambda file: started(file.run)) for own in alike.values()]
    return [Group(tuple(own), _label(own[0].run, _rivals(own[0].run, lists))) for own in lists]


def _key(run: Run) -> object:
    return run.experiment, run.orb, tuple(traits(run).items())


def traits(run: Run) -> dict[str, str]:
    """All that repeats must have in common, as texts."""
    config = run.config.model_dump(exclude={"mode", "messaging", "worker", "dispatch"})
    about = run.provenance
    shown = {name: _shown(name, value) for name, value in config.items()}
    return shown | {
        "stages": f"{len(run.stages)} stages",
        "commit": f"commit {about.commit.removesuffix('-dirty')}",
        "cpu": about.cpu,
        "kernel": about.kernel,
        "compiler": about.compiler,
        "scheduler": f"scheduler {about.scheduler}",
        "mode": run.config.mode,
    }


def _shown(name: str, value: object) -> str:
    match name:
        case "packets" | "elements":
            return f"{value} {name}"
        case "work_ms":
            return f"{value:g} ms of work" if isinstance(value, float) else "its own work"
        case "cores":
            return "all processors" if value == "all" else f"{value} processor(s)"
        case "pace_ms":
            return f"paced {value:g} ms"
        case "work" | "transport" | "processes" | "type":
            return str(value)
        case _:
            return f"{name} {value}"


def _rivals(run: Run, lists: Sequence[Sequence[ResultFile]]) -> list[Run]:
    """Groups that a label must tell this one from; the number of processors has its own tables."""
    return [
        own[0].run
        for own in lists
        if (own[0].run.experiment, own[0].run.orb) == (run.experiment, run.orb)
        and (own[0].run.config.cores == 1) == (run.config.cores == 1)
    ]


def _label(run: Run, rivals: Sequence[Run]) -> str:
    mine = traits(run)
    others = [traits(rival) for rival in rivals]
    differing = [mine[name] for name in mine if any(other[name] != mine[name] for other in others)]
    name = title_of(run.orb)
    return f"{name} ({', '.join(differing)})" if differing else name


class Repeats(Protocol):
    """A group of any kind."""

    @property
    def runs(self) -> Sequence[Run] | Sequence[StudyRun]:
        """The repeats, oldest first."""
        ...


def in_turns(first: Repeats, second: Repeats) -> bool:
    """Whether the repeats of two groups took turns, so that each pair saw the same machine."""
    if len(first.runs) != len(second.runs):
        return False
    starts = [
        sorted(started(run) for run in pair) for pair in zip(first.runs, second.runs, strict=True)
    ]
    return all(earlier[1] <= later[0] for earlier, later in pairwise(starts))
