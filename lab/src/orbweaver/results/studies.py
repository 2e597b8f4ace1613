# SPDX-License-Identifier: Apache-2.0
"""Repeats of studies: what may be made one median of, and its points."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from orbweaver.model.peer import title_of
from orbweaver.model.schema import StudyRow, StudyRun, StudyValue
from orbweaver.results.group import started
from orbweaver.results.load import StudyFile
from orbweaver.stats import Estimate, median_interval

Place = tuple[tuple[str, StudyValue], ...]
"""The coordinates of a row."""


@dataclass(frozen=True)
class StudyPoint:
    """One place of a study, with the rows that its repeats have there."""

    place: Place
    rows: tuple[StudyRow, ...]

    def at(self, coordinate: str) -> StudyValue:
        """Where it lies; None if it has no such coordinate."""
        return dict(self.place).get(coordinate)

    def values(self, key: str, part: str | None = None) -> list[float]:
        """A measured value of each repeat that has it; `part` is one of a summary, as `p50`."""
        found = [row.get(key) for row in self.rows]
        taken = [one.get(part) if isinstance(one, dict) and part else one for one in found]
        return [float(one) for one in taken if isinstance(one, int | float)]

    def estimate(self, key: str, part: str | None = None) -> Estimate | None:
        """The median over the repeats; None if none of them has the value."""
        values = self.values(key, part)
        return median_interval(values) if values else None

    def samples(self, key: str = "samples_us") -> list[float]:
        """The samples of all repeats, one repeat after the other."""
        lists = [row.get(key) for row in self.rows]
        return [value for one in lists if isinstance(one, list) for value in one]


@dataclass(frozen=True)
class StudyGroup:
    """Repeats of one study with one peer, one configuration and one machine."""

    files: tuple[StudyFile, ...]
    label: str

    @property
    def first(self) -> StudyRun:
        """Any run will do for what all have in common."""
        return self.files[0].run

    @property
    def runs(self) -> list[StudyRun]:
        """The repeats, oldest first."""
        return [file.run for file in self.files]

    def points(self, chosen: Callable[[StudyRow], bool] | None = None) -> list[StudyPoint]:
        """Its places in the order in which they were measured, or those that are chosen.

        A repeat without a place leaves that place with fewer rows.
        """
        found: dict[Place, list[StudyRow]] = {}
        for run in self.runs:
            for row in run.rows:
                if chosen is None or chosen(row):
                    found.setdefault(place_of(run, row), []).append(row)
        return [StudyPoint(place, tuple(rows)) for place, rows in found.items()]


def place_of(run: StudyRun, row: StudyRow) -> Place:
    """The coordinates of a row."""
    return tuple((key, row[key]) for key in run.coordinates if key in row)


def study_groups(files: Iterable[StudyFile]) -> list[StudyGroup]:
    """Put what was run alike together, in the order of the files."""
    alike: dict[object, list[StudyFile]] = {}
    for file in files:
        key = file.run.experiment, file.run.orb, tuple(study_traits(file.run).items())
        alike.setdefault(key, []).append(file)
    lists = [sorted(own, key=lambda file: started(file.run)) for own in alike.values()]
    return [StudyGroup(tuple(own), _label(own[0].run, lists)) for own in lists]


def study_traits(run: StudyRun) -> dict[str, str]:
    """All that repeats must have in common, as texts."""
    about = run.provenance
    return {f"config {name}": f"{name} {value}" for name, value in sorted(run.config.items())} | {
        "commit": f"commit {about.commit.removesuffix('-dirty')}",
        "cpu": about.cpu,
        "kernel": about.kernel,
        "compiler": about.compiler,
        "pinning": f"pinning {about.pinning}",
        "scheduler": f"scheduler {about.scheduler}",
    }


def _label(run: StudyRun, lists: Iterable[list[StudyFile]]) -> str:
    """The peer's name, with what differs from other groups of the same study."""
    others = [
        study_traits(own[0].run)
        for own in lists
        if (own[0].run.experiment, own[0].run.orb) == (run.experiment, run.orb)
    ]
    differing = list(_differing(study_traits(run), others))
    name = title_of(run.orb)
    return f"{name} ({', '.join(differing)})" if differing else name


def _differing(mine: dict[str, str], others: list[dict[str, str]]) -> Iterator[str]:
    for name, value in mine.items():
        if any(other.get(name) != value for other in others):
            yield value
