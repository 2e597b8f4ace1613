"""The FM receiver: its audio is held against the reference's."""

from orbweaver.deployment.request import DomainRequest
from orbweaver.model.application import ApplicationRun
from orbweaver.waveform import fm
from orbweaver.waveform.verdict import Verdict


def verdict(run: ApplicationRun, request: DomainRequest) -> Verdict | None:
    """Of the WAV file that the receiver wrote."""
    events = [event for component in run.components for event in component.events]
    path = fm.wav_of(events)
    if path is None:
        return None
    found = fm.judge_run(events, request.bin)
    return Verdict(f"{path}: {found.describe()}", {"audio": found.result(path)})
