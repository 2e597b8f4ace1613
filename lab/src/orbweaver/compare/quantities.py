# SPDX-License-Identifier: Apache-2.0
"""What is compared: the same quantities of the same things in two folders."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from orbweaver.experiments.find import shown
from orbweaver.model.schema import UNITS, Row, Run
from orbweaver.results.group import Group, groups, started, traits
from orbweaver.results.load import Results
from orbweaver.results.points import coordinates, rows_by_point
from orbweaver.results.studies import Place, StudyGroup, study_groups, study_traits

ORIGIN = ("commit", "cpu", "kernel", "compiler")
"""What two runs may differ in: it is what a comparison is about."""


@dataclass(frozen=True)
class Series:
    """One quantity of one thing, in the order of its repetitions."""

    experiment: str
    label: str
    point: str
    """the point of a sweep; "" for an experiment that is none"""
    quantity: str
    unit: str
    values: tuple[float, ...]
    group: Group | StudyGroup


Traits = tuple[tuple[str, str], ...]

OF_RUN: tuple[tuple[str, str, Callable[[Run], float]], ...] = (
    ("time of the last packet", "ms", lambda run: run.stages[-1].last_ms),
    ("call, p50", "µs", lambda run: run.producer.send_us.p50),
    ("call, p99", "µs", lambda run: run.producer.send_us.p99),
    ("age of a packet, p50", "µs", lambda run: run.stages[-1].latency_us.p50),
    ("age of a packet, p99", "µs", lambda run: run.stages[-1].latency_us.p99),
    ("out of order", "packets", lambda run: max(s.reordered_previous for s in run.stages)),
    ("lost", "packets", lambda run: sum(stage.lost for stage in run.stages)),
)
OF_ROW: tuple[tuple[str, str, Callable[[Row], float]], ...] = (
    ("time of the last packet", "ms", lambda row: row.last_ms),
    ("call, p50", "µs", lambda row: row.send_us.p50),
    ("out of order", "packets", lambda row: row.reordered_previous),
    ("lost", "packets", lambda row: row.lost),
)

Key = tuple[object, ...]
"""Experiment, ORB, traits, point, quantity."""


def series_of(results: Results, orb: str | None = None) -> tuple[dict[Key, Series], list[str]]:
    """Every series of a folder, by what must be alike for two to be compared.

    With `orb`: its series alone, which may be compared with those of another ORB. Of several builds
    or machines in one folder the newest counts; the others are named.
    """
    newest: dict[Key, Group | StudyGroup] = {}
    older: list[str] = []
    every = [*groups(results.files), *study_groups(results.studies)]
    found = [group for group in every if orb in (None, group.first.orb)]
    for group in sorted(found, key=_date, reverse=True):
        alike = tuple(one for one in _traits(group).items() if one[0] not in ORIGIN)
        own = (group.first.experiment, "" if orb else group.first.orb, alike)
        if newest.setdefault(own, group) is not group:
            older.append(f"{shown(group.first.experiment)} with {group.label}")
    return {
        (*own, place, series.quantity): series
        for own, group in newest.items()
        for place, series in _series(group)
    }, older


def _date(group: Group | StudyGroup) -> datetime:
    return started(group.files[-1].run)


def _traits(group: Group | StudyGroup) -> dict[str, str]:
    if isinstance(group, StudyGroup):
        return study_traits(group.first)
    return traits(group.first)


def counterparts(ours: dict[Key, Series], theirs: dict[Key, Series]) -> list[tuple[Key, Key]]:
    """What is to be held against what: runs alike, or alike but for the transport they chose."""
    same = [(key, key) for key in ours if key in theirs]
    mine = _by_rest(key for key in ours if key not in theirs)
    other = _by_rest(key for key in theirs if key not in ours)
    loose = [(key, other[rest]) for rest, key in mine.items() if rest in other]
    return same + loose


def run_otherwise(ours: Iterable[Key], theirs: Iterable[Key]) -> dict[tuple[str, str], list[str]]:
    """What keeps runs apart: by experiment and ORB, each trait with its values in A and in B."""
    here, there = _traits_of(ours), _traits_of(theirs)
    found: dict[tuple[str, str], list[str]] = {}
    for name in here:
        if name in there:
            found[name] = _differing(here[name], there[name])
    return {name: traits for name, traits in found.items() if traits}


def _traits_of(keys: Iterable[Key]) -> dict[tuple[str, str], list[dict[str, str]]]:
    found: dict[tuple[str, str], list[dict[str, str]]] = {}
    for experiment, orb, alike, *_ in dict.fromkeys(key[:3] for key in keys):
        found.setdefault((str(experiment), str(orb)), []).append(dict(cast(Traits, alike)))
    return found


def _differing(here: list[dict[str, str]], there: list[dict[str, str]]) -> list[str]:
    names = dict.fromkeys(name for one in (*here, *there) for name in one)
    found: list[str] = []
    for name in names:
        a, b = ({one.get(name, "nothing") for one in side} for side in (here, there))
        if a != b:
            found.append(f"{' and '.join(sorted(a))} in A, {' and '.join(sorted(b))} in B")
    return found


def _by_rest(keys: Iterable[Key]) -> dict[Key, Key]:
    """By all but the transport, where that names one only."""
    found: dict[Key, list[Key]] = {}
    for key in keys:
        experiment, orb, alike, *rest = key
        fixed = tuple(one for one in cast(Traits, alike) if one[0] != "transport")
        found.setdefault((experiment, orb, fixed, *rest), []).append(key)
    return {rest: several[0] for rest, several in found.items() if len(several) == 1}


def _series(group: Group | StudyGroup) -> Iterator[tuple[Key, Series]]:
    if isinstance(group, StudyGroup):
        yield from _of_study(group)
        return
    if group.first.rows is None:
        for quantity, unit, value in OF_RUN:
            values = tuple(value(run) for run in group.runs)
            yield (), _one(group, "", quantity, unit, values)
        return
    for rows in rows_by_point(group):
        for quantity, unit, value in OF_ROW:
            values = tuple(value(row) for row in rows)
            yield tuple(coordinates(rows[0])), _one(group, _point(rows[0]), quantity, unit, values)


def _of_study(group: StudyGroup) -> Iterator[tuple[Key, Series]]:
    """Every measured value of every row; of a summary its median and its tail."""
    for point in group.points():
        here = {key for key, _ in point.place}
        keys = dict.fromkeys(key for row in point.rows for key in row if key not in here)
        for key, part in ((key, part) for key in keys for part in (None, "p50", "p99")):
            values = tuple(point.values(key, part)) if _has(point.rows[0].get(key), part) else ()
            if values:
                name, unit = _name_and_unit(key)
                quantity = f"{name}, {part}" if part else name
                yield point.place, _one(group, _where(point.place), quantity, unit, values)


def _has(value: object, part: str | None) -> bool:
    return isinstance(value, dict) == (part is not None)


def _name_and_unit(key: str) -> tuple[str, str]:
    unit = max((one for one in UNITS if key.endswith(f"_{one}")), key=len, default="")
    return key.removesuffix(f"_{unit}").replace("_", " "), unit


def _where(place: Place) -> str:
    return ", ".join(f"{key} {value}" for key, value in place if value is not None)


def _one(
    group: Group | StudyGroup, point: str, quantity: str, unit: str, values: tuple[float, ...]
) -> Series:
    return Series(group.first.experiment, group.label, point, quantity, unit, values, group)


def _point(row: Row) -> str:
    parts = [row.mode, f"sync {row.sync}", f"{row.stages} stages", f"parallel {row.parallel}"]
    parts += [f"depth {row.depth}"] if row.depth is not None else []
    parts += [f"low {row.lane_low}"] if row.lane_low is not None else []
    parts += [f"dispatch {row.dispatch}"] if row.dispatch is not None else []
    parts += [f"{row.senders} senders"] if row.senders > 1 else []
    parts += [f"skip {row.skip_ms:g} ms"] if row.skip_ms is not None else []
    parts += _link(row)
    return ", ".join(parts)


def _link(row: Row) -> list[str]:
    if row.link_loses_percent is None:
        return []
    delays = row.link_delays_percent or 0
    return [f"links lose {row.link_loses_percent:g} %, delay {delays:g} %"]
