# SPDX-License-Identifier: Apache-2.0
"""A run of an application: from the lines of orbweaver-run to its record."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from orbweaver.deployment.debugger import Debugger
from orbweaver.deployment.domain_program import DomainProgram, note_failure
from orbweaver.deployment.heard import Heard, event_in
from orbweaver.deployment.request import PROGRAM, DomainRequest
from orbweaver.model.application import ApplicationRun, ComponentResult
from orbweaver.model.domain_events import (
    ApplicationState,
    ComponentEnded,
    ComponentProcess,
    DomainFailure,
    DomainReady,
    Notice,
    Output,
    parse_domain_event,
)
from orbweaver.model.events import Garbage
from orbweaver.problems import BadInput, JobFailed
from orbweaver.record.provenance import provenance
from orbweaver.run import programs
from orbweaver.run.process import signal_name

BAD_INPUT = 2


@dataclass
class Watcher:
    """What a caller wants to see while the application runs."""

    on_domain: Callable[[str], None] = lambda _: None
    on_state: Callable[[str], None] = lambda _: None
    on_output: Callable[[Output], None] = lambda _: None
    on_message: Callable[[str], None] = lambda _: None
    debugger: Debugger = field(default_factory=Debugger)


class _Listener:
    """Gathers the record of a run. `debugged`: the component that a debugger is attached to."""

    def __init__(self, watcher: Watcher, debugged: str | None = None) -> None:
        self._watcher = watcher
        self._debugged = debugged
        self._began = time.monotonic()
        self.times: dict[str, float] = {}
        self.components: list[ComponentProcess] = []
        self.heard: dict[str, Heard] = {}
        self.failures: list[str] = []
        self.messages: list[str] = []

    def take_line(self, text: bytes) -> None:
        """A line of standard output."""
        try:
            line = parse_domain_event(text)
        except Garbage as problem:
            raise JobFailed(f"{PROGRAM} printed {problem}") from None
        match line:
            case DomainReady():
                self._watcher.on_domain(line.name)
            case ApplicationState():
                self.times[line.state] = (time.monotonic() - self._began) * 1000
                self.components = line.components or self.components
                self._tell_who_does_not_wait(line)
                self._watcher.on_state(line.state)
            case Output():
                self._of(line.component).take(line)
                self._watcher.on_output(line)
                self._look_for_who_waits(line)
            case ComponentEnded():
                self._of(line.component).ended = line.how
                self.failures.append(f"component '{line.component}' ended: {line.how}")
            case DomainFailure():
                note_failure(self.failures, line.line)
            case Notice():
                pass

    def take_message(self, text: str) -> None:
        """A line of standard error; those that report a failure are its words again."""
        self.messages.append(text)
        if text not in self.failures:
            self._watcher.on_message(text)

    def _look_for_who_waits(self, line: Output) -> None:
        event = event_in(line) if self._debugged is not None else None
        if event is None or event.get("event") != "debugger" or self._watcher.debugger.started:
            return
        process = event.get("process")
        if isinstance(process, int):
            self._watcher.debugger.attach(process)

    def _tell_who_does_not_wait(self, state: ApplicationState) -> None:
        """A component that is not written with the framework runs on."""
        if self._debugged is None or state.state != "created" or self._watcher.debugger.started:
            return
        for one in state.components:
            if one.name == self._debugged:
                self._watcher.on_message(
                    f"component '{one.name}' does not wait for a debugger; in another terminal: "
                    f"{self._watcher.debugger.command} -p {one.process}"
                )

    def _of(self, component: str) -> Heard:
        return self.heard.setdefault(component, Heard())

    def results(self) -> list[ComponentResult]:
        """Every component, in the order of the SAD."""
        return [
            ComponentResult(
                name=one.name,
                identifier=one.identifier,
                process=one.process,
                device=one.device,
                events=self._of(one.name).events,
                lines=self._of(one.name).lines,
                dropped=self._of(one.name).dropped,
                ended=self._of(one.name).ended,
            )
            for one in self.components
        ]

    def ran_ms(self) -> float | None:
        """Between start and stop; an application that is torn down is released at once."""
        if "running" not in self.times:
            return None
        end = self.times.get("stopped", self.times.get("released"))
        return None if end is None else end - self.times["running"]


def run_application(request: DomainRequest, watcher: Watcher) -> ApplicationRun:
    """Run the application to its end.

    Raises BadInput with the program's last words if it refuses its input; the watcher gets those
    before. A failure is in the record's `failures`.
    """
    origin = provenance(None, "other", programs.folder(request.bin))
    if request.debug is not None:
        watcher.debugger.check()
    listener = _Listener(watcher, request.debug)
    program = DomainProgram(request.command(), interrupts=lambda: not watcher.debugger.is_there)
    with program.handing_on():
        try:
            status = program.read(listener.take_line, listener.take_message)
        finally:
            program.close()
            watcher.debugger.wait()  # it has the terminal, also after a failure
    if status == BAD_INPUT:
        *others, last = listener.failures or [f"{PROGRAM} refuses {request.sad}"]
        for line in others:
            watcher.on_message(line)
        raise BadInput(last)
    if status != 0 and not listener.failures:
        listener.failures.append(_why(status, listener.messages))
    return ApplicationRun(
        sad=str(request.sad),
        provenance=origin,
        settings=[*request.set_by_words, *request.settings],
        placement=request.placement,
        components=listener.results(),
        created_ms=listener.times.get("created"),
        ran_ms=listener.ran_ms(),
        interrupted=program.interrupted,
        failures=listener.failures,
    )


def _last(messages: list[str], otherwise: str) -> str:
    return messages[-1] if messages else otherwise


def _why(status: int, messages: list[str]) -> str:
    if status < 0:
        return f"{PROGRAM} was killed by {signal_name(-status)}"
    return _last(messages, f"{PROGRAM} ended with status {status}")
