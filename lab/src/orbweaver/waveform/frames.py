# SPDX-License-Identifier: Apache-2.0
"""The frames of a receiver: the reference, and what a run's frames are worth.

The reference is what the receiving program finds in the recording in one process. A run finds the
same frames, line for line, however its components are placed and talk, as long as packets keep
order.
"""

import json
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import cast

from orbweaver.model.application import FramesResult
from orbweaver.problems import JobFailed
from orbweaver.run import programs
from orbweaver.waveform.description import Reference
from orbweaver.waveform.signal_program import run_program

GENERATED = ("frames", "stations", "seed", "noise", "overlap")


@dataclass(frozen=True)
class Verdict:
    """A run's frames beside the reference's, and beside what was sent, if that is known."""

    frames: int
    reference_frames: int
    is_identical: bool
    sent: int | None = None
    received: int | None = None

    def result(self, path: str) -> FramesResult:
        """For the record of a run."""
        return FramesResult(
            path=path, frames=self.frames, reference_frames=self.reference_frames,
            identical=self.is_identical, sent=self.sent, received=self.received,
        )  # fmt: skip

    def describe(self) -> str:
        """One line for people."""
        beside = "as" if self.is_identical else f"other than the {self.reference_frames} of"
        known = "" if self.sent is None else f"; {self.received} of {self.sent} sent"
        return f"{self.frames} frames, {beside} the reference{known}"


def judge_run(
    events: Iterable[Mapping[str, object]], of: Reference, bin_folder: Path | None = None
) -> Verdict:
    """Judge a run by the lines that its components printed of the source and of the result.

    Generated stations are generated again. Raises JobFailed if a line is missing.
    """
    traffic, found = _printed(events, of)
    if traffic is None or found is None:
        raise JobFailed("the components printed no line of the traffic or of the frames")
    with tempfile.TemporaryDirectory(prefix="orbweaver-") as folder:
        recording = _played(traffic, Path(folder), of, bin_folder)
        rate, offset = str(traffic["sample_rate"]), str(traffic["offset"])
        wanted = receive(recording, rate, offset, of, bin_folder)
        sent = _sent(recording, float(offset))
    return judge(_lines(Path(str(found["path"]))), wanted, sent)


def judge(lines: list[str], wanted: list[str], sent: list[str] | None) -> Verdict:
    """`sent`: the octets of each frame on the channel."""
    received = None
    if sent is not None:
        heard = Counter(str(_record(line, "octets")["octets"]) for line in lines)
        received = sum((heard & Counter(sent)).values())
    return Verdict(
        frames=len(lines),
        reference_frames=len(wanted),
        is_identical=lines == wanted,
        sent=None if sent is None else len(sent),
        received=received,
    )


def receive(
    recording: Path,
    sample_rate: str,
    offset_hz: str,
    of: Reference,
    bin_folder: Path | None = None,
) -> list[str]:
    """The reference's frames, a JSON line each."""
    program = programs.locate(of.receive, bin_folder)
    rate, offset = f"--sample-rate={sample_rate}", f"--offset-hz={offset_hz}"
    return run_program([program, "--input", recording, rate, offset, "--json"]).splitlines()


def frames_of(events: Iterable[Mapping[str, object]], of: Reference) -> str | None:
    """The file that judge_run can judge; None if these are not the receiver's components."""
    traffic, found = _printed(events, of)
    return str(found["path"]) if traffic and found else None


def _printed(
    events: Iterable[Mapping[str, object]], of: Reference
) -> tuple[Mapping[str, object] | None, Mapping[str, object] | None]:
    """The line of the traffic, and the one of the frames."""
    traffic: Mapping[str, object] | None = None
    found: Mapping[str, object] | None = None
    for event in events:
        if event.get("event") == of.source:
            traffic = event
        elif event.get("event") == of.result:
            found = event
    return traffic, found


def _played(
    traffic: Mapping[str, object], folder: Path, of: Reference, bin_folder: Path | None
) -> Path:
    """The recording that the source played, or generated."""
    if traffic.get("input"):
        return Path(str(traffic["input"]))
    result = folder / "stations.cf32"
    program = programs.locate(of.generate, bin_folder)
    words = [f"--{name}={traffic[name]}" for name in GENERATED]
    words += [f"--sample-rate={traffic['sample_rate']}", f"--channels-hz={traffic['offset']}"]
    run_program([program, "--out", result, *words])
    return result


def _sent(recording: Path, channel_hz: float) -> list[str] | None:
    """What the generating program wrote beside the recording; None if it did not."""
    path = recording.with_suffix(".sent.jsonl")
    if not path.is_file():
        return None
    sent = [_record(line, "octets", "channel_hz") for line in _lines(path)]
    return [str(entry["octets"]) for entry in sent if entry["channel_hz"] == channel_hz]


def _record(line: str, *members: str) -> dict[str, object]:
    """The object of a line, with these members. Raises JobFailed: it is another one, or none."""
    try:
        record = json.loads(line)
    except ValueError:
        record = None
    if not isinstance(record, dict) or not all(member in record for member in members):
        raise JobFailed(f"a line of frames cannot be read: {line[:80]!r}")
    return cast(dict[str, object], record)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError as problem:
        raise JobFailed(f"{path} cannot be read: {problem.strerror}") from None
