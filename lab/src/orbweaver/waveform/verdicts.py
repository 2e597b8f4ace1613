# SPDX-License-Identifier: Apache-2.0
"""What a run of a waveform was worth beside its reference, by the kind of what it wrote."""

from dataclasses import dataclass

from orbweaver.deployment.request import DomainRequest
from orbweaver.model.application import ApplicationRun
from orbweaver.waveform import audio, frames
from orbweaver.waveform.description import Reference


@dataclass(frozen=True)
class Verdict:
    """`line`: for a person; `record`: members of the record of the run."""

    line: str
    record: dict[str, object]


def verdict(run: ApplicationRun, request: DomainRequest, of: Reference) -> Verdict | None:
    """None: its components wrote nothing that can be judged. Raises a Problem: it fails."""
    events = [event for component in run.components for event in component.events]
    if of.kind == "audio":
        wav = audio.wav_of(events, of)
        if wav is None:
            return None
        heard = audio.judge_run(events, of, request.bin)
        return Verdict(f"{wav}: {heard.describe()}", {"audio": heard.result(wav)})
    path = frames.frames_of(events, of)
    if path is None:
        return None
    found = frames.judge_run(events, of, request.bin)
    return Verdict(f"{path}: {found.describe()}", {"frames": found.result(path)})
