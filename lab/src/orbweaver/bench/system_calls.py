# SPDX-License-Identifier: Apache-2.0
"""Counts the system calls of running programs by name: with perf if it may, else with strace.

perf counts in the kernel and leaves the program's time alone. strace stops the program at each
call, so a program that polls for a while before it sleeps behaves otherwise under it; the result
says which it was.
"""

import json
import os
import re
import select
import shutil
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections import Counter
from contextlib import suppress
from pathlib import Path

from orbweaver.problems import JobFailed

ALL = "all"
"""The key of the sum of all calls."""
MACHINE = ("instructions", "cycles")
"""Counted by perf beside the calls, where the machine has them (many virtual ones do not)."""
NAMED = (
    "futex", "sendto", "sendmsg", "recvfrom", "recvmsg", "read", "write", "readv", "writev",
    "poll", "ppoll", "select", "epoll_wait", "sched_yield", "madvise", "mmap", "munmap", "brk",
    "clock_nanosleep",
)  # fmt: skip
PATIENCE_SECONDS = 60.0
TRIES = 5


class SystemCalls(ABC):
    """Counts from `__enter__` on; `counts()` ends it."""

    tool: str

    @abstractmethod
    def counts(self) -> Counter[str]:
        """Stop counting; gives calls by name, and their sum under ALL."""


def count_system_calls(pid: int) -> SystemCalls | None:
    """Begin to count those of all threads of a process; None if this machine has no means to."""
    if perf_works():
        return PerfCalls(pid)
    if shutil.which("strace"):
        return StraceCalls(pid)
    return None


_perf_works: bool | None = None


def perf_works() -> bool:
    """Whether perf may count system calls here; found out once."""
    global _perf_works  # noqa: PLW0603
    if _perf_works is None:
        _perf_works = shutil.which("perf") is not None and "counter-value" in _run(
            ["perf", "stat", "-j", "-e", "raw_syscalls:sys_enter", "true"]
        )
    return _perf_works


def _run(command: list[str]) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode == 0 else ""


class PerfCalls(SystemCalls):
    """perf stat; a pipe says when it begins."""

    tool = "perf"

    def __init__(self, pid: int) -> None:
        self._begin(pid, TRIES)

    def _begin(self, pid: int, tries: int) -> None:
        self._start(pid)
        try:
            self._order("enable")
        except PerfEnded:  # as it does where a thread of the process ends before perf has it
            if tries == 1:
                raise
            self._begin(pid, tries - 1)

    def _start(self, pid: int) -> None:
        commands, command_end = os.pipe()
        heard, answers = os.pipe()
        calls = [f"syscalls:sys_enter_{name}" for name in _named()]
        events = [*MACHINE, "raw_syscalls:sys_enter", *calls]
        words = [word for event in events for word in ("-e", event)]
        self._popen = subprocess.Popen(
            ["perf", "stat", "-j", *words, "-D", "-1", "--control", f"fd:{commands},{answers}",
             "-p", str(pid)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, pass_fds=(commands, answers),
        )  # fmt: skip
        os.close(commands)
        os.close(answers)
        self._orders, self._heard = command_end, heard

    def counts(self) -> Counter[str]:
        """See SystemCalls."""
        self._order("disable")
        self._popen.send_signal(signal.SIGINT)
        _, errors = self._popen.communicate(timeout=PATIENCE_SECONDS)
        self._close()
        return parse_perf(errors.decode())

    def _close(self) -> None:
        os.close(self._orders)
        os.close(self._heard)

    def _order(self, word: str) -> None:
        with suppress(BrokenPipeError):  # it ended: the answer is empty
            os.write(self._orders, f"{word}\n".encode())
        ready, _, _ = select.select([self._heard], [], [], PATIENCE_SECONDS)
        answer = os.read(self._heard, 64) if ready else None
        if answer is not None and b"ack" in answer:
            return
        self._popen.kill()
        _, errors = self._popen.communicate(timeout=PATIENCE_SECONDS)
        self._close()
        why = f"perf stat did not {word} counting: {errors.decode().strip() or 'no answer'}"
        raise PerfEnded(why) if answer == b"" else JobFailed(why)


class PerfEnded(JobFailed):
    """perf ended by itself."""


def _named() -> list[str]:
    """The named calls that this kernel has, where the kernel lists them."""
    events = Path("/sys/kernel/tracing/events/syscalls")
    if not events.is_dir():
        return list(NAMED)
    return [name for name in NAMED if (events / f"sys_enter_{name}").is_dir()]


def parse_perf(text: str) -> Counter[str]:
    """Read what `perf stat -j` says: one JSON object for each event."""
    counts: Counter[str] = Counter()
    for line in text.splitlines():
        if not line.startswith("{"):
            continue
        one = json.loads(line)
        event = str(one["event"])
        if not str(one["counter-value"]).replace(".", "").isdecimal():
            continue  # "<not counted>"
        name = (
            ALL if event == "raw_syscalls:sys_enter" else event.removeprefix("syscalls:sys_enter_")
        )
        counts[name] = round(float(one["counter-value"]))
    return counts


class StraceCalls(SystemCalls):
    """strace -c, attached."""

    tool = "strace"

    def __init__(self, pid: int) -> None:
        self._out = Path(tempfile.mkstemp(prefix="orbweaver-strace-")[1])
        self._popen = subprocess.Popen(
            ["strace", "-f", "-c", "-o", str(self._out), "-p", str(pid)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        deadline = time.monotonic() + PATIENCE_SECONDS
        while not _is_traced(pid):
            if self._popen.poll() is not None or time.monotonic() > deadline:
                self._popen.kill()
                raise JobFailed("strace could not attach to the program")
            time.sleep(0.01)

    def counts(self) -> Counter[str]:
        """See SystemCalls."""
        self._popen.send_signal(signal.SIGINT)
        self._popen.communicate(timeout=PATIENCE_SECONDS)
        text = self._out.read_text()
        self._out.unlink()
        return parse_strace(text)


def _is_traced(pid: int) -> bool:
    """All of the process's threads are."""
    texts = [path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/status")]
    return bool(texts) and all(re.search(r"^TracerPid:\t[1-9]", t, re.MULTILINE) for t in texts)


def parse_strace(text: str) -> Counter[str]:
    """Read `strace -c`: share, seconds, usecs per call, calls, errors if any, name."""
    counts: Counter[str] = Counter()
    for line in text.splitlines():
        words = line.split()
        if len(words) >= 5 and words[3].isdecimal() and words[-1] != "total":
            counts[words[-1]] = int(words[3])
    counts[ALL] = sum(counts.values())
    return counts
