#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs of this machine and of another architecture call each other over tcp, both ways.

    interop.py BIN_OF_THIS_MACHINE BIN_OF_THE_OTHER
    interop.py --programs

The kernel starts the other programs by QEMU; QEMU_LD_PREFIX is their sysroot. `--programs` prints
which programs must be there. Ends with 1 if a case failed that FINER does not explain.
"""

import json
import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import Timer
from typing import IO, Any, cast

WITHIN_S = 300
SUITES = ("echo", "types", "any", "values")
BY_TCP = ("--transport", "tcp")
TCP = ("--endpoint", "giop:tcp:127.0.0.1:0")
PAYLOADS = {"octets": 1, "shorts": 4096, "floats": 100_000, "doubles": 1_000_000}
BENCH = [
    {"case": case, "bytes": size, "payload": payload, "calls": 5}
    for case in ("twoway", "oneway")
    for payload, size in PAYLOADS.items()
]
# As many as QEMU processes within the time of a call.
PACKETS = 5

# A client whose long double has more bits or range than its server's gets back what the server
# could keep of it: IBM Z has binary128, x86 80 bits, 32-bit ARM those of a double.
FINER = {"long_double", "sequence_of_long_double"}

Line = dict[str, Any]
NOTHING: Line = {}


def _lines(stream: IO[str]) -> Generator[Line, None, None]:
    for text in stream:
        yield json.loads(text)


class Program:
    """A program that printed its ready line; its standard input is open until it shall end."""

    def __init__(self, words: list[str]) -> None:
        self.name = Path(words[0]).name
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(words, stdin=pipe, stdout=pipe, text=True)
        # Then it prints no more, and what waits for its next line goes on.
        self.limit = Timer(WITHIN_S, self.process.kill)
        self.limit.start()
        self.lines = _lines(cast(IO[str], self.process.stdout))
        self.ready = next(self.lines, NOTHING)
        if self.ready.get("event") != "ready":
            self.limit.cancel()
            self.process.kill()
            raise SystemExit(f"{words[0]} did not start: {self.ready}")

    def end(self) -> None:
        """Fails if it does not end well."""
        cast(IO[str], self.process.stdin).close()
        if status := self.process.wait(WITHIN_S):
            raise SystemExit(f"{self.name} ended with status {status}")


@contextmanager
def _running(*words: object) -> Generator[Program, None, None]:
    program = Program([str(word) for word in words])
    try:
        yield program
        program.end()
    finally:
        program.limit.cancel()
        program.process.kill()


def _suite(client: Path, server: Path, suite: str) -> list[Line]:
    with _running(server / f"orbweaver-{suite}-server", *TCP) as serving:
        command = [client / f"orbweaver-{suite}-client", "--ior", serving.ready["ior"]]
        done = subprocess.run(
            command, capture_output=True, text=True, check=False, timeout=WITHIN_S
        )
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    return lines or [{"case": "all", "ok": False, "detail": done.stderr.strip()[-300:]}]


def _bench(client: Path, server: Path) -> list[Line]:
    with (
        _running(server / "orbweaver-bench-server", *BY_TCP, *TCP) as serving,
        _running(
            client / "orbweaver-bench-client", *BY_TCP, "--reference", serving.ready["reference"]
        ) as calling,
    ):
        lines: list[Line] = []
        for command in BENCH:
            stream = cast(IO[str], calling.process.stdin)
            stream.write(json.dumps(command) + "\n")
            stream.flush()
            answer = next(calling.lines, NOTHING)
            name = f"{command['case']} {command['payload']} {command['bytes']}"
            is_whole = answer.get("calls") == command["calls"]
            lines.append({"case": name, "ok": is_whole, "detail": str(answer)})
        return lines


def _packets(client: Path, server: Path) -> list[Line]:
    lines: list[Line] = []
    for messaging in ("oneway", "twoway"):
        with (
            _running(server / "orbweaver-stage", *BY_TCP, *TCP) as stage,
            _running(
                client / "orbweaver-producer", *BY_TCP, "--next", stage.ready["ior"],
                "--messaging", messaging, "--packets", PACKETS,
            ),
        ):  # fmt: skip
            result = next(stage.lines, NOTHING).get("stage", {})
        ok = result.get("received") == PACKETS and result.get("lost") == 0
        lines.append({"case": messaging, "ok": ok, "detail": str(result)})
    return lines


def _report(pair: str, what: str, lines: list[Line]) -> bool:
    bad = [line for line in lines if not line["ok"]]
    finer = [line for line in bad if what == "types" and line["case"] in FINER]
    passed, failed = len(lines) - len(bad), len(bad) - len(finer)
    print(f"{pair:28}{what:9}{passed:4} passed{len(finer):4} finer{failed:4} failed", flush=True)
    for line in bad:
        print(f"    {line['case']}: {line.get('detail', '')}"[:300])
    return len(bad) == len(finer)


def main() -> int:
    """Print a line for each pair of programs."""
    here, there = Path(sys.argv[1]), Path(sys.argv[2])
    names = {here: "this machine", there: there.parent.name}
    is_good = True
    for client, server in ((here, there), (there, here)):
        pair = f"{names[client]} -> {names[server]}"
        for suite in SUITES:
            is_good &= _report(pair, suite, _suite(client, server, suite))
        is_good &= _report(pair, "bench", _bench(client, server))
        is_good &= _report(pair, "packets", _packets(client, server))
    return 0 if is_good else 1


if __name__ == "__main__":
    if sys.argv[1:] == ["--programs"]:
        for each in (*SUITES, "bench"):
            print(f"orbweaver-{each}-server\norbweaver-{each}-client")
        print("orbweaver-producer\norbweaver-stage")
        sys.exit(0)
    sys.exit(main())
