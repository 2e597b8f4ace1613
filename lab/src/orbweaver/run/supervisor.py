# SPDX-License-Identifier: Apache-2.0
"""Watches over the programs of one run and leaves nothing behind.

One thread, one loop: it sleeps in `select` until a program prints, a child changes state (SIGCHLD)
or a person interrupts (SIGINT, SIGTERM, SIGHUP). What goes wrong is collected as symptoms; after a
short while, in which slower news may still arrive, the cause is raised as one line.

    with Supervisor() as supervisor:          # on leaving, every process is gone
        stage = supervisor.start(Command(...))
        supervisor.await_ready(stage)
        ...
        supervisor.await_results()
        supervisor.finish()
"""

import os
import selectors
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from types import FrameType

from orbweaver.model.domain_events import (
    ApplicationState,
    ComponentEnded,
    DomainFailure,
    DomainReady,
    Notice,
    Output,
    parse_domain_event,
)
from orbweaver.model.events import (
    EndOfStream,
    Failed,
    Frame,
    Garbage,
    Logged,
    Lost,
    Ready,
    Result,
    parse_event,
    parse_object,
    shown,
)
from orbweaver.problems import BadInput, Interrupted, JobFailed
from orbweaver.run.activity import activity
from orbweaver.run.lines import LineTooLong
from orbweaver.run.process import Command, Process, signal_name
from orbweaver.run.sockets import remove_announced, remove_unannounced
from orbweaver.run.verdict import (
    Rank,
    Symptom,
    accuses_next,
    rank_of_error,
    root_cause,
)

INTERRUPTS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@dataclass(frozen=True)
class Limits:
    """How long to wait for what, in seconds."""

    ready: float = 5.0
    """for a program to listen"""
    stopped: float = 1.0
    """for a stopped program to continue"""
    idle: float = 5.0
    """without any activity in any program"""
    total: float = 600.0
    """for the whole job"""
    settle: float = 0.3
    """for the cause to show up after its echo"""
    leave: float = 5.0
    """for a program to end after an orderly release"""
    abandon: float = 1.0
    """for a program to end after a failure, before it is killed"""


class Supervisor:
    """Owns all programs of one run. Use it from the main thread, as a context."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()
        self.processes: list[Process] = []
        self._symptoms: list[Symptom] = []
        self._interrupt = 0
        self._releasing = False

    def __enter__(self) -> "Supervisor":
        self._selector = selectors.DefaultSelector()
        self._wake_read, self._wake_write = os.pipe()
        for fd in (self._wake_read, self._wake_write):
            os.set_blocking(fd, False)
        self._selector.register(self._wake_read, selectors.EVENT_READ, None)
        self._old_wakeup = signal.set_wakeup_fd(self._wake_write, warn_on_full_buffer=False)
        self._old_handlers = {n: signal.signal(n, self._note_interrupt) for n in INTERRUPTS}
        self._old_handlers[signal.SIGCHLD] = signal.signal(signal.SIGCHLD, _ignore)
        return self

    def __exit__(self, *_: object) -> None:
        try:
            self._abandon()
        finally:
            for number, handler in self._old_handlers.items():
                signal.signal(number, handler)
            signal.set_wakeup_fd(self._old_wakeup)
            self._selector.close()
            os.close(self._wake_read)
            os.close(self._wake_write)

    def start(self, command: Command) -> Process:
        """Start a program; programs are started from the end of the pipeline to its beginning."""
        self._raise_failure()
        process = Process(command, place=len(self.processes))
        self.processes.append(process)
        self._selector.register(process.stdout.fd, selectors.EVENT_READ, process)
        self._selector.register(process.stderr.fd, selectors.EVENT_READ, process)
        return process

    def await_ready(self, process: Process) -> Ready:
        """Wait until the program listens."""
        deadline = time.monotonic() + self.limits.ready
        while process.ready is None and time.monotonic() < deadline:
            self._pump(deadline)
        if process.ready is None:
            self._fail(process, Rank.SILENT, f"was not ready within {self.limits.ready:g} s")
            self._raise_failure()
        assert process.ready
        return process.ready

    def await_results(self) -> None:
        """Wait until every component has reported its result and every job has ended."""
        self._await(lambda: all(process.is_done for process in self.processes))

    def finish(self) -> None:
        """Release all programs, the first of the pipeline first, and wait until all have left."""
        self._releasing = True
        deadline = time.monotonic() + self.limits.leave
        for process in reversed(self.processes):
            process.release()
        while self._alive() and time.monotonic() < deadline:
            self._pump(deadline)
        for process in self._alive():
            text = f"did not end within {self.limits.leave:g} s after its standard input was closed"
            self._fail(process, Rank.SILENT, text)
        self._raise_failure()

    def messages(self) -> list[str]:
        """What the programs wrote to standard error, each line with its component's name."""
        return [
            line if process.speaks == "domain" else f"{process.name}: {line}"
            for process in reversed(self.processes)
            for line in process.messages
        ]

    def _await(self, done: Callable[[], bool]) -> None:
        """Pump until `done`; fail if nothing moves any more, or if it takes too long."""
        sample = min(1.0, self.limits.idle / 4)
        now = time.monotonic()
        end, last_move, next_look, seen = now + self.limits.total, now, now + sample, -1
        while not done():
            self._pump(next_look)
            now = time.monotonic()
            if now < next_look:
                continue
            next_look = now + sample
            alive = self._alive()
            pids = [pid for process in alive for pid in (process.pid, *process.component_pids)]
            total = sum(activity(pid) for pid in pids)
            if total != seen:
                last_move, seen = now, total
            if now - last_move > self.limits.idle:
                self._fail_silent(f"made no progress within {self.limits.idle:g} s")
            elif now > end:
                self._fail_silent(f"did not finish within {self.limits.total:g} s")

    def _fail_silent(self, text: str) -> None:
        """Blame the first component of the pipeline that still owes its result."""
        owing = [process for process in reversed(self.processes) if not process.is_done]
        names = ", ".join(name for process in owing for name in process.owing)
        self._fail(owing[0], Rank.SILENT, f"{text} (no result yet from {names})")
        self._raise_failure()

    def _pump(self, until: float) -> None:
        """Sleep until something happens or `until`; digest it; raise once the cause is clear."""
        now = time.monotonic()
        for stopped in self._stopped():
            until = min(until, stopped.stopped_at + self.limits.stopped)
        ready = self._selector.select(max(0.0, until - now))
        self._digest({key.data for key, _ in ready})
        if self._symptoms:
            self._settle()
            self._raise_failure()

    def _digest(self, sources: set[Process | None]) -> None:
        if None in sources:
            _drain(self._wake_read)
            self._look_at_children()
        for process in sources - {None}:
            assert process
            self._read(process)
        if self._interrupt:
            name = signal_name(self._interrupt)
            self._symptoms.append(Symptom(Rank.INTERRUPTED, f"interrupted by {name}", 0.0))
        for process in self._stopped():
            if time.monotonic() - process.stopped_at >= self.limits.stopped:
                self._fail_stopped(process)

    def _settle(self) -> None:
        """Give the cause a moment to show up, unless nothing could be more direct."""
        deadline = time.monotonic() + self.limits.settle
        while not any(s.conclusive for s in self._symptoms) and time.monotonic() < deadline:
            ready = self._selector.select(max(0.0, deadline - time.monotonic()))
            self._digest({key.data for key, _ in ready})
        for process in self._stopped():
            self._fail_stopped(process)

    def _raise_failure(self) -> None:
        if self._symptoms:
            cause = root_cause(self._symptoms)
            if cause.rank == Rank.INTERRUPTED:
                raise Interrupted(cause.message)
            raise (BadInput if cause.status == 2 else JobFailed)(cause.message)

    def _look_at_children(self) -> None:
        now = time.monotonic()
        for process in self.processes:
            had_ended = process.ending is not None
            process.look(now)
            if process.ending is not None and not had_ended:
                self._read(process)  # its last words are in the pipe by now
                self._judge_ending(process)

    def _judge_ending(self, process: Process) -> None:
        ending = process.ending
        assert ending
        if ending.signal:
            self._fail(process, Rank.STRUCK, ending.describe())
        elif process.error is not None:
            return  # it has said why
        elif process.failures:
            self._fail(process, Rank.BROKEN, f": {process.failures[0]}", status=ending.status)
        elif ending.status == 2 and process.messages:
            self._fail(process, Rank.BROKEN, f": {process.messages[-1]}", status=2)
        elif ending.status:
            cause = f": {process.messages[-1]}" if process.messages else ""
            self._fail(process, Rank.BROKEN, ending.describe() + cause)
        elif not self._releasing and not process.is_job:
            early = "its part was done" if process.owing else "the others were done"
            self._fail(process, Rank.BROKEN, f"ended before {early}")

    def _read(self, process: Process) -> None:
        process.read_messages()
        try:
            for line in process.stdout.read():
                self._take(process, line)
        except LineTooLong:
            self._fail(process, Rank.BROKEN, "printed a line that does not end")
        except Garbage as problem:
            # A component that was killed while it printed: notice of its end follows and says more.
            rank = Rank.SILENT if process.stdout.cut else Rank.BROKEN
            self._fail(process, rank, f"printed {problem}")
        for reader in (process.stdout, process.stderr):
            if not reader.open and reader.fd in self._selector.get_map():
                self._selector.unregister(reader.fd)
                if reader is process.stdout:
                    self._judge_closed_output(process)

    def _judge_closed_output(self, process: Process) -> None:
        """Mostly the first sign of an end, whose notice follows and says more."""
        if process.ending is None and process.owing and not process.is_job:
            text = "closed its standard output before its part was done"
            self._fail(process, Rank.SILENT, text)

    def _take(self, process: Process, line: bytes) -> None:
        if process.speaks == "domain":
            self._take_domain(process, line)
        elif process.speaks == "frames":
            process.frames.append(Frame(event="frame", frame=parse_object(line)))
        if process.is_job:
            return
        event = parse_event(line)
        match event:
            case Ready():
                if process.ready is None or event.ior:
                    process.ready = event
            case Result():
                process.results[event.name] = event
            case Frame():
                process.frames.append(event)
            case Failed():
                process.error = event.error
                self._judge_error(process, event)
            case EndOfStream() | Lost() | Logged():
                pass

    def _take_domain(self, process: Process, line: bytes) -> None:
        event = parse_domain_event(line)
        match event:
            case ApplicationState():
                known = event.components if event.state in ("created", "running") else []
                process.component_pids = sorted({one.process for one in known if one.process})
            case Output(stream="error"):
                process.note_message(event.component, event.line)
            case Output():
                self._take_of_component(process, event)
            case ComponentEnded():
                how = event.how.removeprefix("it ")
                was = "was " if how.startswith("killed") else ""
                self._fail_component(process, event.component, Rank.STRUCK, f" {was}{how}")
            case DomainFailure():
                process.failures.append(event.line)
            case DomainReady() | Notice():
                pass

    def _take_of_component(self, process: Process, output: Output) -> None:
        try:
            event = parse_event(output.line.encode())
        except Garbage as problem:
            return self._fail_component(
                process, output.component, Rank.BROKEN, f" printed {problem}"
            )
        match event:
            case Result():
                process.results[output.component] = event
            case Frame():
                process.frames.append(event)
            case Failed():
                rank, text = rank_of_error(event.error), shown(event.error, limit=300)
                self._fail_component(process, output.component, rank, f": {text}")
            case Logged():
                process.note_message(output.component, f"{event.level}: {event.text}")
            case Ready() | EndOfStream() | Lost():
                pass

    def _fail_component(self, process: Process, component: str, rank: Rank, text: str) -> None:
        names = process.components
        place = len(names) - 1 - names.index(component) if component in names else 0
        self._symptoms.append(Symptom(rank, component + text, time.monotonic(), place))

    def _judge_error(self, process: Process, event: Failed) -> None:
        error = event.error
        rank, text = rank_of_error(error), shown(error, limit=300)
        if len(process.components) > 1:
            self._fail(process, rank, f": {event.name}: {text}")
        elif process.place > 0 and accuses_next(error):
            culprit = self.processes[process.place - 1]
            cause = "hangs or is too slow" if rank == Rank.LATE else "cannot be reached any more"
            self._fail(culprit, rank, f"{cause}; {process.name} says: {text}")
        else:
            self._fail(process, rank, f": {text}")

    def _fail(self, process: Process, rank: Rank, text: str, status: int = 1) -> None:
        separator = "" if text.startswith(":") else " "
        message = f"{process.name}{separator}{text}"
        self._symptoms.append(Symptom(rank, message, time.monotonic(), process.place, status))

    def _fail_stopped(self, process: Process) -> None:
        name = signal_name(process.stopped_by)
        self._fail(process, Rank.STRUCK, f"is stopped ({name})")

    def _note_interrupt(self, number: int, _frame: FrameType | None) -> None:
        self._interrupt = number

    def _stopped(self) -> list[Process]:
        return [process for process in self.processes if process.stopped_by]

    def _alive(self) -> list[Process]:
        return [process for process in self.processes if process.ending is None]

    def _abandon(self) -> None:
        """End whatever still runs: politely first, so that it removes its sockets itself."""
        for process in self._alive():
            process.send(signal.SIGCONT)
            process.send(signal.SIGTERM)
            process.release()
        deadline = time.monotonic() + self.limits.abandon
        while self._alive() and time.monotonic() < deadline:
            ready = self._selector.select(max(0.0, deadline - time.monotonic()))
            self._digest({key.data for key, _ in ready})
        for process in self.processes:
            self._forget(process)

    def _forget(self, process: Process) -> None:
        for reader in (process.stdout, process.stderr):
            if reader.fd in self._selector.get_map():
                self._selector.unregister(reader.fd)
        process.reap()
        if process.ready is not None:
            remove_announced(process.ready.ior)
        else:
            remove_unannounced(process.pid)


def _drain(fd: int) -> None:
    try:
        while os.read(fd, 4096):
            pass
    except BlockingIOError:
        pass


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Only the wake-up matters: the kernel is asked afterwards what happened."""
