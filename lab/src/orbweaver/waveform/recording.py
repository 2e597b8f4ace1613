# SPDX-License-Identifier: Apache-2.0
"""The recording a waveform reads: a person's file, checked beforehand, or a generated one."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import programs
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits, Supervisor

RecordingType = Literal["cu8", "cs8", "cs16", "cf32", "sigmf"]
SUFFIXES: dict[str, RecordingType] = {
    ".cu8": "cu8", ".cs8": "cs8", ".cs16": "cs16", ".cf32": "cf32", ".sigmf-meta": "sigmf",
}  # fmt: skip
GENERATE = ["adsb-generate", "--seconds", "3", "--seed", "1"]
FILE = "adsb-3s-seed1.cu8"


@dataclass(frozen=True)
class Recording:
    """A file with samples."""

    path: Path
    type: RecordingType

    def size(self) -> int:
        """Bytes of samples, or a little more: the description of a SigMF recording counts too."""
        data = self.path.with_suffix(".sigmf-data")
        return sum(path.stat().st_size for path in {self.path, data} if path.is_file())


def check_recording(path: Path) -> Recording:
    """Refuse what cannot be read as samples; what is inside is the source program's to judge."""
    if not path.exists():
        raise BadInput(f"the recording {path} does not exist")
    if not path.is_file():
        raise BadInput(f"the recording {path} is not a file")
    kind = SUFFIXES.get(path.suffix.lower())
    if kind is None:
        raise BadInput(
            f"the recording {path} has no known format: name it with one of {' '.join(SUFFIXES)}"
        )
    try:
        with path.open("rb") as file:
            empty = not file.read(1)
    except OSError as problem:
        raise BadInput(f"the recording {path} cannot be read: {problem.strerror}") from None
    if empty:
        raise BadInput(f"the recording {path} is empty")
    return Recording(path.absolute(), kind)


@contextmanager
def recording(path: Path | None, bin_folder: Path | None) -> Generator[Recording]:
    """The person's recording, or else a generated one."""
    if path is not None:
        yield check_recording(path)
        return
    with generated(GENERATE, FILE, bin_folder) as result:
        yield Recording(result, "cu8")


@contextmanager
def generated(words: list[str], name: str, bin_folder: Path | None) -> Generator[Path]:
    """A file of this name that a program makes: `words` and `--out FILE`.

    It is kept in the build tree if the programs lie in one; elsewhere it is temporary and removed
    on leaving.
    """
    program = programs.locate(words[0], bin_folder)
    build = program.parent.parent
    if (build / "CMakeCache.txt").is_file():
        yield _kept(program, words[1:], build / "recordings" / name)
        return
    with tempfile.TemporaryDirectory(prefix="orbweaver-") as folder:
        target = Path(folder) / name
        _generate(program, words[1:], target)
        yield target


def _kept(program: Path, words: list[str], target: Path) -> Path:
    """Made again when the generator is newer."""
    if target.is_file() and target.stat().st_mtime >= program.stat().st_mtime:
        return target
    folder = target.parent
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="making-", dir=folder) as beside:
            new = Path(beside) / target.name
            _generate(program, words, new)
            new.replace(target)
    except OSError as problem:
        raise JobFailed(f"cannot keep a recording in {folder}: {problem.strerror}") from None
    return target


def _generate(program: Path, words: list[str], target: Path) -> None:
    name = program.name
    with Supervisor(Limits(total=120)) as supervisor:
        supervisor.start(Command(name, program, ["--out", str(target), *words], speaks="nothing"))
        supervisor.await_results()
    if not target.is_file() or not target.stat().st_size:
        raise JobFailed(f"{name} ended well but made no recording")
