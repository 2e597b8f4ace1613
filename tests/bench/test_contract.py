# SPDX-License-Identifier: Apache-2.0
"""Every peer's bench programs keep peers/CONTRACT.md, "Bench programs"."""

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import pytest
from orbweaver.model.peer import able, peers, sends_bytes_only, with_programs
from orbweaver.run.certificates import certificates
from programs import Line, Running, path_of, running

ENDS_WITHIN_S = 120
PEERS = with_programs("bench")
WAYS = [(peer, transport) for peer in PEERS for transport in peers()[peer].transports]
ENCRYPTED = [(peer, "tls") for peer in able("encrypted-calls")]


def ask(client: Running, command: object) -> Line:
    """One command, one answer."""
    assert client.process.stdin is not None
    assert client.process.stdout is not None
    text = command if isinstance(command, str) else json.dumps(command)
    client.process.stdin.write(text + "\n")
    client.process.stdin.flush()
    return cast(Line, json.loads(client.process.stdout.readline()))


@pytest.fixture(scope="session")
def authority() -> Iterator[Path]:
    """The folder of certificates."""
    with certificates(path_of("orbweaver-keys").parent) as folder:
        yield folder


@pytest.fixture(params=[*WAYS, *ENCRYPTED], ids="-".join)
def client(request: pytest.FixtureRequest) -> Iterator[Running]:
    peer, transport = cast(tuple[str, str], request.param)
    options = ("--transport", transport)
    if transport == "tls":
        options += ("--certificates", str(request.getfixturevalue("authority")))
    with running(f"{peer}-bench-server", *options) as server:
        reference = str(server.ready["reference"])
        with running(f"{peer}-bench-client", *options, "--reference", reference) as program:
            assert "reference" not in program.ready
            yield program
            assert program.end() == 0
        assert server.end() == 0


# `raw` is given what goes over the wire; a socket cannot carry nothing.
def sized(client: Running, case: str, size: int) -> dict[str, Any]:
    is_raw = str(client.ready["name"]).startswith("raw")
    return {"case": case, "bytes": max(size, 60) if is_raw else size, "reply_bytes": 24}


@pytest.mark.parametrize("size", [0, 64, 8192, 1 << 20])
def test_two_way_calls_are_timed(client: Running, size: int) -> None:
    answer = ask(client, sized(client, "twoway", size) | {"calls": 20, "warm_up": 5})
    assert answer["event"] == "measured"
    assert (answer["calls"], answer["ns"]["count"]) == (20, 20)
    assert 0 < answer["ns"]["min"] <= answer["ns"]["p50"] <= answer["ns"]["max"]


@pytest.mark.parametrize("size", [0, 8192])
def test_a_stream_ends_when_all_has_come(client: Running, size: int) -> None:
    if client.ready["name"] == "raw-bench-client" and "shm" in str(client.process.args):
        pytest.skip("raw has no stream over shared memory")
    answer = ask(client, sized(client, "oneway", size) | {"calls": 500, "warm_up": 10})
    assert answer["event"] == "measured"
    assert answer["per_second"] > 0
    assert "ns" not in answer


def test_connections_stay_open_until_the_client_ends(client: Running) -> None:
    name = str(client.ready["name"])
    if not name.startswith(("raw", "orbweaver")) or "shm" in str(client.process.args):
        pytest.skip("only raw and Orbweaver have the case, over sockets")
    answer = ask(client, {"case": "idle", "calls": 3})
    assert (answer["event"], answer["calls"]) == ("measured", 3)
    sockets = [one for one in _sockets(client.pid) if one.startswith("socket:")]
    assert len(sockets) >= 3
    assert ask(client, sized(client, "twoway", 64) | {"calls": 2})["event"] == "measured"


@pytest.mark.parametrize("peer", able("encrypted-calls"))
def test_tls_needs_certificates(peer: str) -> None:
    for role in ("server", "client"):
        done = subprocess.run(
            [path_of(f"{peer}-bench-{role}"), "--transport", "tls"],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=False, timeout=ENDS_WITHIN_S,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        assert "--certificates" in done.stderr


def test_a_client_of_another_authority_gets_no_connection(authority: Path) -> None:
    options = ("--transport", "tls", "--certificates")
    with (
        running("raw-bench-server", *options, str(authority)) as server,
        certificates(path_of("orbweaver-keys").parent) as others,
        running("raw-bench-client", *options, str(others), "--reference",
                server.ready["reference"]) as one,
    ):  # fmt: skip
        answer = ask(one, sized(one, "twoway", 64) | {"calls": 2})
        assert answer["event"] == "error"
        assert "certificate verify failed" in answer["error"]


@pytest.mark.parametrize("size", [64, 1 << 20])
def test_payloads_may_be_lent_by_the_orb(client: Running, size: int) -> None:
    if not str(client.ready["name"]).startswith("orbweaver"):
        pytest.skip("Orbweaver alone lends memory")
    answer = ask(client, {"case": "loaned", "bytes": size, "calls": 100, "warm_up": 10})
    assert (answer["event"], answer["calls"]) == ("measured", 100)
    assert "ns" not in answer


def test_doubles_are_a_payload(client: Running) -> None:
    answer = ask(client, sized(client, "twoway", 64) | {"payload": "doubles", "calls": 3})
    assert answer["event"] == "measured"


def test_a_batch_is_one_look_at_the_clock(client: Running) -> None:
    answer = ask(client, sized(client, "twoway", 0) | {"calls": 25, "batch": 10})
    assert (answer["calls"], answer["ns"]["count"]) == (20, 2)


BAD = [
    ("nonsense", "a command is a JSON object"),
    ({"calls": 3}, "'case' is missing"),
    ({"case": "nix"}, "there is no case 'nix'"),
    ({"case": "twoway", "calls": 0}, "'calls' takes a whole number from 1"),
    ({"case": "twoway", "bytes": -1}, "'bytes' takes a whole number from 0"),
    ({"case": "twoway", "calls": 2, "batch": 3}, "'batch' takes a whole number from 1 to 2"),
    ({"case": "twoway", "payload": "tea"}, "'payload' is one of octets, shorts, floats, doubles"),
    ({"case": "twoway", "payload": "doubles", "bytes": 7}, "a multiple of 8"),
    ({"case": "twoway", "shape": "ball"}, "'shape' is one of sequence, array, basic"),
    ({"case": "twoway", "shape": "array", "bytes": 8}, "'bytes' of this shape is 1024"),
    ({"case": "twoway", "clals": 3}, "a command has no 'clals'"),
]


def test_a_bad_command_is_one_error_line_and_the_next_is_answered(client: Running) -> None:
    for command, words in BAD:
        answer = ask(client, command)
        assert answer["event"] == "error"
        assert words in answer["error"]
    assert ask(client, sized(client, "twoway", 64) | {"calls": 2})["event"] == "measured"


@pytest.mark.parametrize("peer", PEERS)
@pytest.mark.parametrize("options", [["--transport", "smoke"], ["--cpus", "none"], ["--what"]])
def test_wrong_options_are_one_line_and_status_2(peer: str, options: list[str]) -> None:
    for role in ("server", "client"):
        done = subprocess.run(
            [path_of(f"{peer}-bench-{role}"), *options],
            stdin=subprocess.DEVNULL, capture_output=True, text=True,
            check=False, timeout=ENDS_WITHIN_S,
        )  # fmt: skip
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(("peer", "transport"), WAYS)
def test_one_way_messages_carry_the_time_at_which_they_were_sent(peer: str, transport: str) -> None:
    sockets_of_raw = peer == "raw" and transport != "shm"
    if sockets_of_raw or "delivery" not in peers()[peer].cases:
        pytest.skip(f"{peer} has no such case over {transport}")
    options = ("--transport", transport)
    with (
        running(f"{peer}-bench-server", *options) as server,
        running(f"{peer}-bench-client", *options, "--reference", server.ready["reference"]) as one,
    ):
        answer = ask(one, {"case": "delivery", "bytes": 64, "calls": 30, "warm_up": 3})
        assert (answer["event"], answer["calls"], answer["ns"]["count"]) == ("measured", 30, 30)
        assert answer["ns"]["min"] > 0
        assert (one.end(), server.end()) == (0, 0)


ORBS = [peer for peer in PEERS if not sends_bytes_only(peer)]
WITH_PORTS = [
    (peer, way)
    for peer in able("packets")
    for way in peers()[peer].packet_transports or peers()[peer].transports
]


@pytest.fixture(params=WITH_PORTS, ids="-".join)
def pusher(request: pytest.FixtureRequest) -> Iterator[Running]:
    peer, transport = cast(tuple[str, str], request.param)
    options = ("--transport", transport)
    with (
        running(f"{peer}-bench-server", *options) as server,
        running(f"{peer}-bench-client", *options, "--reference", server.ready["reference"]) as one,
    ):
        yield one
        assert (one.end(), server.end()) == (0, 0)


@pytest.mark.parametrize("case", ["samples", "packet"])
@pytest.mark.parametrize("size", [4, 2048, 262144])
def test_a_port_tells_when_its_thread_had_each_packet(
    pusher: Running, case: str, size: int
) -> None:
    for _ in range(2):  # nothing of the first is left to the second
        answer = ask(pusher, {"case": case, "bytes": size, "calls": 40, "warm_up": 3})
        assert (answer["event"], answer["calls"]) == ("measured", 40)
        assert answer["ns"]["count"] == answer["taken_ns"]["count"] == 40
        assert answer["taken_ns"]["min"] > 0
        assert "kept" not in answer


@pytest.mark.parametrize("peer", ORBS)
def test_a_port_is_called_over_the_transport_that_the_client_was_given(peer: str) -> None:
    with (
        running(f"{peer}-bench-server") as server,  # which offers every transport that it has
        running(f"{peer}-bench-client", "--transport", "tcp", "--reference",
                server.ready["reference"]) as one,
    ):  # fmt: skip
        for case in ("samples", "packet"):
            assert ask(one, {"case": case, "bytes": 64, "calls": 3})["calls"] == 3
        table = [line.split() for line in Path("/proc/net/unix").read_text().splitlines()]
        # State 03: connected. With an address: accepted, and no pair of the process's own.
        accepted = {f"socket:[{w[6]}]" for w in table if w[5] == "03" and len(w) > 7}
        assert not accepted & _sockets(server.pid)


def _sockets(pid: int) -> set[str]:
    links = [one for one in Path(f"/proc/{pid}/fd").iterdir() if one.is_symlink()]
    return {str(link.readlink()) for link in links}


def test_some_times_are_kept_the_slowest_among_them(pusher: Running) -> None:
    answer = ask(pusher, {"case": "samples", "bytes": 2048, "calls": 100, "keep": 8})
    kept = answer["kept"]
    assert kept["every"] == 13
    assert len(kept["first_ns"]) == len(kept["slowest_ns"]) == 8
    assert max(kept["slowest_ns"]) == answer["taken_ns"]["max"]
    assert all(a <= b for a, b in zip(kept["first_ns"], kept["slowest_ns"], strict=True))


THREADINGS = [(peer, threading) for peer in ORBS for threading in peers()[peer].threadings]
WITHIN = [(peer, way) for peer in ORBS for way in peers()[peer].within]


@pytest.mark.parametrize(("peer", "threading"), THREADINGS)
def test_a_server_reads_connections_as_set_and_a_client_reports_its_first_call(
    peer: str, threading: str
) -> None:
    options = ("--transport", "tcp")
    with (
        running(f"{peer}-bench-server", *options, "--threading", threading) as server,
        running(f"{peer}-bench-client", *options, "--reference", server.ready["reference"]) as one,
        running(f"{peer}-bench-client", *options, "--reference", server.ready["reference"]) as two,
    ):
        assert min(one.ready["first_call_ns"], two.ready["first_call_ns"]) > 0
        for client in (one, two):
            assert ask(client, {"case": "twoway", "calls": 20})["calls"] == 20


@pytest.mark.parametrize("peer", [*ORBS, "raw"])
def test_a_server_listens_where_it_is_asked_to(peer: str) -> None:
    # Another address of the loopback than that which all listen on by default.
    where = ("--endpoint", "giop:tcp:127.0.0.2:0")
    with running(f"{peer}-bench-server", "--transport", "tcp", *where) as server:
        reference = str(server.ready["reference"])
        with running(f"{peer}-bench-client", "--transport", "tcp", "--reference", reference) as one:
            assert ask(one, {"case": "packet", "bytes": 64, "calls": 3})["calls"] == 3
            assert _listening(server.pid) == {"127.0.0.2"}


def _listening(pid: int) -> set[str]:
    """Addresses at which the process takes connections over TCP (proc_pid_net: state 0A)."""
    inodes = _sockets(pid)
    # Java's sockets are of IPv6, whose addresses of IPv4 end with these.
    tables = [Path("/proc/net/tcp"), Path("/proc/net/tcp6")]
    lines = [line.split() for one in tables for line in one.read_text().splitlines()[1:]]
    return {
        socket.inet_ntoa(bytes.fromhex(words[1].split(":")[0][-8:])[::-1])
        for words in lines
        if words[3] == "0A" and f"socket:[{words[9]}]" in inodes
    }


# `tao` has them too, where it is built: its server is made of omniORB's source.
WITH_OBJECTS = [peer for peer in ORBS if peer in ("orbweaver", "omniorb", "tao")]


@pytest.mark.parametrize("peer", WITH_OBJECTS)
def test_each_of_several_objects_answers(peer: str) -> None:
    with running(f"{peer}-bench-server", "--transport", "tcp", "--objects", "3") as server:
        references = cast(list[str], server.ready["references"])
        assert server.ready["reference"] == references[0]
        assert len(set(references)) == len(references) == 3
        for reference in references:
            options = ("--transport", "tcp", "--reference", reference)
            with running(f"{peer}-bench-client", *options) as one:
                for case in ("twoway", "oneway", "samples"):
                    assert ask(one, {"case": case, "bytes": 64, "calls": 3})["calls"] == 3
        assert server.end() == 0


@pytest.mark.parametrize("peer", WITH_OBJECTS)
def test_a_server_of_one_object_names_no_others(peer: str) -> None:
    for options in ((), ("--objects", "1")):
        with running(f"{peer}-bench-server", *options) as server:
            assert "reference" in server.ready
            assert "references" not in server.ready


@pytest.mark.parametrize("peer", WITH_OBJECTS)
@pytest.mark.parametrize("number", ["0", "-1", "257", "1.5", "many", ""])
def test_a_number_of_objects_that_cannot_be_is_one_line(peer: str, number: str) -> None:
    done = subprocess.run(
        [path_of(f"{peer}-bench-server"), "--objects", number],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=ENDS_WITHIN_S,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
    assert "--objects" in done.stderr


def _may_be_real_time() -> bool:
    return (
        subprocess.run(["chrt", "-f", "1", "true"], check=False, capture_output=True).returncode
        == 0
    )


@pytest.mark.skipif(not _may_be_real_time(), reason="this user may not use SCHED_FIFO: ulimit -r")
@pytest.mark.parametrize("peer", [*ORBS, "raw"])
def test_every_thread_that_carries_a_call_is_real_time_when_asked_for(peer: str) -> None:
    options = ("--transport", "tcp", "--scheduler", "fifo", "--priority", "7")
    with (
        running(f"{peer}-bench-server", *options) as server,
        running(f"{peer}-bench-client", *options, "--reference", server.ready["reference"]) as one,
    ):
        assert ask(one, {"case": "samples", "bytes": 64, "calls": 20})["calls"] == 20
        for pid in (server.pid, one.pid):
            threads = [int(task.name) for task in Path(f"/proc/{pid}/task").iterdir()]
            assert {os.sched_getscheduler(thread) for thread in threads} == {os.SCHED_FIFO}
            assert {os.sched_getparam(thread).sched_priority for thread in threads} == {7}


@pytest.mark.parametrize("peer", ORBS)
def test_a_priority_that_is_none_is_one_line(peer: str) -> None:
    done = subprocess.run(
        [path_of(f"{peer}-bench-server"), "--scheduler", "fifo", "--priority", "100"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=ENDS_WITHIN_S,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_our_programs_take_each_way_to_wait() -> None:
    for waiting in ("auto", "look", "block"):
        options = ("--transport", "shm", "--waiting", waiting)
        with (
            running("orbweaver-bench-server", *options) as server,
            running(
                "orbweaver-bench-client", *options, "--reference", server.ready["reference"]
            ) as client,
        ):
            assert ask(client, {"case": "twoway", "calls": 20})["calls"] == 20


def test_a_way_to_wait_that_is_none_is_one_line() -> None:
    done = subprocess.run(
        [path_of("orbweaver-bench-server"), "--waiting", "never"],
        stdin=subprocess.DEVNULL, capture_output=True, text=True,
        check=False, timeout=ENDS_WITHIN_S,
    )  # fmt: skip
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_raw_sleeps_at_words_in_shared_memory() -> None:
    options = ("--transport", "shm")
    with (
        running("raw-bench-server", *options) as server,
        running("raw-bench-client", *options, "--reference", server.ready["reference"]) as client,
    ):
        command = {"case": "twoway-futex", "bytes": 64, "reply_bytes": 8, "batch": 5}
        assert ask(client, command | {"calls": 25, "warm_up": 5})["ns"]["count"] == 5
        assert ask(client, command | {"calls": 10, "bytes": 0})["calls"] == 10
        assert client.end() == 0


def test_our_own_object_can_be_called_without_a_server() -> None:
    with running("orbweaver-bench-client", "--collocated") as client:
        for case in ("twoway", "oneway"):
            assert ask(client, {"case": case, "calls": 100})["event"] == "measured"
        assert client.end() == 0


PAYLOADS = {"octets": 1, "shorts": 2, "floats": 4, "doubles": 8}
SHAPES = {"basic": 1, "array": 1024, "sequence": 1024}


def every_payload(case: str) -> Iterator[dict[str, Any]]:
    for payload, size in PAYLOADS.items():
        for shape, elements in SHAPES.items():
            yield {"case": case, "payload": payload, "shape": shape, "bytes": size * elements}


def test_every_payload_in_every_shape_is_a_call(client: Running) -> None:
    if str(client.ready["name"]).split("-")[0] not in ORBS:
        pytest.skip("no ORB: it sends bytes")
    for command in every_payload("twoway"):
        assert ask(client, command | {"calls": 3})["event"] == "measured"


@pytest.mark.parametrize("turn", ["first", "second"])
def test_a_call_on_a_new_connection_is_timed(client: Running, turn: str) -> None:
    if client.ready["name"] == "raw-bench-client" and "shm" in str(client.process.args):
        pytest.skip("raw has no such case over shared memory")
    if str(client.ready["name"]).startswith("iceoryx"):
        pytest.skip("iceoryx has no such case")
    answer = ask(client, sized(client, turn, 0) | {"calls": 5, "warm_up": 1})
    assert (answer["event"], answer["calls"], answer["ns"]["count"]) == ("measured", 5, 5)
    # The connection that was there before serves on.
    assert ask(client, sized(client, "twoway", 0) | {"calls": 3})["event"] == "measured"


@pytest.mark.parametrize(("peer", "way"), WITHIN)
def test_an_object_of_the_same_process_takes_every_payload(peer: str, way: str) -> None:
    options = ["--marshal"] if way == "marshalled" else []
    with running(f"{peer}-bench-client", "--collocated", *options) as client:
        for command in every_payload("twoway"):
            assert ask(client, command | {"calls": 3})["event"] == "measured"
        assert ask(client, {"case": "first", "calls": 2})["ns"]["count"] == 2
        assert client.end() == 0


@pytest.mark.parametrize("encoding", ["cdr", "cdr-foreign", "eight", "ndr", "xdr"])
def test_encodings_tell_what_a_value_takes(encoding: str) -> None:
    with running("encodings-bench-client") as client:
        for command in every_payload(encoding):
            answer = ask(client, command | {"calls": 3})
            assert answer["encoded_bytes"] >= command["bytes"]
        nothing = ask(client, {"case": encoding, "bytes": 0})
        assert "there is nothing to encode" in nothing["error"]
        assert client.end() == 0


def bare_stages(*options: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run([path_of("raw-stages"), *options], stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, check=False,
                          timeout=ENDS_WITHIN_S)  # fmt: skip


def test_bare_threads_pass_each_packet_through_each_stage() -> None:
    done = bare_stages("--packets", "20", "--stages", "4", "--work-ms", "1.5")
    line = json.loads(done.stdout)
    assert (line["packets"], line["stages"], line["work_ms"]) == (20, 4, 1.5)
    assert line["lasted_ns"] >= (20 + 4 - 1) * 1_500_000
    assert done.returncode == 0


@pytest.mark.parametrize(
    "options", [["--stages", "0"], ["--packets", "all"], ["--work-ms", "-1"], ["--cpus", "none"]]
)
def test_bare_threads_refuse_what_they_cannot_do(options: list[str]) -> None:
    done = bare_stages(*options)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1
