# SPDX-License-Identifier: Apache-2.0
"""GIOP beyond plain calls, between Orbweaver and omniORB: IPv6, forwards, code sets."""

import socket

import giop
import pytest
from forwarder import forwarding
from orbweaver.ior.decode import decode
from programs import Running, path_of, running
from test_omniorb import call

PAIRS = [("omniorb", "orbweaver"), ("orbweaver", "omniorb"), ("orbweaver", "orbweaver")]
TCP = "giop:tcp:127.0.0.1:0"
ANSWERS_WITHIN_S = 120


def has_ipv6() -> bool:
    """Whether this machine can listen on the loopback address of IPv6."""
    try:
        with socket.socket(socket.AF_INET6) as listener:
            listener.bind(("::1", 0))
    except OSError:
        return False
    return True


def require_all_cases(client: str, server: str, endpoint: str) -> None:
    """Every case goes well."""
    path_of(f"{client}-echo-client")
    with running(f"{server}-echo-server", "--endpoint", endpoint) as at:
        cases = call(client, at)
        failed = {line["case"]: line["detail"] for line in cases if not line["ok"]}
        assert not failed
        assert cases
        assert at.end() == 0


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize(("client", "server"), PAIRS)
def test_ipv6_addresses_are_understood(client: str, server: str) -> None:
    require_all_cases(client, server, "giop:tcp:[::1]:0")


@pytest.mark.parametrize("client", ["omniorb", "orbweaver"])
def test_callers_connect_to_the_address_that_our_server_publishes(client: str) -> None:
    path_of(f"{client}-echo-client")
    published = ("--orb", "ORBendPointPublish=giop:tcp:127.0.0.2")
    with running("orbweaver-echo-server", "--endpoint", TCP, *published) as at:
        profile = decode(at.ior).profiles[0]
        assert profile.host == "127.0.0.2"
        outside, inside = ("127.0.0.2", profile.port), ("127.0.0.1", profile.port)
        with forwarding(outside, inside) as way:
            failed = {line["case"]: line["detail"] for line in call(client, at) if not line["ok"]}
            assert not failed
            assert way.connections >= 1
        assert at.end() == 0


# Our client takes no arguments over into another version: its first call would raise TRANSIENT.
@pytest.mark.parametrize(
    ("client", "version"), [("omniorb", "1.0"), ("omniorb", "1.2"), ("orbweaver", "1.2")]
)
def test_callers_follow_where_our_server_sends_them(
    monkeypatch: pytest.MonkeyPatch, client: str, version: str
) -> None:
    monkeypatch.setenv("ORBmaxGIOPVersion", version)
    with (
        running("omniorb-echo-server", "--endpoint", TCP) as there,
        running("orbweaver-echo-server", "--endpoint", TCP, "--forward-to", there.ior) as here,
    ):
        cases = call(client, here)
        # A one-way call gets no answer, so that it cannot be sent on if it is the first one; and
        # omniORB sends the new reference where its program has the old one.
        failed = {line["case"]: line["detail"] for line in cases if not line["ok"]}
        expected = {case for case in failed if case.startswith("poke")} | {"echo_reference"}
        assert set(failed) <= expected, failed
        assert len(cases) > len(failed) + 20
        assert here.end() == 0
        assert there.end() == 0


def reply_status_of(server: Running) -> int:
    """What an empty call is answered with, as the octets say it."""
    profile = decode(server.ior).profiles[0]
    with (
        socket.create_connection(("127.0.0.1", profile.port), ANSWERS_WITHIN_S) as connection,
        connection.makefile("rb") as replies,
    ):
        connection.sendall(giop.request(profile.key, b"nothing", b""))
        reply = replies.read(giop.HEADER_SIZE + 8)
    return int.from_bytes(reply[-4:], "little")


@pytest.mark.parametrize("server", ["orbweaver", "omniorb"])
@pytest.mark.parametrize(("options", "status"), [([], 3), (["--for-good"], 4)])
def test_a_server_says_whether_its_object_moved_for_good(
    server: str, options: list[str], status: int
) -> None:
    with (
        running("omniorb-echo-server") as there,
        running(f"{server}-echo-server", "--forward-to", there.ior, *options) as here,
    ):
        assert reply_status_of(here) == status


# In UTF-8 no char beyond ASCII travels alone, so these write texts only.
TEXTS = ["echo_string", "echo_string_empty", "echo_string_large", "echo_strings"]


@pytest.mark.parametrize("omniorb_text", ["ISO-8859-1", "UTF-8"])
@pytest.mark.parametrize("our_text", ["ISO-8859-1", "UTF-8"])
@pytest.mark.parametrize(("client", "server"), PAIRS[:2])
def test_code_sets_are_agreed_on(
    monkeypatch: pytest.MonkeyPatch, client: str, server: str, our_text: str, omniorb_text: str
) -> None:
    monkeypatch.setenv("ORBnativeCharCodeSet", omniorb_text)
    ours = ["--orb", f"ORBnativeCharCodeSet={our_text}"]
    options = {"orbweaver": ours, "omniorb": []}
    with running(f"{server}-echo-server", "--endpoint", TCP, *options[server]) as at:
        for text in TEXTS:
            (line,) = call(client, at, "--case", text, *options[client])
            assert line["ok"], line["detail"]
        if our_text == omniorb_text == "ISO-8859-1":
            (line,) = call(client, at, "--case", "echo_string_latin_1", *options[client])
            assert line["ok"], line["detail"]
