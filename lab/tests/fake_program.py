# SPDX-License-Identifier: Apache-2.0
"""A stand-in for every program of the lab: it keeps the contract, and breaks it when asked to.

Packets are lines of text over unix sockets. `FAKE_<NAME>=<what>[@<packet>]` in the environment
makes the component NAME misbehave: kill, cut, stop, hang, mute, exit0, exit3, error, garbage,
unknown (at a packet); never-ready, bad-option, die-early, stay, warn, reorder, lose, spin (always).

A `…-pipeline` hosts components as KIND OPTIONS -- KIND OPTIONS; they only report.
"""

import argparse
import contextlib
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from pathlib import Path
from types import FrameType

from orbweaver.ior.decode import decode
from references import unix_reference

KIND = Path(sys.argv[0]).name
IS_PIPELINE = KIND.endswith("-pipeline")


def options() -> tuple[argparse.Namespace, list[str]]:
    parser = argparse.ArgumentParser()
    for name in (
        "next",
        "name",
        "sync",
        "transport",
        "cpus",
        "messaging",
        "dispatch",
        "work",
        "input",
        "format",
        "pace",
        "out",
        "threads",
        "depth",
        "lane-low",
        "scheduler",
        "parallel",
        "collocation",
        "looks",
        "blocks",
        "batch",
        "senders",
        "orb",
        "reorder-ms",
    ):
        parser.add_argument(f"--{name}", default="")
    for name in ("packets", "elements", "packet-samples", "call-timeout-ms", "seed", "trace"):
        parser.add_argument(f"--{name}", type=int, default=0)
    for name in ("pace-ms", "work-ms", "seconds"):
        parser.add_argument(f"--{name}", type=float, default=0)
    for name in ("worker", "explain", "vary", "lossy"):
        parser.add_argument(f"--{name}", action="store_true")
    parser.add_argument("--endpoint", action="append")
    return parser.parse_known_args() if IS_PIPELINE else (parser.parse_args(), [])


def hosted() -> list[str]:
    """Names of the components of a pipeline, first to last."""
    return [sys.argv[at + 1] for at, word in enumerate(sys.argv) if word == "--name"]


HOSTED = hosted()
TRACED_LINES = 100
EXPLAINS = "--explain" in sys.argv
if IS_PIPELINE:
    sys.argv = [sys.argv[0], "--name", "the pipeline", *sys.argv[-2:]]

OPTIONS, _ = options()
NAME: str = OPTIONS.name or KIND
FAULT, _, AT = os.environ.get(f"FAKE_{NAME.upper().replace('-', '_')}", "").partition("@")


def reference_of(path: Path) -> str:
    """A program that takes datagrams says where, though packets go another way."""
    takes = any("udp" in endpoint for endpoint in OPTIONS.endpoint or ())
    return unix_reference(str(path), ("127.0.0.1", 4711) if takes else None)


def say(**event: object) -> None:
    try:
        print(json.dumps(event), flush=True)
    except OSError:  # its starter is gone, perhaps before it could print that it is ready
        leave(0)


def result(name: str, **part: object) -> None:
    reported: dict[str, object] = {"choices": choices()} if EXPLAINS else {}
    say(event="result", name=name, **part, **reported)


def choices() -> list[dict[str, str]]:
    way = OPTIONS.transport or "auto"
    reported = "the fastest way" if way == "auto" else f"set by -ORBtransport {way}"
    return [
        {"what": "waiting", "value": "look for 200 us, then block", "why": "[red]2[/red] cores"},
        {"what": f"connection of {NAME}", "value": way, "why": reported},
    ]


MOMENTS = ("arrived", "begun", "worked", "sending", "handed_on", "returned")


def summary(value: float, count: int) -> dict[str, float]:
    names = ("min", "mean", "p50", "p80", "p90", "p99", "p999", "max")
    return {"count": count, "stddev": 0.0, **dict.fromkeys(names, value)}


def trace(count: int, *moments: str) -> list[dict[str, int]]:
    """A moment each microsecond, a packet each millisecond."""
    start = time.monotonic_ns()
    return [
        {"packet": n, **{f"{name}_ns": start + 1_000_000 * n + 1000 * place
                         for place, name in enumerate(moments)}}
        for n in range(1, min(count, OPTIONS.trace) + 1)
    ]  # fmt: skip


def misbehave(packet: int) -> None:
    if not FAULT or packet != int(AT or 0):
        return
    if FAULT == "cut":
        os.write(1, b'{"event":"result","na')
        os.close(1)
        threading.Event().wait(0.1)  # a process that dies is gone some time after its output
        os.kill(os.getpid(), signal.SIGKILL)
    if FAULT in ("kill", "stop"):
        os.kill(os.getpid(), signal.SIGKILL if FAULT == "kill" else signal.SIGSTOP)
    elif FAULT in ("exit0", "exit3"):
        print(f"{NAME}: the antenna fell off", file=sys.stderr, flush=True)
        os._exit(int(FAULT[-1]))
    elif FAULT == "error":
        fail("the queue is on fire")
    elif FAULT == "garbage":
        print("Segmentation \x1b[31mfault", flush=True)
    elif FAULT == "unknown":
        say(event="coffee", name=NAME)
    elif FAULT == "mute":
        os.close(sys.stdout.fileno())
        threading.Event().wait()
    elif FAULT == "hang":
        threading.Event().wait()


def fail(text: str) -> None:
    say(event="error", name=NAME, error=text)
    leave(1)


class Listener:
    """Where packets arrive; the folder and socket are removed on an orderly end."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix=f"orbweaver-{os.getpid()}-"))
        self.path = self.folder / "socket"
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(self.path))
        self.socket.listen()

    def remove(self) -> None:
        """Each step by itself: two threads may leave at once, and the first to end ends both."""
        with contextlib.suppress(OSError):
            self.path.unlink()
        with contextlib.suppress(OSError):
            self.folder.rmdir()


LISTENER = (
    None
    if KIND.endswith(("-producer", "-decode", "-generate", "-pipeline", "-clocks"))
    else Listener()
)


def leave(status: int) -> None:
    if LISTENER:
        LISTENER.remove()
    os._exit(status)


def on_signal(_number: int, _frame: FrameType | None) -> None:
    if FAULT != "stay":
        leave(0)


def watch_stdin() -> None:
    while os.read(0, 100):
        pass
    if FAULT != "stay":
        leave(0)


def connect() -> socket.socket | None:
    if not OPTIONS.next:
        return None
    link = socket.socket(socket.AF_UNIX)
    link.connect(decode(OPTIONS.next).unix_paths()[0])
    if OPTIONS.call_timeout_ms:
        link.settimeout(OPTIONS.call_timeout_ms / 1000)
    return link


def forward(link: socket.socket | None, line: str, number: int) -> None:
    """Send, and in two-way mode wait for the answer, as a stub would."""
    if link is None:
        return
    try:
        link.sendall(line.encode())
        if OPTIONS.messaging == "twoway" and not link.recv(1):
            raise BrokenPipeError
    except TimeoutError:
        limit = OPTIONS.call_timeout_ms
        fail(f"the next one did not take packet {number} within {limit} ms: it is stopped or hangs")
    except OSError:
        fail(f"COMM_FAILURE: connection lost at packet {number}")


def packets() -> list[str]:
    """What the first component sends: numbers."""
    return [str(number) for number in range(1, OPTIONS.packets + 1)]


def samples() -> int:
    size = Path(OPTIONS.input).stat().st_size
    if size < 100:
        print(f"{KIND}: {OPTIONS.input}: too short to hold a frame", file=sys.stderr)
        sys.exit(2)
    if size % 2:
        print("warning: odd trailing byte ignored", file=sys.stderr)
    return size // 2


def frames(first: int, end: int) -> list[dict[str, object]]:
    """One frame in each thousand samples."""
    return [{"icao": f"{at:06x}"} for at in range(-(-first // 1000) * 1000, end, 1000)]


def produce() -> None:
    to_send = packets()
    say(event="ready", name=NAME, pid=os.getpid(), ior="")
    started = time.monotonic_ns()
    link = connect()
    for number, packet in enumerate(to_send, 1):
        misbehave(number)
        forward(link, f"{packet}\n", number)
    forward(link, "end\n", len(to_send) + 1)
    report: dict[str, object] = {"started_ns": started, "last_sent_ns": time.monotonic_ns()}
    report |= {"trace": trace(len(to_send), "sending", "handed_on")}
    result(NAME, producer=report | {"send_us": summary(7, len(to_send))})
    threading.Event().wait()


def process(line: str) -> None:
    misbehave(int(line))
    if OPTIONS.work_ms:
        time.sleep(OPTIONS.work_ms / 1000)
    if FAULT == "spin":
        while True:
            pass


def stage() -> None:
    assert LISTENER
    say(event="ready", name=NAME, pid=os.getpid(), ior=reference_of(LISTENER.path))
    arriving, _ = LISTENER.socket.accept()
    link, received, busy = connect(), 0, 0
    for line in arriving.makefile():
        if line.startswith("end"):
            forward(link, line, received)
            break
        before = time.monotonic_ns()
        received += 1
        process(line)
        busy += time.monotonic_ns() - before
        if not (FAULT == "lose" and received % 3 == 0):
            forward(link, line, received)
        if OPTIONS.messaging == "twoway":
            with contextlib.suppress(OSError):
                arriving.send(b".")
    else:
        fail("COMM_FAILURE: the previous component closed its connection")
    disorder = received // 2 if FAULT in ("reorder", "lose") else 0
    report = stage_report(received, busy, disorder)
    report |= {"trace": trace(received, *MOMENTS)}
    with contextlib.suppress(OSError):
        arriving.send(b".")
    result(NAME, stage=report)
    if FAULT == "late-kill":
        os.kill(os.getpid(), signal.SIGKILL)
    threading.Event().wait()


def pipeline() -> None:
    for name in reversed(HOSTED):
        say(event="ready", name=name, pid=os.getpid())
    started = time.monotonic_ns()
    producer = {"started_ns": started, "last_sent_ns": started + 1, "transport": "inproc"}
    result(HOSTED[0], producer=producer | {"send_us": summary(7, 20)})
    for name in HOSTED[1:]:
        if os.environ.get("FAKE_" + name.upper()) == "error":
            say(event="error", name=name, error="the queue is on fire")
            leave(1)
        result(name, stage=stage_report(20, 0, 0))
    threading.Event().wait()


def stage_report(received: int, busy: int, disorder: int) -> dict[str, object]:
    return {
        "last_ns": time.monotonic_ns(),
        "received": received,
        "lost": 0,
        "busy_ns": busy,
        "reordered_previous": disorder,
        "reordered_original": disorder,
        "reordered_out": disorder,
        "max_concurrency": 1,
        "max_queue": 1,
        "latency_us": summary(9, received),
    }


def clocks() -> None:
    misbehave(0)
    for name in ("CLOCK_MONOTONIC", "TSC, rdtsc"):
        back = 3 if name.startswith("TSC") else 0
        line = {"clock": name, "promised_ns": 1.0, "cost_ns": summary(22.5, 10), "step_ns": 20.0,
                "processors_count": 2, "passed_count": 1000, "backwards_count": back,
                "backwards_worst_ns": 50.0 if back else 0.0,
                "counter_invariant": "yes"}  # fmt: skip
        print(json.dumps(line), flush=True)


def main() -> None:
    if KIND == "adsb-generate":
        Path(OPTIONS.out).write_bytes(bytes(int(20_000 * OPTIONS.seconds)))
        return
    if KIND == "adsb-decode":
        for frame in frames(0, samples()):
            print(json.dumps(frame))
        return
    if KIND == "raw-clocks":
        clocks()
        return
    threading.Thread(target=watch_stdin, daemon=True).start()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, on_signal)
    if FAULT == "never-ready":
        threading.Event().wait()
    if FAULT == "bad-option":
        print("unknown option --sync", file=sys.stderr)
        leave(2)
    if FAULT == "die-early":
        os.kill(os.getpid(), signal.SIGSEGV)
    if FAULT == "warn":
        print("the oscillator drifts", file=sys.stderr, flush=True)
    if OPTIONS.orb.startswith("ORBtrace="):
        for _ in range(TRACED_LINES):
            print(f"12:00:00.000 info: trace: {OPTIONS.orb}", file=sys.stderr, flush=True)
    if IS_PIPELINE:
        pipeline()
    produce() if LISTENER is None else stage()


main()
