# SPDX-License-Identifier: Apache-2.0
"""Other traffic on a link: datagrams at random moments, for as long as its standard input is open.

python -m orbweaver.link.traffic --to ADDRESS --mbit RATE [--seed N]

It prints a `ready` line when it begins, and stands on the standard library alone, so that it starts
at once.
"""

import argparse
import errno
import json
import os
import random
import select
import socket
import sys
import time

DATAGRAM = 1472
"""Bytes that fill one frame."""
FRAME = 1514
PORT = 9
SHORTEST_SLEEP = 0.001
"""What falls due meanwhile is sent together: a sleep for each datagram would cost a processor."""


def gap_seconds(chance: random.Random, mbit: float) -> float:
    """From one datagram to the next: on average as the rate demands, each independent."""
    return chance.expovariate(mbit * 1e6 / 8 / FRAME)


def send(address: str, mbit: float, seed: int) -> None:
    """Send until the standard input ends."""
    chance = random.Random(seed)
    payload = bytes(DATAGRAM)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as out:
        due = time.monotonic()
        while not _has_ended(due):
            while due <= time.monotonic():
                _send_one(out, payload, address)
                due += gap_seconds(chance, mbit)


def _send_one(out: socket.socket, payload: bytes, address: str) -> None:
    """A full device drops it, as a full switch would."""
    try:
        out.sendto(payload, (address, PORT))
    except BlockingIOError:
        return
    except OSError as problem:
        if problem.errno != errno.ENOBUFS:
            raise


def _has_ended(due: float) -> bool:
    """Sleep until the next is due; true if the standard input ended meanwhile."""
    left = max(due - time.monotonic(), SHORTEST_SLEEP)
    readable, _, _ = select.select([sys.stdin], [], [], left)
    return bool(readable) and not os.read(sys.stdin.fileno(), 4096)


def main() -> None:
    """Read the options, say that it begins, send."""
    parser = argparse.ArgumentParser(description="Other traffic on a link, until stdin ends.")
    parser.add_argument("--to", required=True)
    parser.add_argument("--mbit", type=float, required=True)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    ready = {"event": "ready", "name": "traffic", "pid": os.getpid()}
    print(json.dumps(ready), flush=True)
    send(options.to, options.mbit, options.seed)


if __name__ == "__main__":
    main()
