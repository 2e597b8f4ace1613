# SPDX-License-Identifier: Apache-2.0
"""Finds the experiments: every folder here whose module `experiment` has an `EXPERIMENT`."""

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules, walk_packages

from orbweaver.experiments.chapters import chapters
from orbweaver.experiments.experiment import Experiment
from orbweaver.page.claim import Claim
from orbweaver.problems import BadInput

PACKAGE = "orbweaver.experiments"
WITH_CLAIMS = (PACKAGE, "orbweaver.pipelines", "orbweaver.studies")


def all_sections() -> list[Experiment]:
    """Every experiment, those too that run nothing of their own; in the order of the page."""
    return list(_in_folders(tuple(import_module(PACKAGE).__path__)))


@cache
def _in_folders(folders: tuple[str, ...]) -> tuple[Experiment, ...]:
    found = [_experiment_in(module.name) for module in iter_modules(folders) if module.ispkg]
    places = [chapter.name for chapter in chapters()]
    return tuple(sorted(found, key=lambda one: (places.index(one.chapter), one.order)))


def _experiment_in(folder: str) -> Experiment:
    found = import_module(f"{PACKAGE}.{folder}.experiment").EXPERIMENT
    assert isinstance(found, Experiment)
    assert found.name == folder.replace("_", "-"), f"{folder} holds the experiment {found.name}"
    return found


def all_experiments() -> dict[str, Experiment]:
    """Those that can be run, by the name that result files have."""
    return {one.stored: one for one in all_sections() if one.runs is not None}


def find(name: str) -> Experiment | None:
    """The experiment of a name or an alias, one that runs nothing of its own too."""
    return next((one for one in all_sections() if name in (one.name, one.alias)), None)


def named(name: str) -> Experiment:
    """The experiment of a name or an alias that can be run; a BadInput lists all names."""
    found = find(name)
    if found is None or found.runs is None:
        known = ", ".join(one.name for one in all_experiments().values())
        raise BadInput(f"unknown experiment '{name}'; known are {known} (orbweaver lab list)")
    return found


def shown(stored: str) -> str:
    """How a reader is shown the experiment of a result file."""
    found = find(stored)
    return found.shown if found else stored


def all_claims() -> Iterator[tuple[str, Claim]]:
    """Every claim that an experiment makes, by the name of its module and its own."""
    for package in WITH_CLAIMS:
        for found in walk_packages(import_module(package).__path__, f"{package}."):
            for name, value in vars(import_module(found.name)).items():
                if isinstance(value, Claim):
                    yield f"{found.name.removeprefix('orbweaver.')}.{name}", value
