# SPDX-License-Identifier: Apache-2.0
"""Runs the echo programs of a column and returns what each case came to."""

import os
import subprocess
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from columns import COLLOCATED, Column
from orbs import TLS_WAYS
from programs import Line, Running, lines_of, path_of, running
from reasons import ends_programs, is_absent
from restarts import lasting_port, run_restarts
from tls_files import tls_files

CALLS_WITHIN_S = 120

Outcomes = dict[str, Line]


def endpoint(transport: str, folder: Path) -> str:
    """Where a server listens; a short path: the address of a unix socket holds 107 characters."""
    return "giop:tcp:127.0.0.1:0" if transport == "tcp" else f"giop:unix:{folder}/socket"


def endpoint_of(column: Column, folder: Path) -> str:
    """Where the column's server listens."""
    if column.transport in TLS_WAYS:
        return column.orbs[1].tls.endpoint
    return endpoint(column.transport, folder)


def tls_options_of_server(column: Column) -> list[str]:
    """None, unless the column is over TLS."""
    if column.transport not in TLS_WAYS:
        return []
    return column.orbs[1].tls_server_options(column.transport, tls_files("server"))


def tls_options_of_client(column: Column) -> list[str]:
    """None, unless the column is over TLS."""
    if column.transport not in TLS_WAYS:
        return []
    return column.orbs[0].tls_client_options(column.transport, tls_files("client"))


def call(
    client: str,
    server: Running,
    *options: str,
    environment: dict[str, str] | None = None,
    suite: str = "echo",
) -> list[Line]:
    """The lines of a client that ended with the status that they tell."""
    program = path_of(f"{client}-{suite}-client")
    return _lines_of_client([program, "--ior", server.ior, *options], environment)


def _run_client(
    words: Sequence[str | Path], environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        words,
        capture_output=True,
        text=True,
        timeout=CALLS_WITHIN_S,
        check=False,
        env=None if environment is None else os.environ | environment,
    )


def _lines_of_client(
    words: Sequence[str | Path], environment: dict[str, str] | None = None
) -> list[Line]:
    done = _run_client(words, environment)
    cases = lines_of(done.stdout)
    assert all("case" in line for line in cases), f"{done.stdout}\n{done.stderr}"
    assert done.returncode == (0 if all(line["ok"] for line in cases) else 1), done.stderr
    return cases


def only(cases: Sequence[str]) -> list[str]:
    """The options that name cases."""
    return [word for case in cases for word in ("--case", case)]


def program_of(column: Column) -> str:
    """Which of an ORB's programs run: `types` of `<orb>-types-client`."""
    return column.suite if column.suite in ("types", "any", "values") else "echo"


@contextmanager
def serving(column: Column, folder: Path) -> Generator[Running, None, None]:
    """The column's server; its socket, if it needs one, is in the folder."""
    path_of(f"{column.client}-{program_of(column)}-client")
    server = column.orbs[1]
    with running(
        f"{server.name}-{program_of(column)}-server",
        *("--endpoint", endpoint_of(column, folder)),
        *tls_options_of_server(column),
        *server.options(column.version, column.fragment),
        environment=server.environment(column.version),
    ) as one:
        yield one


def call_as(column: Column, server: Running, *options: str) -> list[Line]:
    """The lines of the column's client."""
    client = column.orbs[0]
    return call(
        client.name,
        server,
        *tls_options_of_client(column),
        *client.options(column.version, column.fragment),
        *options,
        environment=client.environment(column.version),
        suite=program_of(column),
    )


def call_over(column: Column, folder: Path, *options: str) -> tuple[list[Line], int]:
    """The lines of the column's client, and the exit status of its server."""
    with serving(column, folder) as server:
        cases = call_as(column, server, *options)
        status = server.wait() if "shutdown" in options else server.end()
        return cases, status


def _named(cases: list[Line]) -> Outcomes:
    return {line["case"]: line for line in cases}


def _run_echoes(column: Column, folder: Path) -> Outcomes:
    cases, status = call_over(column, folder)
    assert status == 0, f"the server of {column} ended with status {status}"
    return _named(cases)


def _by_itself(column: Column, folder: Path, case: str) -> Line:
    """A case with programs of its own, of which it may end one."""
    with serving(column, folder) as server:
        program = path_of(f"{column.client}-{program_of(column)}-client")
        done = _run_client([program, "--ior", server.ior, "--case", case])
        statuses = done.returncode, server.end()
    if statuses in ((0, 0), (1, 0)):
        return lines_of(done.stdout)[0]
    return {"case": case, "ok": False, "detail": f"client and server ended with {statuses}"}


def _run_values(column: Column, folder: Path) -> Outcomes:
    if not ends_programs(column):
        return _run_echoes(column, folder)
    names = outcomes(column.between(column.client, column.client))
    return {case: _by_itself(column, folder, case) for case in names}


def _run_alone(column: Column, folder: Path) -> Outcomes:
    """Cases that run only when they are named, each with a server of its own."""
    lines: list[Line] = []
    for named in (("echo_octets_16_mib", "shutdown"), ("vanish",)):
        cases, status = call_over(column, folder, *only(named))
        assert status == 0, f"the server of {column} ended with status {status} at {named}"
        lines += cases
    return _named(lines)


def _run_collocated(column: Column, _: Path) -> Outcomes:
    """Passes what it is given just as it is over tcp."""
    program = path_of(f"{column.client}-echo-client")
    cases = _lines_of_client([program, "--collocated"])
    remote = outcomes(column.plain())
    return {line["case"]: line | {"ok": line == remote[line["case"]]} for line in cases}


# What a caller is sent on with: arguments of each sort, exceptions, and several callers at once.
SENT_ON = ("echo_long", "echo_string", "echo_nested", "swap_text", "refuse", "concurrent_callers")


def _sent_on(column: Column, *options: str) -> list[Line]:
    """The column's server sends callers to an object of omniORB."""
    client, server = column.orbs
    path_of(f"{client.name}-echo-client")
    with (
        running("omniorb-echo-server") as there,
        running(f"{server.name}-echo-server", "--forward-to", there.ior, *options) as here,
    ):
        cases = call(client.name, here, *only(SENT_ON))
        assert (here.end(), there.end()) == (0, 0)
    return cases


def _moved_for_good(column: Column) -> Line:
    cases = _sent_on(column, "--for-good")
    failed = [f"{line['case']}: {line['detail']}" for line in cases if not line["ok"]]
    return {"case": "moved_for_good", "ok": not failed, "detail": "; ".join(failed)}


def _circle(column: Column) -> Line:
    """The object of omniORB sends callers back: its reference is known from an earlier life."""
    client, server = column.orbs
    lasting = ("--persistent", "--endpoint", f"giop:tcp:127.0.0.1:{lasting_port()}")
    with running("omniorb-echo-server", *lasting) as there:
        assert there.end() == 0
    with (
        running(f"{server.name}-echo-server", "--forward-to", there.ior) as here,
        running("omniorb-echo-server", *lasting, "--forward-to", here.ior),
    ):
        (line,) = call(client.name, here, "--case", "echo_long")
    return {"case": "circle", "ok": "TRANSIENT" in line["detail"], "detail": line["detail"]}


def _run_forwards(column: Column, _: Path) -> Outcomes:
    more = {"moved_for_good": _moved_for_good, "circle": _circle}
    cases = [run(column) for case, run in more.items() if not is_absent(column, case)]
    return _named([*_sent_on(column), *cases])


RUNS: dict[str, Callable[[Column, Path], Outcomes]] = {
    "values": _run_values,
    "alone": _run_alone,
    "forwards": _run_forwards,
    "restarts": run_restarts,
}


@cache
def outcomes(column: Column) -> Outcomes:
    """Each case by its name; run once, however many tests ask for it."""
    run = _run_collocated if column.transport == COLLOCATED else RUNS.get(column.suite, _run_echoes)
    with TemporaryDirectory(prefix="echo-") as folder:
        found = run(column, Path(folder))
    assert found, f"the client of {column} has no case"
    return found
