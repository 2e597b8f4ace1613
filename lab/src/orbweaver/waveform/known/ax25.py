"""The AX.25 receiver: its frames are held against the reference's."""

from orbweaver.deployment.request import DomainRequest
from orbweaver.model.application import ApplicationRun
from orbweaver.waveform import ax25
from orbweaver.waveform.verdict import Verdict


def verdict(run: ApplicationRun, request: DomainRequest) -> Verdict | None:
    """Of the frames that the receiver found."""
    events = [event for component in run.components for event in component.events]
    path = ax25.frames_of(events)
    if path is None:
        return None
    found = ax25.judge_run(events, request.bin)
    return Verdict(f"{path}: {found.describe()}", {"frames": found.result(path)})
