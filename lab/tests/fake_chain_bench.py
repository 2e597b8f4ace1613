# SPDX-License-Identifier: Apache-2.0
"""A chain bench that takes no time: what it answers follows from its placement and FAKE_TIMES."""

import json
import os
import sys

NAME = "orbweaver-chain-bench"


def main() -> None:
    placement = sys.argv[sys.argv.index("--placement") + 1]
    say({"event": "ready", "name": NAME, "pid": os.getpid()})
    entry = json.loads(os.environ["FAKE_TIMES"])[placement]
    for line in sys.stdin:
        packets = int(json.loads(line)["packets"])
        with open(os.environ["FAKE_LOG"], "a") as log:
            log.write(json.dumps([sys.argv[1:], packets]) + "\n")
        say({"event": "measured", "placement": placement, "packets": packets,
             "elapsed_ns": entry * packets, "processor_ns": 2 * entry * packets,
             "switches": 0})  # fmt: skip


def say(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
