# SPDX-License-Identifier: Apache-2.0
"""A client calls on while its server is restarted, and each of its calls is accounted for.

The server writes what it is given into a journal, a file that outlives it; the client prints which
numbers it got through, and which may have run. It calls a persistent object, by one reference.
"""

import json
import random
import socket
import subprocess
import threading
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from columns import Column
from programs import Line, Running, path_of, running
from reasons import is_absent

ENTRIES = 2000
RESTARTS = 2
ENDS_WITHIN_S = 90


def lasting_port() -> int:
    """A port that no client is given for its end: one that tries it too early would take it.

    Any of many, as another run of this test may be between two lives of its server.
    """
    for port in random.sample(range(20000, 30000), 100):
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")


def start(column: Column, folder: Path, port: int, lives: ExitStack) -> Running:
    """A life of the server."""
    server = column.orbs[1]
    return lives.enter_context(
        running(
            f"{server.name}-echo-server",
            *("--endpoint", f"giop:tcp:127.0.0.1:{port}"),
            *("--persistent", "--journal", str(folder / "journal")),
        )
    )


def rest_of(client: "subprocess.Popen[str]") -> str:
    """What the client still prints until it ends; it is killed if it does not end in time.

    `communicate` is no way to read on: it loses what `readline` has already taken from the pipe.
    """
    assert client.stdout is not None
    too_late = threading.Timer(ENDS_WITHIN_S, client.kill)
    too_late.start()
    try:
        return client.stdout.read()
    finally:
        too_late.cancel()


def accounts_of(column: Column, folder: Path) -> dict[str, Any]:
    """What the client prints, after its server was restarted under it."""
    program = path_of(f"{column.client}-echo-client")
    with ExitStack() as lives:
        port = lasting_port()
        server = start(column, folder, port, lives)
        client = subprocess.Popen(
            [program, "--ior", server.ior, "--enter", str(ENTRIES)],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert client.stdout is not None
        try:
            for _ in range(RESTARTS):
                client.stdout.readline()
                assert server.end() == 0
                server = start(column, folder, port, lives)
            reported = rest_of(client)
        finally:
            client.kill()
            client.wait()
        assert server.end() == 0
    assert reported, "the client printed no account"
    return json.loads(reported.splitlines()[-1])


def _line(case: str, wrong: list[str]) -> Line:
    return {"case": case, "ok": not wrong, "detail": "; ".join(wrong) or "all accounted for"}


def _lost(two_way: range, reported: dict[str, Any], ran: Counter[int]) -> list[int]:
    return [number for number in reported["done"] if number in two_way and ran[number] == 0]


def _not_reported(numbers: range, reported: dict[str, Any]) -> list[int]:
    return sorted(set(numbers) - set(reported["done"]) - set(reported["maybe"]))


def _twice(numbers: range, ran: Counter[int]) -> list[int]:
    return [number for number in numbers if ran[number] > 1]


def _wrong(**named: list[int]) -> list[str]:
    return [
        f"{what.replace('_', ' ')}: {numbers[:9]}" for what, numbers in named.items() if numbers
    ]


def run_restarts(column: Column, folder: Path) -> dict[str, Line]:
    """The accounts, as cases."""
    reported = accounts_of(column, folder)
    journal = (folder / "journal").read_text().split()
    ran = Counter(int(number) for number in journal)
    two_way, one_way = range(ENTRIES), range(ENTRIES, 2 * ENTRIES)
    lost = _lost(two_way, reported, ran)
    lines = [
        _line("persistent_reference", [] if reported["done"] else ["nothing was done"]),
        _line(
            "two_way_done_or_reported",
            _wrong(lost=lost, not_reported=_not_reported(two_way, reported)),
        ),
        _line("two_way_once", _wrong(ran_twice=_twice(two_way, ran))),
        _line("one_way_reported", _wrong(not_reported=_not_reported(one_way, reported))),
        _line("one_way_once", _wrong(ran_twice=_twice(one_way, ran))),
    ]
    return {line["case"]: line for line in lines if not is_absent(column, line["case"])}
