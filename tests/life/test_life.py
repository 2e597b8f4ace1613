# SPDX-License-Identifier: Apache-2.0
"""How programs end that leave the ORB to exit(), and what fork() does to one. No hang is right."""

import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from programs import path_of

WATCHDOG_S = 120
TRANSPORTS = ("tcp", "unix", "shm")
LEFT_BY_SERVANT = 7
QUIET = ("-ORBwaitWarning", "0")  # a busy machine keeps calls waiting, of which the log warns
REFUSAL = "CORBA::BAD_INV_ORDER: fork() or daemon() made this process after its ORB"

Program = subprocess.Popen[str]


def _environment() -> dict[str, str]:
    """Of a program that forks. In its child nothing holds what the parent's threads held, which is
    no leak; and the race detector by default ends a child that starts threads.
    """
    added = {"ASAN_OPTIONS": "detect_leaks=0", "TSAN_OPTIONS": "die_after_fork=0"}
    joined = {
        name: ":".join(filter(None, [os.environ.get(name), more])) for name, more in added.items()
    }
    return os.environ | joined


def _start(scenario: str, *words: str) -> Program:
    forks = "fork" in scenario or "child" in scenario
    return subprocess.Popen(
        [path_of("life_program"), scenario, *words, *QUIET],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=_environment() if forks else None,
        text=True,
    )


@contextmanager
def _running(scenario: str, *words: str) -> Generator[Program]:
    """The program, whose end is awaited, or forced."""
    with _start(scenario, *words) as program:
        try:
            yield program
        finally:
            program.kill()


def _line(program: Program) -> str:
    assert program.stdout is not None
    line = program.stdout.readline()
    if not line:
        pytest.fail(f"the program ended early: {_rest(program)}")
    return line.strip()


def _rest(program: Program) -> tuple[int, list[str], str]:
    """Status, lines and errors at its end, once its standard input has ended."""
    output, errors = program.communicate(timeout=WATCHDOG_S)
    return program.returncode, output.splitlines(), errors


def _run(scenario: str, *words: str) -> tuple[int, list[str], str]:
    with _running(scenario, *words) as program:
        return _rest(program)


def _words(transport: str, reference: str = "") -> list[str]:
    words = ["-ORBtransport", transport]
    return [*words, "--reference", reference] if reference else words


@pytest.fixture(name="server")
def _server() -> Generator[str]:
    """The reference of a server that answers until the test ends."""
    with _running("serve") as program:
        yield _line(program)
        status, _, errors = _rest(program)
        assert (status, errors) == (0, "")


# ---- the ORB in a static object ----


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize(
    ("scenario", "printed"),
    [
        ("orb-in-a-global", ["right"]),
        ("orb-in-a-static", ["right"]),
        ("orb-in-a-thread-local", ["right"]),
        ("calls-in-a-destructor", ["right", "right at the end"]),
        ("server-in-globals", ["right, right"]),
    ],
)
def test_a_program_that_leaves_its_orb_to_static_objects_ends(
    scenario: str, printed: list[str], transport: str, server: str
) -> None:
    """Nothing that it printed is lost."""
    assert _run(scenario, *_words(transport, server)) == (0, printed, "")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_one_way_calls_before_the_end_of_a_program_arrive(transport: str, server: str) -> None:
    """Also those that wait in the queue of a connection when main() returns."""
    words = _words(transport, server)
    assert _run("one-ways-before-the-end", *words) == (0, ["poked"], "")
    count = ["0"]
    for _ in range(WATCHDOG_S):  # the server may still carry them out
        status, count, errors = _run("count-pokes", *words)
        assert (status, errors) == (0, "")
        if count == ["200"]:
            return
    pytest.fail(f"{count[0]} of 200 arrived")


@pytest.mark.parametrize("scenario", ["exit-beside-run", "exit-beside-a-call"])
@pytest.mark.parametrize("transport", TRANSPORTS)
def test_exit_in_another_thread_ends_the_program(
    scenario: str, transport: str, server: str
) -> None:
    """Whatever main() waits for."""
    status, lines, errors = _run(scenario, *_words(transport, server))
    assert (status, lines, errors) == (3, ["right"], "")


# ---- exit() where the ORB calls the program ----


@pytest.mark.parametrize("transport", TRANSPORTS)
@pytest.mark.parametrize("scenario", ["exit-in-run", "exit-beside-main"])
@pytest.mark.parametrize(
    "options",
    [
        ["-ORBdispatch", "lane"],
        ["-ORBdispatch", "pool"],
        ["-ORBdispatch", "connection"],
        ["-ORBthreading", "pool"],
    ],
    ids=" ".join,
)
def test_exit_in_a_servant_ends_the_process(
    scenario: str, options: list[str], transport: str
) -> None:
    """With its status and its output; the client gets an exception."""
    with _running(scenario, *options) as server:
        status, lines, errors = _run("act", *_words(transport, _line(server)))
        assert (status, errors) == (0, "")
        assert lines[0] == "right"
        assert lines[1].startswith("act: CORBA::COMM_FAILURE")
        assert _rest(server) == (LEFT_BY_SERVANT, ["the servant leaves"], "")


@pytest.mark.parametrize("collocation", ["direct", "queued", "off"])
@pytest.mark.parametrize("scenario", ["exit-collocated", "exit-collocated-one-way"])
def test_exit_in_a_servant_of_the_program_itself_ends_it(scenario: str, collocation: str) -> None:
    """In the caller's thread, in the lane, and through a connection."""
    ended = _run(scenario, "-ORBcollocation", collocation)
    assert ended == (LEFT_BY_SERVANT, ["the servant leaves"], "")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_exit_in_a_reply_handler_ends_the_program(transport: str, server: str) -> None:
    """On the thread that runs reply handlers."""
    ended = _run("exit-in-a-reply-handler", *_words(transport, server))
    assert ended == (LEFT_BY_SERVANT, ["the servant leaves"], "")


def test_an_orb_that_a_servant_releases_ends_after_the_request() -> None:
    """The servant is the last owner: its client still gets the reply."""
    with _running("released-by-a-servant") as server:
        lines = ["right", "act: nothing"]
        assert _run("act", *_words("tcp", _line(server))) == (0, lines, "")
        assert _rest(server) == (0, ["released"], "")


# ---- fork() ----


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_child_cannot_use_its_parents_orb(transport: str, server: str) -> None:
    """It gets an exception that says what to do, and its end disturbs no call of the parent."""
    status, lines, errors = _run("client-forks", *_words(transport, server))
    assert (status, errors) == (0, "")
    assert lines[0] == "right"
    for line, what in zip(
        lines[1:5], ("child", "child, one-way", "child, asynchronous", "child, run"), strict=True
    ):
        assert line.startswith(f"{what}: {REFUSAL}")
        assert "docs/guides/fork-and-exit.md" in line
    assert lines[5:] == [
        "child, destroy: nothing",
        "parent: right, then right; child ended with 0",
    ]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_child_that_makes_an_orb_calls_and_serves(transport: str, server: str) -> None:
    """Even if the ORB has the id of its parent's."""
    status, lines, errors = _run("child-starts-anew", *_words(transport, server))
    assert (status, errors) == (0, "")
    assert lines == [
        "right",
        "child: right",
        "child serves: right",
        "parent: right; child ended with 0",
    ]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_program_that_a_child_executes_has_no_socket_of_the_parent(
    transport: str, server: str
) -> None:
    """All are close-on-exec."""
    status, lines, errors = _run("child-executes", *_words(transport, server))
    assert (status, errors) == (0, "")
    assert (lines[0], lines[-1]) == ("right", "parent: right; child ended with 0")
    assert len(lines) > len("012")  # what the child lists: at least its standard streams
    assert not [line for line in lines if "socket:" in line]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_server_whose_servant_forks_goes_on(transport: str) -> None:
    """The children end with exit(), and destroy the static ORB."""
    with _running("server-forks") as server:
        words = _words(transport, _line(server))
        assert _run("act-and-go-on", *words) == (0, ["right"], "")
        status, lines, errors = _rest(server)
        assert (status, lines, errors) == (0, ["child ended with 5"] * 10, "")


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_child_does_not_hold_the_connections_of_a_dead_server(transport: str) -> None:
    """The client learns of the server's end while the child lives."""
    with _running("server-leaves-a-child") as server:
        reference = _line(server)
        with _running("calls-until-the-end", *_words(transport, reference)) as client:
            assert _line(client) == "acted"
            child = int(_line(server))
            server.kill()
            status, lines, errors = _rest(client)
            assert (status, errors) == (0, "")
            assert "CORBA::COMM_FAILURE" in lines[0] or "CORBA::TRANSIENT" in lines[0]
            os.kill(child, 0)  # it is still there
        os.kill(child, signal.SIGKILL)


@pytest.mark.parametrize("scenario", ["daemon-after-orb", "daemon-after-activation"])
def test_a_daemon_that_began_after_its_orb_says_what_is_wrong(scenario: str) -> None:
    """It does not look like a server that never answers."""
    status, lines, errors = _run(scenario)
    assert (status, errors) == (0, "")
    refused = [line.split(": ", 1) for line in lines if not line.startswith("IOR:")]
    assert all(text.startswith(REFUSAL) for _, text in refused)
    assert [what for what, _ in refused][-1] == "run"


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_a_daemon_that_begins_before_its_orb_serves(transport: str) -> None:
    """As docs/guides/fork-and-exit.md says."""
    with _running("daemon-before-orb") as server:
        lines = ["right", "act: nothing"]
        assert _run("act", *_words(transport, _line(server))) == (0, lines, "")
        status, printed, errors = _rest(server)
        assert (status, printed, errors) == (0, ["ended"], "")
