# SPDX-License-Identifier: Apache-2.0
"""A trial of one component: from the lines of orbweaver-try to its record."""

from collections.abc import Callable
from dataclasses import dataclass

from orbweaver.deployment.domain_program import DomainProgram, note_failure
from orbweaver.deployment.heard import Heard
from orbweaver.model.domain_events import DomainFailure, Output
from orbweaver.model.events import Garbage
from orbweaver.model.trial import PortResult, TrialRun
from orbweaver.model.trial_events import Begun, Note, PortCount, TrialEnd, parse_trial_event
from orbweaver.problems import BadInput, JobFailed
from orbweaver.record.provenance import provenance
from orbweaver.run import programs
from orbweaver.run.process import signal_name
from orbweaver.trial.request import PROGRAM, TrialRequest

BAD_INPUT = 2


@dataclass
class Watcher:
    """What a caller wants to see while the component runs."""

    on_begin: Callable[[str], None] = lambda _: None
    on_output: Callable[[Output], None] = lambda _: None
    on_message: Callable[[str], None] = lambda _: None


class _Listener:
    """Gathers the record of a trial."""

    def __init__(self, watcher: Watcher) -> None:
        self._watcher = watcher
        self.begun: Begun | None = None
        self.end: TrialEnd | None = None
        self.heard = Heard()
        self.notes: list[str] = []
        self.failures: list[str] = []
        self.held: list[str] = []

    def take_line(self, text: bytes) -> None:
        """A line of the program's."""
        try:
            line = parse_trial_event(text)
        except Garbage as problem:
            raise JobFailed(f"{PROGRAM} printed {problem}") from None
        match line:
            case Begun():
                self.begun = line
                self.show_held()
                self._watcher.on_begin(line.component)
            case Output():
                self.heard.take(line)
                self._watcher.on_output(line)
            case Note():
                self.notes.append(line.line)
                self._watcher.on_message(line.line)
            case DomainFailure():
                note_failure(self.failures, line.line)
            case TrialEnd():
                self.end = line

    def take_message(self, text: str) -> None:
        """A line of standard error; those that report a failure are its words again.

        Before the component runs it may say why it will not: that is the command's own line.
        """
        if text in self.failures:
            return
        self.held.append(text)
        if self.begun is not None:
            self.show_held()

    def show_held(self) -> None:
        """The messages that are the command's own line in no case."""
        for text in self.held:
            self._watcher.on_message(text)
        self.held.clear()

    def ports(self) -> list[PortResult]:
        """What went through each."""
        if self.end is None:
            return []
        seconds = (self.end.ran_ms or 0) / 1000
        return [
            *(_port(one, "in", seconds) for one in self.end.inputs),
            *(_port(one, "out", seconds) for one in self.end.outputs),
        ]


def _port(count: PortCount, direction: str, seconds: float) -> PortResult:
    rate = count.samples / seconds if seconds > 0 else None
    return PortResult.model_validate(
        {**count.model_dump(), "direction": direction, "samples_per_second": rate}
    )


def run_trial(request: TrialRequest, watcher: Watcher) -> TrialRun:
    """Try the component.

    Raises BadInput with the program's words if it refuses its input. A failure is in the record's
    `failures`.
    """
    origin = provenance(None, "other", programs.folder(request.bin))
    listener = _Listener(watcher)
    program = DomainProgram(request.command(), PROGRAM, has_our_streams=True)
    try:
        with program.handing_on():
            status = program.read(listener.take_line, listener.take_message)
    finally:
        program.close()
    if status == BAD_INPUT:
        _refuse(listener, watcher)
    if status != 0 and not listener.failures:
        listener.failures.append(_why(status, listener.held))
    listener.show_held()
    return _record(request, listener, origin)


def _refuse(listener: _Listener, watcher: Watcher) -> None:
    """Every line that says what is wrong; the last one is the command's own."""
    lines = [*listener.held, *listener.failures] or [f"{PROGRAM} refuses its input"]
    for line in lines[:-1]:
        watcher.on_message(line)
    raise BadInput(lines[-1])


def _record(request: TrialRequest, listener: _Listener, origin: object) -> TrialRun:
    begun, end, heard = listener.begun, listener.end, listener.heard
    return TrialRun.model_validate(
        {
            "spd": str(request.spd),
            "provenance": origin,
            "settings": request.settings,
            "messaging": request.messaging,
            "packet_samples": request.packet_samples,
            "component": begun.component if begun else None,
            "implementation": begun.implementation if begun else None,
            "program": begun.program if begun else None,
            "ended": end.ended if end else "failed",
            "ran_ms": end.ran_ms if end else None,
            "ports": listener.ports(),
            "events": heard.events,
            "lines": heard.lines,
            "dropped": heard.dropped,
            "program_end": end.program_end if end else None,
            "notes": listener.notes,
            "failures": listener.failures,
        }
    )


def _why(status: int, held: list[str]) -> str:
    """Takes the last line that was held back, if that is it."""
    if status < 0:
        return f"{PROGRAM} was killed by {signal_name(-status)}"
    return held.pop() if held else f"{PROGRAM} ended with status {status}"
