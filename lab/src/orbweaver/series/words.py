# SPDX-License-Identifier: Apache-2.0
"""A series in words: its runs, and what went wrong with one."""

from collections.abc import Iterable

from orbweaver.experiments.find import find, shown
from orbweaver.problems import Problem
from orbweaver.record.plan import Step


def step_words(step: Step) -> str:
    """Which run it is."""
    place = " on one processor" if step.one_core else ""
    return f"{shown(step.experiment)} with {step.orb}{place}"


def failure_words(step: Step, problem: Problem) -> str:
    """What went wrong, without the experiment's name in front, which a line has already."""
    return str(problem).removeprefix(f"{shown(step.experiment)}: ")


def name_of(stored: str) -> str:
    """The name of the experiment of a result file, as commands take it."""
    found = find(stored)
    return found.name if found else stored


def all_shown(stored: Iterable[str]) -> str:
    """Experiments of result files, listed."""
    return ", ".join(map(shown, stored))
