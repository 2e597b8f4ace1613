# SPDX-License-Identifier: Apache-2.0
"""The audio of a receiver: what to receive, the reference, and what a run's WAV file is worth.

The reference is what the receiving program makes of the recording in one process. In an ordered
mode a run writes the same samples; what reordering costs is the difference of two signal-to-noise
ratios.
"""

import json
import tempfile
import wave
from collections.abc import Generator, Iterable, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from orbweaver.model.application import AudioResult
from orbweaver.problems import JobFailed
from orbweaver.run import programs
from orbweaver.waveform.description import Reference
from orbweaver.waveform.recording import check_recording
from orbweaver.waveform.signal_program import run_program

SECONDS = 5
SEED = 1
AUDIO_RATE = 48_000
"""that of the receiver, if it is not set to another one"""


@dataclass(frozen=True)
class Station:
    """A recording, and the audio that is in it, if that is known."""

    recording: Path
    original: Path | None = None


@dataclass(frozen=True)
class Choices:
    """What of the components' properties changes the audio; `None`: as the receiver has it."""

    sample_rate: int | None = None
    band: str | None = None
    offset: float | None = None
    deviation: float | None = None
    de_emphasis: float | None = None
    audio_rate: int | None = None
    gain: float | None = None

    def options(self) -> list[str]:
        """For the programs that generate and receive."""
        names = {
            "--sample-rate": self.sample_rate, "--band": self.band, "--offset-hz": self.offset,
            "--deviation-hz": self.deviation, "--de-emphasis-us": self.de_emphasis,
            "--audio-rate": self.audio_rate, "--gain-db": self.gain,
        }  # fmt: skip
        return [f"{name}={value}" for name, value in names.items() if value is not None]


@dataclass(frozen=True)
class Audio:
    """The content of a mono WAV file of 16 bits."""

    rate: int
    samples: bytes = field(repr=False)

    def __len__(self) -> int:
        return len(self.samples) // 2


@dataclass(frozen=True)
class Verdict:
    """A run's audio beside the reference's. Of no original there are no ratios."""

    rate: int
    samples: int
    reference_samples: int
    first_difference: int | None  # a sample's number, from 0
    snr_db: float | None = None
    reference_snr_db: float | None = None

    @property
    def is_identical(self) -> bool:
        """Sample for sample."""
        return self.first_difference is None

    @property
    def lost_db(self) -> float | None:
        """What the messaging cost: 0 if the samples are the same."""
        if self.is_identical:
            return 0.0
        if self.snr_db is None or self.reference_snr_db is None:
            return None
        return self.reference_snr_db - self.snr_db

    def result(self, path: str) -> AudioResult:
        """For the record of a run."""
        return AudioResult(
            path=path, rate=self.rate, samples=self.samples, identical=self.is_identical,
            first_difference=self.first_difference, snr_db=self.snr_db, lost_db=self.lost_db,
        )  # fmt: skip

    def describe(self) -> str:
        """One line for people."""
        quality = "" if self.snr_db is None else f", signal to noise {self.snr_db:.1f} dB"
        if self.is_identical:
            return f"{self.samples} samples at {self.rate} Hz, as the reference{quality}"
        lost = self.lost_db
        cost = "" if lost is None else f", {lost:.1f} dB less than the reference"
        return (
            f"{self.samples} samples at {self.rate} Hz, other than the reference from sample "
            f"{self.first_difference} on{quality}{cost}"
        )


@contextmanager
def station(
    recording: Path | None, of: Reference, bin_folder: Path | None = None
) -> Generator[Station]:
    """The person's recording, or else what `source` plays without one, kept in the build tree.

    Outside a build tree it is temporary and removed on leaving.
    """
    if recording is not None:
        yield Station(check_recording(recording).path)
        return
    program = programs.locate(of.generate, bin_folder)
    build = program.parent.parent
    if (build / "CMakeCache.txt").is_file():
        yield _kept(program, build / "recordings")
        return
    with tempfile.TemporaryDirectory(prefix="orbweaver-") as folder:
        result = _in_folder(Path(folder), program)
        _generate(program, result)
        yield result


def receive(
    played: Station, choices: Choices, wav: Path, of: Reference, bin_folder: Path | None = None
) -> None:
    """Write the reference's WAV file."""
    program = programs.locate(of.receive, bin_folder)
    run_program([program, "--input", played.recording, "--out", wav, *choices.options()])


def read_wav(path: Path) -> Audio:
    """What the receiver wrote; a file that is no mono WAV of 16 bits fails the job."""
    try:
        with wave.open(str(path), "rb") as file:
            if (file.getnchannels(), file.getsampwidth()) != (1, 2):
                raise JobFailed(f"{path} is not a mono WAV file of 16 bits")
            return Audio(file.getframerate(), file.readframes(file.getnframes()))
    except (OSError, EOFError, wave.Error) as problem:
        raise JobFailed(f"{path} is no WAV file: {problem}") from None


def first_difference(one: Audio, other: Audio) -> int | None:
    """The first sample in which they differ, or which one of them lacks; 0 if the rates differ."""
    if one.rate != other.rate:
        return 0
    if one.samples == other.samples:
        return None
    pairs = zip(one.samples, other.samples, strict=False)
    octets = (number for number, (a, b) in enumerate(pairs) if a != b)
    return next(octets, 2 * min(len(one), len(other))) // 2


def judge(
    wav: Path,
    reference: Path,
    original: Path | None,
    of: Reference,
    bin_folder: Path | None = None,
) -> Verdict:
    """Hold a run's WAV file against the reference's, and both against the audio that was sent."""
    ran, wanted = read_wav(wav), read_wav(reference)
    return Verdict(
        rate=ran.rate,
        samples=len(ran),
        reference_samples=len(wanted),
        first_difference=first_difference(ran, wanted),
        snr_db=_snr_db(wav, original, of, bin_folder),
        reference_snr_db=_snr_db(reference, original, of, bin_folder),
    )


def judge_run(
    events: Iterable[Mapping[str, object]], of: Reference, bin_folder: Path | None = None
) -> Verdict:
    """Judge a run by the lines that its components printed of the source and of the result.

    A generated station is made again, with its audio. Raises JobFailed if a line is missing.
    """
    station, wav = _printed(events, of)
    if not station or wav is None:
        raise JobFailed("the components printed no line of the station or of the WAV file")
    with tempfile.TemporaryDirectory(prefix="orbweaver-") as folder:
        played = _played(station, Path(folder), of, bin_folder)
        reference = Path(folder) / "reference.wav"
        receive(played, _choices(station), reference, of, bin_folder)
        return judge(Path(str(wav["path"])), reference, played.original, of, bin_folder)


def wav_of(events: Iterable[Mapping[str, object]], of: Reference) -> str | None:
    """The WAV file that judge_run can judge; None if these are not the receiver's components."""
    station, wav = _printed(events, of)
    return str(wav["path"]) if station and wav else None


def _printed(
    events: Iterable[Mapping[str, object]], of: Reference
) -> tuple[dict[str, object], Mapping[str, object] | None]:
    """What is known of the station, from several lines, and the line of the WAV file."""
    station: dict[str, object] = {}
    wav: Mapping[str, object] | None = None
    for event in events:
        if event.get("event") == of.source:
            station.update(event)
        elif event.get("event") == of.result:
            wav = event
    return station, wav


def _choices(station: Mapping[str, object]) -> Choices:
    names = {choice.name for choice in fields(Choices)}
    return Choices(**{name: value for name, value in station.items() if name in names})  # pyright: ignore[reportArgumentType]


def _played(
    station: Mapping[str, object], folder: Path, of: Reference, bin_folder: Path | None
) -> Station:
    """The recording that the source played, or generated.

    The source does not know the audio rate. At another one the receiver cuts off what was sent
    above it, so there is no original to compare with.
    """
    if station.get("input"):
        return Station(Path(str(station["input"])))
    result = Station(folder / "station.cf32", folder / "original.wav")
    program = programs.locate(of.generate, bin_folder)
    words = [f"--{name}={station[name]}" for name in ("seconds", "seed", "noise")]
    choices = _choices(station)
    words += replace(choices, gain=None, audio_rate=None).options()
    run_program([program, "--out", result.recording, "--original", str(result.original), *words])
    return result if choices.audio_rate in (None, AUDIO_RATE) else replace(result, original=None)


def _snr_db(
    wav: Path, original: Path | None, of: Reference, bin_folder: Path | None
) -> float | None:
    if original is None:
        return None
    program = programs.locate(of.compare, bin_folder)
    return float(json.loads(run_program([program, wav, original]))["snr_db"])


def _in_folder(folder: Path, program: Path) -> Station:
    name = f"{program.name}-{SECONDS}s-seed{SEED}"
    return Station(folder / f"{name}.cf32", folder / f"{name}.original.wav")


def _kept(program: Path, folder: Path) -> Station:
    """Made again when the generator is newer."""
    kept = _in_folder(folder, program)
    assert kept.original
    files = (kept.recording, kept.original)
    result = program.stat().st_mtime
    if all(file.is_file() and file.stat().st_mtime >= result for file in files):
        return kept
    try:
        folder.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(prefix="making-", dir=folder) as beside:
            new = _in_folder(Path(beside), program)
            _generate(program, new)
            assert new.original
            new.original.replace(kept.original)
            new.recording.replace(kept.recording)
    except OSError as problem:
        raise JobFailed(f"cannot keep a recording in {folder}: {problem.strerror}") from None
    return kept


def _generate(program: Path, target: Station) -> None:
    words = ["--seconds", str(SECONDS), "--seed", str(SEED)]
    run_program([program, "--out", target.recording, "--original", str(target.original), *words])
