# SPDX-License-Identifier: Apache-2.0
"""A stand-in for orbweaver-run: it notes its words, and behaves as FAKE_DOMAIN says."""

import json
import os
import signal
import sys
import time
from pathlib import Path

HOW = os.environ.get("FAKE_DOMAIN", "")
LONG = "component 'tuner': " + "it broke, " * 300
ODD_FAILURES = [LONG, "component 'sink': caf\u00e9\x1b[2J", "component 'sink': caf\u00e9\x1b[2J"]
COMPONENTS = [
    {"name": "tuner", "identifier": "tuner:radio", "process": 7, "device": "DCE:1"},
    {"name": "sink", "identifier": "sink:radio", "process": None, "device": "DCE:1"},
]


def say(event: str, **what: object) -> None:
    print(json.dumps({"event": event, **what}), flush=True)


def state(name: str) -> None:
    say("application", state=name, components=COMPONENTS)


def output(component: str, line: str, stream: str = "output") -> None:
    say("output", component=component, stream=stream, line=line)


def complain(text: str) -> None:
    print(f"orbweaver-run: {text}", file=sys.stderr, flush=True)


def fail(text: str) -> None:
    say("failure", line=text)
    complain(text)


def run() -> int:
    name = "" if HOW else "radio 2"
    say("ready", name=name, process=1, domain_manager="IOR:01", naming="IOR:02")
    state("created")
    state("running")
    output("tuner", "tuned to 100.1 MHz")
    output("tuner", '{"event": "result", "name": "tuner", "producer": {"samples": 5}}')
    output("tuner", '{"event": "station", "name": "tuner", "pi": 53857, "text": ""}')
    output("tuner", "antenna is weak", "error")
    complain("a warning")
    if HOW == "wait":
        ended: list[int] = []
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda number, _: ended.append(number))
        Path(os.environ["FAKE_READY"]).touch()
        while not ended:
            time.sleep(0.01)
        output("sink", f"signal {ended[0]}")
    if HOW == "no-reference":
        output(
            "tuner", '{"event": "traffic", "input": "a.cf32", "sample_rate": 48000, "offset": 0}'
        )
        output("sink", '{"event": "ax25", "path": "frames.jsonl"}')
    if HOW == "garbage-under-a-debugger":
        output("tuner", json.dumps({"event": "debugger", "process": os.getpid()}))
    if HOW in {"garbage", "garbage-under-a-debugger"}:
        print("hello", flush=True)
    if HOW == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if HOW == "component-ends":
        say("component_ended", component="sink", how="killed by SIGSEGV")
        fail("component 'sink:radio' on device 'DCE:1': stop: no answer within 10 s")
    if HOW == "odd-failures":
        for text in ODD_FAILURES:
            fail(text)
    output("sink", '{"event": "end_of_stream"}')
    state("stopped")
    state("released")
    return 1 if HOW in {"component-ends", "odd-failures"} else 0


def main() -> int:
    words = sys.argv[1:]
    words.remove("--events")  # JSON lines are asked for
    Path(os.environ["FAKE_WORDS"]).write_text("\n".join(words))
    if HOW in {"bad-input", "two-faults"}:
        if HOW == "two-faults":
            fail("radio.sad.xml:2: it has no id")
        fail("radio.sad.xml:3: the root element is no softwareassembly")
        return 2
    return run()


sys.exit(main())
