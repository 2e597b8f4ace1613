"""Plans a series: which runs, in which order, what cannot run, and how long it takes.

Repetitions take turns: each goes through everything before the next begins. `all` takes in both
setups of paper 1, all processors and one, every ORB that is here, and every study.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from orbweaver.lab import brief
from orbweaver.lab.entries import Entry, why_not
from orbweaver.lab.estimate import seconds_of
from orbweaver.lab.execute import Settings
from orbweaver.lab.experiments import Experiment
from orbweaver.record.not_run import Kind
from orbweaver.record.plan import Step
from orbweaver.studies.study import Study

ALL = "all"
"""What stands for every experiment, and for every ORB."""
PIPELINE_ORBS = ("orbweaver", "omniorb", "zeromq", "jacorb", "tao")
"""Those that have programs for a pipeline, if they are installed; ZeroMQ is none, but the limit."""
RANK = ("orbweaver", "raw", "omniorb", "zeromq", "jacorb", "tao")
"""Who comes first where there may not be time for all."""
FULL_REPEATS, FULL_REPEATS_OF_LONG = 7, 3
FULL_MINUTES, QUICK_MINUTES = 60.0, 1.75
"""After which nothing is begun that would end later. `--quick` promises two minutes: the rest of
them is for what comes before the runs and behind them."""


@dataclass(frozen=True)
class LeftOut:
    """What does not run, and why: because it cannot, if nothing else is said."""

    experiments: tuple[str, ...]
    orb: str
    reason: str
    kind: Kind = "missing"
    one_core: bool = False

    @property
    def what(self) -> str:
        """For people."""
        place = " on one processor" if self.one_core else ""
        return f"{', '.join(self.experiments)} with {self.orb}{place}"


@dataclass(frozen=True)
class Wanted:
    """What a person asked for. `repeat` None: as often as time allows."""

    pairs: Sequence[tuple[Entry, str]]
    """experiments with ORBs, whether they can run here or not"""
    repeat: int | None
    settings: Settings
    both_setups: bool
    """pipelines of paper 1 on one processor too"""
    brief: bool = False
    """without what takes most of a short time"""


def at(step: Step, settings: Settings) -> Settings:
    """The settings of a step: the paper's one processor computes, since it cannot wait at once."""
    return replace(settings, cores=1, work="spin") if step.one_core else settings


def plan(wanted: Wanted) -> tuple[list[Step], list[LeftOut]]:
    """The steps in their order, and what is left out."""
    pairs, lacking = _able(wanted)
    steps = [
        step
        for number in range(1, _most_repeats(wanted) + 1)
        for entry, orb in pairs
        for step in _steps(entry, orb, number, wanted)
    ]
    if wanted.settings.quick and wanted.both_setups:
        steps.sort(key=lambda step: (_rank(step.orb), step.one_core))
    if not wanted.brief:
        return steps, lacking
    made, left_out = brief.split(steps)
    return made, [*lacking, *_told(left_out)]


def _told(left_out: Sequence[Step]) -> Iterator[LeftOut]:
    """In one line what would be made up for by one command."""
    for orb, one_core in dict.fromkeys((step.orb, step.one_core) for step in left_out):
        names = tuple(
            dict.fromkeys(s.experiment for s in left_out if (s.orb, s.one_core) == (orb, one_core))
        )
        yield LeftOut(names, orb, brief.why(names, orb, one_core), "quick", one_core)


def _rank(orb: str) -> int:
    return RANK.index(orb) if orb in RANK else len(RANK)


def _most_repeats(wanted: Wanted) -> int:
    return wanted.repeat or (1 if wanted.settings.quick else FULL_REPEATS)


def _able(wanted: Wanted) -> tuple[list[tuple[Entry, str]], list[LeftOut]]:
    able: list[tuple[Entry, str]] = []
    reasons: dict[tuple[str, str], list[str]] = {}
    for entry, orb in wanted.pairs:
        reason = why_not(entry, orb, wanted.settings)
        if reason is None:
            able.append((entry, orb))
        else:
            bare = reason.removeprefix(f"{entry.name} with {orb}: ")
            reasons.setdefault((orb, bare), []).append(entry.name)
    lacking = [LeftOut(tuple(names), orb, why) for (orb, why), names in reasons.items()]
    return able, lacking


def everyone(entry: Entry) -> tuple[str, ...]:
    """Who may take part, or says why not: in our own extensions of paper 1 those that can."""
    if isinstance(entry, Experiment):
        return PIPELINE_ORBS if entry.tables else entry.orbs
    return (*entry.orbs, *entry.absent)


def _steps(entry: Entry, orb: str, number: int, wanted: Wanted) -> Iterator[Step]:
    """One repetition; long ones have fewer of them, unless somebody said how many."""
    setups = (False, True) if wanted.both_setups and _has_two_setups(entry) else (False,)
    for one_core in setups:
        is_long = one_core or isinstance(entry, Study)
        if wanted.repeat is None and is_long and number > FULL_REPEATS_OF_LONG:
            continue
        step = Step(experiment=entry.name, orb=orb, number=number, one_core=one_core, seconds=0)
        seconds = seconds_of(entry, orb, at(step, wanted.settings))
        yield step.model_copy(update={"seconds": seconds})


def _has_two_setups(entry: Entry) -> bool:
    return isinstance(entry, Experiment) and bool(entry.tables)
