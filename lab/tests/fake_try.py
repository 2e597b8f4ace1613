# SPDX-License-Identifier: Apache-2.0
"""A stand-in for orbweaver-try: it notes its words, and behaves as FAKE_TRY says."""

import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TextIO

HOW = os.environ.get("FAKE_TRY", "")
IN = {"port": "in", "interface": "IDL:standardInterfaces/realFloat:1.0", "sample": "float"}
ENDED = {"never-starts": "failed", "wait": "interrupted", "fails": "failed"}
OUT = {"port": "out", "interface": "IDL:Packet/OctetStream:1.0", "sample": "octet"}


def say(events: TextIO, event: str, **what: object) -> None:
    print(json.dumps({"event": event, **what}), file=events, flush=True)


def output(events: TextIO, line: str, stream: str = "output") -> None:
    say(events, "output", component="gain", stream=stream, line=line)


def fail(events: TextIO, text: str) -> None:
    say(events, "failure", line=text)
    print(f"orbweaver-try: {text}", file=sys.stderr, flush=True)


def wait_for_a_signal() -> None:
    ended: list[int] = []
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda number, _: ended.append(number))
    Path(os.environ["FAKE_READY"]).touch()
    while not ended:
        time.sleep(0.01)


def run(events: TextIO) -> int:
    if HOW == "usage":
        print("orbweaver-try: --orb: 'x' is no option; write NAME=VALUE", file=sys.stderr)
        return 2
    if HOW == "interrupted-early":
        print("orbweaver-try: it is slow today", file=sys.stderr)
        print("orbweaver-try: ended before the component ran", file=sys.stderr)
        return 1
    if HOW == "bad-input":
        fail(events, "gain.prf.xml:3: it is wrong")
        fail(events, "gain.scd.xml:5: it is wrong, too")
        return 2
    say(events, "trial", component="gain", identifier="gain:try", implementation="here",
        program="/sdr/dom/gain", process=7)  # fmt: skip
    say(events, "note", line="port 'out': what comes out is counted and dropped")
    output(events, "tuned to 100.1 MHz")
    output(events, "antenna is weak", "error")
    output(events, '{"event": "stage", "samples": 5}')
    print("samples", end="", flush=True)
    if HOW == "wait":
        wait_for_a_signal()
    if HOW == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if HOW == "garbage":
        print("hello", file=events, flush=True)
    if HOW == "never-starts":
        fail(events, "component 'gain:try': start: failed")
    if HOW == "fails":
        fail(events, "component 'gain:try' ended: killed by SIGSEGV")
        fail(events, "out.f32: No space left on device")
    ended = ENDED.get(HOW, "end of stream")
    ran_ms = None if HOW == "never-starts" else 500.0
    say(events, "result", ended=ended, ran_ms=ran_ms, program_end="exit status 0",
        inputs=[{**IN, "file": "in.f32", "packets": 2, "samples": 1500}],
        outputs=[{**OUT, "file": None, "packets": 1, "samples": 750}])  # fmt: skip
    return 1 if ended == "failed" else 0


def main() -> int:
    at = sys.argv.index("--events")
    words = sys.argv[1:at] + sys.argv[at + 2 :]
    Path(os.environ["FAKE_WORDS"]).write_text("\n".join(words))
    with os.fdopen(int(sys.argv[at + 1]), "w") as events:
        return run(events)


sys.exit(main())
