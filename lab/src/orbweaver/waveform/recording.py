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
SECONDS = 3
SEED = 1


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
    """The person's recording, or else a generated one.

    A generated recording is kept in the build tree if the programs lie in one; elsewhere it is
    temporary and removed on leaving.
    """
    if path is not None:
        yield check_recording(path)
        return
    program = programs.locate("adsb-generate", bin_folder)
    build = program.parent.parent
    if (build / "CMakeCache.txt").is_file():
        yield Recording(_kept(program, build / "recordings"), "cu8")
        return
    with tempfile.TemporaryDirectory(prefix="orbweaver-") as folder:
        target = Path(folder) / "generated.cu8"
        _generate(program, target)
        yield Recording(target, "cu8")


def _kept(program: Path, folder: Path) -> Path:
    """Made again when the generator is newer."""
    target = folder / f"adsb-{SECONDS}s-seed{SEED}.cu8"
    if target.is_file() and target.stat().st_mtime >= program.stat().st_mtime:
        return target
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="making-", dir=folder) as beside:
            new = Path(beside) / "new.cu8"
            _generate(program, new)
            new.replace(target)
    except OSError as problem:
        raise JobFailed(f"cannot keep a recording in {folder}: {problem.strerror}") from None
    return target


def _generate(program: Path, target: Path) -> None:
    arguments = ["--out", str(target), "--seconds", str(SECONDS), "--seed", str(SEED)]
    with Supervisor(Limits(total=120)) as supervisor:
        supervisor.start(Command("adsb-generate", program, arguments, speaks="nothing"))
        supervisor.await_results()
    if not target.is_file() or not target.stat().st_size:
        raise JobFailed("adsb-generate ended well but made no recording")
