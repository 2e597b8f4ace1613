"""Finds the studies: every folder of `orbweaver.studies` whose module `study` has a `STUDY`."""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from orbweaver.studies.study import Study


@cache
def all_studies() -> dict[str, Study]:
    """By name, those of the first paper first."""
    import orbweaver.studies  # noqa: PLC0415

    folders = (found for found in iter_modules(orbweaver.studies.__path__) if found.ispkg)
    studies = [_study_in(folder.name) for folder in folders]
    return {study.name: study for study in sorted(studies, key=lambda one: (one.paper, one.name))}


def _study_in(folder: str) -> Study:
    study = import_module(f"orbweaver.studies.{folder}.study").STUDY
    assert isinstance(study, Study)
    assert study.name == folder.replace("_", "-"), f"{folder} holds the study {study.name}"
    return study
