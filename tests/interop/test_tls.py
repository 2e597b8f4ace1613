# SPDX-License-Identifier: Apache-2.0
"""What TLS between two ORBs keeps out, and how its port is found beside others.

That calls which may pass do pass is for the columns of the table.
"""

import re
from pathlib import Path

import pytest
from capture import capturing
from columns import Column, wanted_pairs
from orbs import ORBS, TLS, TLS_PROVED, TLS_WAYS
from programs import running
from restarts import lasting_port
from runs import call, serving, tls_options_of_client, tls_options_of_server
from tls_files import tls_files

PAIRS = [
    (client, server)
    for client, server in wanted_pairs()
    if all(TLS in ORBS[name].transports for name in (client, server))
]
WITH_ORBWEAVER = [pair for pair in PAIRS if "orbweaver" in pair]
ONE_CASE = ("--case", "echo_long")


@pytest.mark.parametrize(("client", "server"), WITH_ORBWEAVER)
def test_a_client_without_a_certificate_is_refused_where_one_is_required(
    client: str, server: str, tmp_path: Path
) -> None:
    with serving(Column(client, server, TLS_PROVED), tmp_path) as there:
        without = ORBS[client].tls_client_options(TLS, tls_files("client"))
        (refused,) = call(client, there, *without, *ONE_CASE)
        with_one = tls_options_of_client(Column(client, server, TLS_PROVED))
        (taken,) = call(client, there, *with_one, *ONE_CASE)
    assert (refused["ok"], taken["ok"]) == (False, True)


@pytest.mark.parametrize(("client", "server"), WITH_ORBWEAVER)
def test_a_server_that_another_authority_vouches_for_is_not_called(
    client: str, server: str, tmp_path: Path
) -> None:
    with serving(Column(client, server, TLS), tmp_path) as there:
        stranger = ORBS[client].tls_client_options(TLS, tls_files("client", "another"))
        (refused,) = call(client, there, *stranger, *ONE_CASE)
    assert not refused["ok"]


@pytest.mark.parametrize("transport", TLS_WAYS)
@pytest.mark.parametrize("client", [orb for orb, server in WITH_ORBWEAVER if server == "orbweaver"])
def test_a_client_finds_the_tls_port_beside_another_address(client: str, transport: str) -> None:
    """JacORB's issue 219 was about references with an alternate address and a TLS port."""
    column = Column(client, "orbweaver", transport)
    with running(
        "orbweaver-echo-server",
        *("--endpoint", "giop:tcp:127.0.0.1:0", "--endpoint", "giop:tls:127.0.0.1:0"),
        *("--endpoint", "giop:tcp:localhost:0"),
        *tls_options_of_server(column),
    ) as there:
        (line,) = call(client, there, *tls_options_of_client(column), *ONE_CASE)
    assert line["ok"], line["detail"]


@pytest.mark.parametrize(("client", "server"), WITH_ORBWEAVER)
def test_a_client_that_knows_authorities_does_not_call_by_plain_tcp(
    client: str, server: str, tmp_path: Path
) -> None:
    with serving(Column(client, server), tmp_path) as there:
        options = tls_options_of_client(Column(client, server, TLS_PROVED))
        (refused,) = call(client, there, *options, *ONE_CASE)
    assert not refused["ok"]


@pytest.mark.parametrize(("client", "server"), WITH_ORBWEAVER)
def test_only_orbweaver_compares_the_host_with_the_names_in_the_certificate(
    client: str, server: str
) -> None:
    """The certificate is for localhost and 127.0.0.1; omniORB and JacORB call 127.0.0.2 by it."""
    column = Column(client, server, TLS)
    elsewhere = ORBS[server].tls.endpoint.replace("127.0.0.1", "127.0.0.2")
    options = ("--endpoint", elsewhere, *tls_options_of_server(column))
    with running(f"{server}-echo-server", *options) as there:
        (line,) = call(client, there, *tls_options_of_client(column), *ONE_CASE)
    assert line["ok"] is (client != "orbweaver"), line["detail"]


# How its record begins: a handshake, of version 1.0 or 1.2, some length, the first of its kinds.
CLIENT_HELLO = re.compile(rb"\x16\x03[\x01\x03]..\x01", re.DOTALL)


@pytest.mark.parametrize("transport", ["tcp", TLS])
@pytest.mark.parametrize(("client", "server"), WITH_ORBWEAVER)
def test_a_capture_of_a_fixed_port_shows_the_call_over_tcp_alone(
    client: str, server: str, transport: str
) -> None:
    """ACE_TAO's issue 2205 was about a fixed port for TLS."""
    column = Column(client, server, transport)
    port = lasting_port()
    kind = ORBS[server].tls.endpoint.split(":")[1] if transport == TLS else "tcp"
    options = ("--endpoint", f"giop:{kind}:127.0.0.1:{port}", *tls_options_of_server(column))
    with (
        running(f"{server}-echo-server", *options) as there,
        capturing(f"tcp port {port}", "127.0.0.1", port) as capture,
    ):
        (line,) = call(client, there, *tls_options_of_client(column), *ONE_CASE)
        if capture.stop():
            pytest.skip("this machine is too slow to capture: frames were lost")
        seen = capture.octets()
    assert line["ok"], line["detail"]
    assert (b"echo_long" in seen) is (transport == "tcp")
    assert bool(CLIENT_HELLO.search(seen)) is (transport == TLS)
