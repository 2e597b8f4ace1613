# SPDX-License-Identifier: Apache-2.0
"""Puts records into files; a file is there whole or not at all.

Rule for names: `DIR/<experiment>/<orb>/<repeat>.json`, where `<repeat>` is the first number that is
free. So runs with other options (`--cores 1` after `--cores all`) add to a folder and never
overwrite; `config` inside distinguishes them.
"""

import errno
import os
import tempfile
from pathlib import Path

from orbweaver.model.schema import Run, StudyRun, to_json
from orbweaver.problems import BadInput, CannotKeep

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EIO)
"""What may come over a folder after it could be written to."""


def store(run: Run | StudyRun, folder: Path) -> Path:
    """Write the run beside its repeats."""
    place = folder / run.experiment / run.orb
    try:
        place.mkdir(parents=True, exist_ok=True)
        path = place / f"{_first_free(place)}.json"
        write_whole(path, to_json(run))
    except OSError as problem:
        kind = CannotKeep if problem.errno in FULL else BadInput
        where = problem.filename or place
        raise kind(f"cannot write results to {where}: {problem.strerror}") from None
    return path


def _first_free(place: Path) -> int:
    taken = [int(path.stem) for path in place.glob("*.json") if path.stem.isdecimal()]
    return max(taken, default=0) + 1


def write_whole(path: Path, text: str) -> None:
    """Write beside the target, then rename: readers never see half a file.

    A device or a pipe is written to, as it must stay what it is; a link stays a link.
    """
    path = path.resolve()
    try:
        _write_whole(path, text)
    except OSError as problem:
        # A full disk is noticed by a write, which knows no name, or beside the target.
        problem.filename = str(path)
        raise


def _write_whole(path: Path, text: str) -> None:
    if path.exists() and not path.is_file():
        path.write_text(text, encoding="utf-8")
        return
    fd, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(fd, "w", encoding="utf-8") as file:
            file.write(text)
        Path(temporary).chmod(0o666 & ~_umask())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise


def _umask() -> int:
    """The kernel returns it only in exchange for another one."""
    value = os.umask(0o022)
    os.umask(value)
    return value


def make_folder(folder: Path) -> None:
    """The folder that results go to; raises BadInput if it cannot be made."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInput(f"cannot make the folder {folder}: {problem.strerror}") from None
