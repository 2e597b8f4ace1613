# SPDX-License-Identifier: Apache-2.0
"""A stand-in for `orbweaver-run` that runs a receiver of its own: no profile is read.

`FAKE_SLICER` in the environment makes that component misbehave: `lose` loses frames and reorders,
`kill` kills it, `error` makes it say so, `garbage` makes it print what is no event.
"""

import argparse
import json
import os
import sys
import time
from pathlib import Path

COMPONENTS = ("source", "magnitude", "slicer", "checker")


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", action="store_true", required=True)
    parser.add_argument("sad", type=Path)
    parser.add_argument("--placement", choices=("as-sad", "separate", "together"))
    parser.add_argument("--set", action="append", default=[])
    parser.add_argument("--orb", action="append", default=[])
    return parser.parse_args()


OPTIONS = options()
PROPERTIES: dict[str, str] = dict(option.split("=", 1) for option in OPTIONS.set)
ORB: dict[str, str] = dict(option.split("=", 1) for option in OPTIONS.orb)
FAULT = os.environ.get("FAKE_SLICER", "").partition("@")[0]


def say(**event: object) -> None:
    print(json.dumps(event), flush=True)


def output(component: str, line: str, stream: str = "output") -> None:
    say(event="output", component=component, stream=stream, line=line)


def print_of(component: str, event: dict[str, object]) -> None:
    output(component, json.dumps(event))


def application(state: str) -> None:
    say(event="application", state=state,
        components=[{"name": name, "process": None} for name in COMPONENTS])  # fmt: skip


def summary(value: float, count: int) -> dict[str, float]:
    names = ("min", "mean", "p50", "p80", "p90", "p99", "p999", "max")
    return {"count": count, "stddev": 0.0, **dict.fromkeys(names, value)}


def report(component: str, **part: object) -> None:
    chosen = {"what": f"connection of {component}", "value": ORB["transport"]}
    if PROPERTIES.get("*.explain") == "true":
        part["choices"] = [{**chosen, "why": "the fastest way"}]
    print_of(component, {"event": "result", "name": f"{component}_1", **part})
    print_of(component, {"event": "end_of_stream"})


def stage(packets: int, disorder: int) -> dict[str, object]:
    counts = dict.fromkeys(("reordered_previous", "reordered_original", "reordered_out"), disorder)
    return {"last_ns": time.monotonic_ns(), "received": packets, "lost": 0, "busy_ns": 1,
            "max_concurrency": 1, "max_queue": 1, "latency_us": summary(9, packets),
            **counts}  # fmt: skip


def misbehave() -> None:
    if FAULT == "kill":
        say(event="component_ended", component="slicer", how="killed by SIGKILL")
        sys.exit(1)
    if FAULT == "error":
        print_of("slicer", {"event": "error", "name": "slicer_1", "error": "the queue is on fire"})
    if FAULT == "garbage":
        output("slicer", "Segmentation fault")
    if FAULT == "refuse":
        print("orbweaver-run: slicer: no device fits", file=sys.stderr)
        say(event="failure", line="slicer: no device fits")
        sys.exit(1)


def receive(samples: int) -> None:
    packets = -(-samples // int(PROPERTIES["source.packet_samples"]))
    together = OPTIONS.placement == "together"
    way = "inproc" if together else ORB["transport"]
    disorder = packets // 2 if FAULT == "lose" else 0
    started = time.monotonic_ns()
    for at in range(0, samples, 1000):
        if FAULT == "lose" and at % 3000 == 0:
            continue
        frame = {"icao": f"{at:06x}"}
        text = f"frame {frame['icao']}"
        print_of("checker", {"event": "frame", "text": text, "frame": frame})
    producer = {"started_ns": started, "last_sent_ns": time.monotonic_ns(), "samples": samples}
    producer |= {"send_us": summary(7, packets), "transport": "shm" if way == "auto" else way}
    report("source", producer=producer)
    for name in COMPONENTS[1:]:
        report(name, stage=stage(packets, disorder))


def main() -> None:
    if not OPTIONS.sad.is_file():
        sys.exit(2)
    misbehave()
    application("created")
    if "trace" in ORB:
        output("slicer", f"12:00:00.000 info: trace: ORBtrace={ORB['trace']}", "error")
    application("running")
    receive(Path(PROPERTIES["source.input"]).stat().st_size // 2)
    application("stopped")
    application("released")


main()
