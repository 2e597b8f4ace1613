# SPDX-License-Identifier: Apache-2.0
"""Finds and reads the result files of a folder; a file that cannot be read spoils no other."""

from dataclasses import dataclass
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from orbweaver.model.schema import KINDS, SCHEMA, AnyRun, NotRun, Run, StudyRun
from orbweaver.problems import BadInput
from orbweaver.record.not_run import NAME as NOT_RUN
from orbweaver.record.not_run import not_run_in

LARGEST = 64 << 20
"""Bytes of a result file; a larger one is no result file."""

_RECORD: TypeAdapter[Run | StudyRun] = TypeAdapter(AnyRun)


@dataclass(frozen=True)
class ResultFile:
    """One run, and the file that it lay in."""

    path: Path
    repeat: int
    run: Run


@dataclass(frozen=True)
class StudyFile:
    """One run of a study, and the file that it lay in."""

    path: Path
    repeat: int
    run: StudyRun


@dataclass(frozen=True)
class Broken:
    """A file that is no result, and why."""

    path: Path
    reason: str

    def __str__(self) -> str:
        return f"{self.path}: {self.reason}"


@dataclass(frozen=True)
class Results:
    """All that a folder holds, in the order of experiment, ORB and repeat."""

    folder: Path
    files: tuple[ResultFile, ...]
    broken: tuple[Broken, ...]
    not_run: tuple[NotRun, ...]
    studies: tuple[StudyFile, ...] = ()

    def __repr__(self) -> str:
        """One line: the whole of it would be thousands."""
        names = list(dict.fromkeys(run.experiment for run in self.all_runs))
        shown = ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")
        broken = f", {len(self.broken)} broken files" if self.broken else ""
        return f"<Results of {self.folder}: {len(self.all_runs)} runs of {shown or 'none'}{broken}>"

    @property
    def runs(self) -> tuple[Run, ...]:
        """The runs of pipelines without their files."""
        return tuple(file.run for file in self.files)

    @property
    def all_runs(self) -> tuple[Run | StudyRun, ...]:
        """Those of pipelines and those of studies."""
        return self.runs + tuple(file.run for file in self.studies)


def load(folder: str | Path) -> Results:
    """Read every result file below a folder.

    Raises BadInput if there is no such folder, or no file of results in it. Files that are broken,
    cut off or of another schema are listed in `broken` and left out.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise BadInput(f"{folder} is no folder: give one that `orbweaver lab run --out` has made")
    paths = (path for path in folder.glob("*/*/*.json") if path.stem.isdecimal())
    read = [_read(path) for path in sorted(paths, key=_order)]
    noted = list(not_run_in(folder))
    if not read and not noted:
        raise BadInput(f"{folder} holds no results: no file <experiment>/<orb>/<repeat>.json")
    return Results(
        folder=folder,
        files=tuple(one for one in read if isinstance(one, ResultFile)),
        broken=(
            *(one for one in read if isinstance(one, Broken)),
            *(Broken(folder / NOT_RUN, line) for line in noted if isinstance(line, str)),
        ),
        not_run=tuple(line for line in noted if isinstance(line, NotRun)),
        studies=tuple(one for one in read if isinstance(one, StudyFile)),
    )


def _order(path: Path) -> tuple[list[tuple[str, int]], str, int, str]:
    """exp2 before exp10, and 2.json before 10.json."""
    return natural(path.parents[1].name), path.parent.name, int(path.stem), path.name


def natural(name: str) -> list[tuple[str, int]]:
    """A name as people sort it: its numbers by value."""
    letters = name.rstrip("0123456789")
    return [(letters, int(name[len(letters) :] or 0))]


def _read(path: Path) -> ResultFile | StudyFile | Broken:
    try:
        if path.stat().st_size > LARGEST:
            return Broken(path, f"larger than {LARGEST >> 20} MiB")
        run = _RECORD.validate_json(path.read_bytes())
    except OSError as problem:
        return Broken(path, problem.strerror or str(problem))
    except ValidationError as problem:
        return Broken(path, _first_fault(problem))
    if (run.experiment, run.orb) != (path.parents[1].name, path.parent.name):
        return Broken(path, f"holds {run.experiment} with {run.orb}, which its folder denies")
    repeat = int(path.stem)
    return ResultFile(path, repeat, run) if isinstance(run, Run) else StudyFile(path, repeat, run)


def _first_fault(problem: ValidationError) -> str:
    first = problem.errors()[0]
    if first["type"] == "json_invalid":
        return f"not whole JSON ({first['msg'].partition(': ')[2]})"
    place = ".".join(str(part) for part in first["loc"] if part not in KINDS)
    if place == "schema":
        return f"not of the schema {SCHEMA}"
    more = f", and {problem.error_count() - 1} more" if problem.error_count() > 1 else ""
    return f"'{place}': {first['msg'].lower()}{more}"
