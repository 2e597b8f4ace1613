# SPDX-License-Identifier: Apache-2.0
"""A hand-written program that takes no time: what it prints comes from its name."""

import os
import sys


def main() -> None:
    name = os.path.basename(sys.argv[0])
    peer, _, role = name.partition("-by-hand-")
    if os.environ.get("FAKE_FAILS") == name:
        sys.exit(f"{name}: COMM_FAILURE")
    if role == "client":
        factor = float(os.environ.get("FAKE_BY_HAND", "1")) if peer == "orbweaver" else 1.0
        print(f"twoway 0: {1000 * factor} ns\ntwoway 8192: {1000 * factor} ns")
        print(f"oneway 8192: {1e6 * factor:.1f} messages/s, 2000 arrived")
    if role == "producer":
        print("began at 1000000 ns")
    if role in ("server", "stage"):
        print(f"here-{peer}", flush=True)
        if role == "stage" and not any(word.startswith("here-") for word in sys.argv):
            print("1000 packets, the last at 2000000 ns", flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
