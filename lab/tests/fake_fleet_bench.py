# SPDX-License-Identifier: Apache-2.0
"""A deploy bench and the daemons that it asks, which take no time: one script, by the name it has.

Answers follow from the command and FAKE_RATIO; each command is a line of FAKE_LOG.
"""

import json
import os
import sys
from pathlib import Path

NAME = Path(sys.argv[0]).name
READY: dict[str, dict[str, object]] = {
    "orbweaver-deploy-bench": {"event": "ready", "name": NAME},
    "orbweaver-domain": {
        "event": "ready", "process": 42, "domain_manager": "IOR:1", "naming": "corbaloc::h/N",
    },
    "orbweaver-node": {"event": "node", "state": "up"},
}  # fmt: skip


def main() -> None:
    note({"program": NAME, "words": sys.argv[1:]})
    say(READY[NAME])
    for line in sys.stdin:
        command = json.loads(line)
        note(command)
        say({"event": "measured", "case": command["case"], **answer(command)})


def answer(command: dict[str, object]) -> dict[str, float]:
    factor = float(os.environ.get("FAKE_RATIO", "1"))
    if command["case"] == "nodes":
        devices = command["devices"]
        assert isinstance(devices, list)
        return {"running_ms": 10.0 if devices == ["Node1:device"] else 10.0 * factor}
    if command["case"] == "many":
        return {"memory_kib": 40_000 * factor}
    return {"load_ms": 20.0 * factor if command["case"] == "file" else 20.0}


def note(line: dict[str, object]) -> None:
    with open(os.environ["FAKE_LOG"], "a") as log:
        log.write(json.dumps(line) + "\n")


def say(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
