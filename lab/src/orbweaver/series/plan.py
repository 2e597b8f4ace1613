# SPDX-License-Identifier: Apache-2.0
"""Plans a series: which runs, in which order, what cannot run, and how long it takes.

Repetitions take turns: each goes through everything before the next begins. `all` takes in both
setups of paper 1, all processors and one, every ORB that is here, and every study.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from orbweaver.experiments.experiment import Experiment
from orbweaver.model.peer import peers
from orbweaver.model.settings import Settings
from orbweaver.record.not_run import Kind
from orbweaver.record.plan import Step
from orbweaver.series import brief
from orbweaver.series.words import all_shown, name_of

ALL = "all"
"""What stands for every experiment, and for every peer."""
FULL_REPEATS, FULL_REPEATS_OF_LONG = 7, 3
FULL_MINUTES, QUICK_MINUTES = 60.0, 1.75
"""After which nothing is begun that would end later. `--quick` promises two minutes: the rest of
them is for what comes before the runs and behind them."""


@dataclass(frozen=True)
class LeftOut:
    """What does not run, and why: because it cannot, if nothing else is said."""

    experiments: tuple[str, ...]
    peer: str
    reason: str
    kind: Kind = "missing"
    one_core: bool = False

    @property
    def what(self) -> str:
        """In words."""
        place = " on one processor" if self.one_core else ""
        return f"{all_shown(self.experiments)} with {self.peer}{place}"


@dataclass(frozen=True)
class Wanted:
    """What a user asked for. `repeat` None: as often as time allows."""

    pairs: Sequence[tuple[Experiment, str]]
    """experiments with peers, whether they can run here or not"""
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
    pairs, left_out = _able(wanted)
    steps = [
        step
        for number in range(1, _most_repeats(wanted) + 1)
        for experiment, peer in pairs
        for step in _steps(experiment, peer, number, wanted)
    ]
    if wanted.settings.quick and wanted.both_setups:
        steps.sort(key=lambda step: (_rank(step.orb), step.one_core))
    if not wanted.brief:
        return steps, left_out
    result, too_long = brief.split(steps)
    return result, [*left_out, *_summed_up(too_long)]


def _summed_up(left_out: Sequence[Step]) -> Iterator[LeftOut]:
    """One line for all that one command makes up for."""
    for orb, one_core in dict.fromkeys((step.orb, step.one_core) for step in left_out):
        names = tuple(
            dict.fromkeys(s.experiment for s in left_out if (s.orb, s.one_core) == (orb, one_core))
        )
        yield LeftOut(
            names, orb, brief.why([*map(name_of, names)], orb, one_core), "quick", one_core
        )


def _rank(peer: str) -> int:
    return list(peers()).index(peer)


def _most_repeats(wanted: Wanted) -> int:
    return wanted.repeat or (1 if wanted.settings.quick else FULL_REPEATS)


def _able(wanted: Wanted) -> tuple[list[tuple[Experiment, str]], list[LeftOut]]:
    able: list[tuple[Experiment, str]] = []
    reasons: dict[tuple[str, str], list[str]] = {}
    for experiment, peer in wanted.pairs:
        reason = experiment.why_not(peer, wanted.settings)
        if reason is None:
            able.append((experiment, peer))
        else:
            reasons.setdefault((peer, reason), []).append(experiment.stored)
    left_out = [LeftOut(tuple(names), peer, why) for (peer, why), names in reasons.items()]
    return able, left_out


def every_peer(experiment: Experiment) -> tuple[str, ...]:
    """The peers that may take part, or of which it is known why they cannot."""
    return (*experiment.peers, *experiment.absent)


def _steps(experiment: Experiment, peer: str, number: int, wanted: Wanted) -> Iterator[Step]:
    """One repetition; long ones have fewer of them, unless the user chose how many."""
    two_setups = wanted.both_setups and experiment.has_two_setups
    for one_core in (False, True) if two_setups else (False,):
        is_long = one_core or experiment.is_study
        if wanted.repeat is None and is_long and number > FULL_REPEATS_OF_LONG:
            continue
        step = Step(experiment=experiment.stored, orb=peer, number=number, one_core=one_core,
                    seconds=0)  # fmt: skip
        seconds = experiment.way.seconds(peer, at(step, wanted.settings))
        yield step.model_copy(update={"seconds": seconds})
