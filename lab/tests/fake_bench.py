# SPDX-License-Identifier: Apache-2.0
"""A bench program that keeps the contract and takes no time: its answers come from its name."""

import json
import os
import sys

REFERENCE = "corbaloc:iiop:127.0.0.1:1/fourteen-bytes"


def main() -> None:
    name = os.path.basename(sys.argv[0])
    peer, role = name.split("-bench-")
    note_start(name)
    transport = option("--transport")
    if transport in os.environ.get("FAKE_LACKS", "").split(","):
        say({"event": "error", "name": name, "error": f"this version has no {transport}"})
        sys.exit(1)
    ready: dict[str, object] = {"event": "ready", "name": name, "pid": os.getpid()}
    if role == "client" and peer != "raw":
        ready["first_call_ns"] = 300_000
    if role == "server":
        ready["reference"] = REFERENCE
        if "--objects" in sys.argv:
            ready["references"] = references(int(option("--objects")))
    say(ready)
    for line in sys.stdin:
        log(peer, line)
        say(answer(peer, json.loads(line)))


def note_start(name: str) -> None:
    target = os.environ.get("FAKE_STARTS")
    if target:
        with open(target, "a") as out:
            out.write(json.dumps([name, *sys.argv[1:]]) + "\n")


def option(name: str) -> str:
    return sys.argv[sys.argv.index(name) + 1]


def references(number: int) -> list[str]:
    return [REFERENCE, *(f"{REFERENCE}-{n}" for n in range(1, number))]


def answer(peer: str, command: dict[str, object]) -> dict[str, object]:
    case = str(command["case"])
    if case == "nix":
        return {"event": "error", "name": peer, "error": "there is no case 'nix' here"}
    # Orbweaver's one-way rates and two-way times are FAKE_RATIO times the others'.
    factor = float(os.environ.get("FAKE_RATIO", "1")) if peer == "orbweaver" else 1.0
    numbers = dict.fromkeys(
        ("min", "mean", "p50", "p80", "p90", "p99", "p999", "max"), 1000 * factor
    )
    return {
        "event": "measured", "case": case, "bytes": command["bytes"], "calls": command["calls"],
        "elapsed_ns": 1000, "elapsed_cycles": 2300, "per_second": 1e6 * factor,
        **({"encoded_bytes": command["bytes"]} if peer == "encodings" else {}),
        **({} if case == "oneway" else {"ns": {"count": 1, "stddev": 0, **numbers}}),
        **(port(command) if case in ("samples", "packet") else {}),
    }  # fmt: skip


def port(command: dict[str, object]) -> dict[str, object]:
    """Two nanoseconds for each byte of the packet, and a microsecond."""
    taken = 1000 + 2 * int(str(command["bytes"]))
    names = ("min", "mean", "p50", "p80", "p90", "p99", "p999", "max")
    reported = {"count": command["calls"], "stddev": 1, **dict.fromkeys(names, taken)}
    kept = {"every": 2, "first_ns": [taken, taken], "slowest_ns": [taken, 2 * taken]}
    return {"taken_ns": reported, **({"kept": kept} if "keep" in command else {})}


def log(peer: str, line: str) -> None:
    target = os.environ.get("FAKE_LOG")
    if target:
        called = {"reference": option("--reference")} if "--reference" in sys.argv else {}
        with open(target, "a") as out:
            out.write(json.dumps({"peer": peer, **called, **json.loads(line)}) + "\n")


def say(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
