# SPDX-License-Identifier: Apache-2.0
import random
import re
import struct
from pathlib import Path
from typing import Any, cast

import pytest

from orbweaver.ior.decode import decode
from orbweaver.ior.records import BadReference, CodeSets, Component
from orbweaver.ior.urls import read_reference
from orbweaver.run.giop import key_bytes
from references import (
    datagram_component,
    iiop_profile,
    reference,
    unix_component,
    unix_reference,
)

OMNIORB = (
    "IOR:010000001700000049444c3a4c61622f5061636b657453696e6b3a312e300000010000000000000054000000"
    "010102000a0000006c6f63616c686f737400d204030000006b657900020000000000000008000000010000000054"
    "5441010000001c00000001000000010001000100000001000105090101000100000009010100"
)


def test_a_reference_that_omniorb_made() -> None:
    decoded = decode(OMNIORB)
    assert decoded.type_id == "IDL:Lab/PacketSink:1.0"
    assert decoded.byte_order == "little"
    (profile,) = decoded.profiles
    assert (profile.version, profile.host, profile.port) == ("1.2", "localhost", 1234)
    assert profile.key == b"key"
    orb, code_sets = profile.components
    assert orb.values == {"orb": "omniORB"}
    assert code_sets.values == {
        "char": CodeSets("ISO 8859-1", ["UTF-8"]),
        "wchar": CodeSets("UTF-16", ["UTF-16"]),
    }


def test_the_meeting_place_of_shared_memory() -> None:
    profile = iiop_profile("box", 1, b"k", [(0x4F575301, unix_component("@orbweaver-1"))])
    (component,) = decode(reference("IDL:X:1.0", [(0, profile)])).profiles[0].components
    assert component.name == "Orbweaver shared memory"
    assert component.values == {"hostname": "box", "path": "@orbweaver-1"}


def test_the_path_of_a_unix_socket() -> None:
    assert decode(unix_reference("/tmp/x/socket")).unix_paths() == ["/tmp/x/socket"]


def test_a_big_endian_reference() -> None:
    body = bytes(4) + b"\0\0\0\2A\0" + bytes(2) + b"\0\0\0\1" + bytes(4) + b"\0\0\0\x14"
    body += b"\0\1\0\0" + b"\0\0\0\2h\0" + b"\x12\x34" + b"\0\0\0\1k" + bytes(3)
    decoded = decode("IOR:" + body.hex())
    assert decoded.byte_order == "big"
    assert (decoded.profiles[0].host, decoded.profiles[0].port) == ("h", 0x1234)


def test_a_nil_reference() -> None:
    assert decode("IOR:00000000000000010000000000000000").nil


def test_bytes_behind_the_reference_are_counted() -> None:
    nil = "IOR:00000000000000010000000000000000"
    assert decode(nil).bytes_behind == 0
    assert decode(nil + "deadbeef").bytes_behind == 4
    assert decode(nil + "00" * 7).bytes_behind == 0  # padding
    assert decode(nil + "00" * 8).bytes_behind == 8


def test_unknown_profiles_and_components_are_kept() -> None:
    profile = iiop_profile("h", 1, b"k", [(0xABCD, b"\1\2\3")])
    decoded = decode(reference("IDL:X:1.0", [(0x777, b"abc"), (0, profile)]))
    assert decoded.profiles[0].key == b"abc"
    assert decoded.profiles[1].components[0].values == {"bytes": "010203"}


def test_the_way_over_tcp_need_not_be_the_first() -> None:
    profiles = [(0x54414F00, b"/tmp/socket"), (0, iiop_profile("h", 4711, b"key", []))]
    way = decode(reference("IDL:X:1.0", profiles)).internet()
    assert way and (way.host, way.port, way.key) == ("h", 4711, b"key")
    assert key_bytes(reference("IDL:X:1.0", profiles)) == 3
    with pytest.raises(BadReference, match="no TCP address"):
        key_bytes(reference("IDL:X:1.0", profiles[:1]))


def test_upper_case_and_white_space_are_accepted() -> None:
    assert decode(f"  ior:{OMNIORB[4:].upper()}\n").type_id == "IDL:Lab/PacketSink:1.0"


def test_corbaloc_with_several_addresses() -> None:
    decoded = decode("corbaloc:iiop:1.2@radio:2810,:other/Name%20Service")
    first, second = decoded.profiles
    assert (first.version, first.host, first.port) == ("1.2", "radio", 2810)
    assert (second.version, second.host, second.port) == ("1.0", "other", 2809)
    assert first.key == b"Name Service"
    assert decode("corbaloc::[::1]:99/k").profiles[0].port == 99
    assert decode("corbaloc:rir:/Other").profiles[0].key == b"Other"


@pytest.mark.parametrize("text", ["corbaloc:rir:", "corbaloc:RIR:/", "corbaname:rir:#a"])
def test_an_initial_reference_without_a_name_is_the_naming_service(text: str) -> None:
    (profile,) = read_reference(text).profiles
    assert (profile.name, profile.key) == ("initial reference", b"NameService")


def test_a_corbaloc_may_have_no_key() -> None:
    assert decode("corbaloc:iiop:host").profiles[0].key == b""


def test_a_corbaname_is_a_naming_context_and_a_name() -> None:
    found = read_reference(" CorbaName::1.2@radio:2810#site/tuner%20one.device\n")
    assert (found.form, found.name) == ("corbaname", "site/tuner one.device")
    (profile,) = found.profiles
    assert (profile.host, profile.port, profile.key) == ("radio", 2810, b"NameService")
    assert read_reference("corbaname::h/Other").profiles[0].key == b"Other"
    assert read_reference("corbaname::h").name == ""
    assert read_reference(r"corbaname::h#a\.b\/c/.kind/.").name == r"a\.b\/c/.kind/."


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "IOR:, corbaloc:, corbaname: or file://"),
        ("http://x", "this starts with 'http://x'"),
        ("corbaname:smoke:h#a", "neither iiop: nor rir:"),
        ("corbaname::h#%", "two hex digits"),
        ("corbaname::h#a//b", "'a//b' is no name"),
        ("corbaname::h#a.", "'a.' is no name"),
        ("corbaname::h#a.b.c", "is no name"),
        (r"corbaname::h#\a", "is no name"),
        ("corbaname::h#" + "/".join("a" * 65), "at most 64 steps"),
        ("file:///no/such/file", "'/no/such/file' cannot be read: No such file"),
        ("file:///", "cannot be read: Is a directory"),
        ("file:///a\0b", "cannot be read"),
    ],
)
def test_bad_urls_are_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(BadReference, match=re.escape(says)):
        read_reference(text)


def test_a_file_holds_a_reference_or_names_another_file(tmp_path: Path) -> None:
    path = tmp_path / "tuner.ior"
    path.write_text(f"{OMNIORB}\n")
    assert read_reference(f"file://{path}") == decode(OMNIORB)
    (tmp_path / "other.ior").write_text(f"FILE://{path}")
    assert read_reference(f"file://{tmp_path}/other.ior") == decode(OMNIORB)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "has the server that writes it started?"),
        ("x" * 70_000, "more than 64 KiB"),
        ("file://tuner.ior", "circle"),
    ],
)
def test_a_file_without_a_reference_is_refused(
    content: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("tuner.ior").write_text(content)
    with pytest.raises(BadReference, match=re.escape(says)):
        read_reference("file://tuner.ior")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "starts with IOR: or corbaloc:"),
        ("http://x", "starts with IOR: or corbaloc:"),
        ("IOR:", "the reference is empty"),
        ("IOR:0", "odd number: it was cut off"),
        ("IOR:01zz", "character 7 of the reference, 'z'"),
        ("IOR:05", "starts with byte order 5"),
        (OMNIORB[:-2], "profile 1 at byte"),
        (OMNIORB[:60], "the type id at byte"),
        ("IOR:01000000ffffffff", "the type id at byte 8 needs 4294967295 bytes, 0 are left"),
        ("IOR:00000000000000010000000000ffffff", "16777215 profiles do not fit"),
        ("IOR:000000000000000141000000", "no closing zero"),
        ("corbaloc:", "the form corbaloc:"),
        ("corbaloc:/k", "the form corbaloc:"),
        ("corbaloc:iiop:host:0/k", "no port between 1"),
        ("corbaloc:iiop:2@host/k", "no version as 1.2"),
        ("corbaloc::host/%4", "two hex digits"),
        ("corbaloc::host/a b", "printable ASCII characters only"),
        ("corbaloc:iiop:host:99999/k", "no port between"),
        ("corbaloc:iiop:host:²/k", "no port between"),
        ("corbaloc:iiop:/k", "names no host"),
        ("corbaloc:smoke:host/k", "neither iiop: nor rir:"),
        ("corbaloc:iiop:host,rir:/k", "rir: stands alone"),
        ("corbaloc:rir:,iiop:host/k", "rir: stands alone"),
        ("corbaloc::a,,:b/k", "neither iiop: nor rir:"),
        ("corbaloc:::1:99/k", "names no host"),
        ("corbaloc::fe80::1/k", "an address of IPv6 stands in brackets"),
        ("corbaloc::[::1/k", "names no host"),
        ("corbaloc::[::1]x/k", "'x' belongs to no host name"),
        ("corbaloc:iiop:1.256@host/k", "no version as 1.2"),
        ("corbaloc:iiop:@host/k", "no version as 1.2"),
        ("corbaloc::a@b@c/k", "no version as 1.2"),
        ("corbaloc::host:/k", "no port between"),
    ],
)
def test_bad_references_are_refused_with_the_place(text: str, says: str) -> None:
    with pytest.raises(BadReference, match=says):
        decode(text)


def test_no_damage_does_worse_than_a_refusal() -> None:
    source = random.Random(7)
    whole = bytes.fromhex(unix_reference("/tmp/socket")[4:])
    for _ in range(5000):
        data = bytearray(whole[: source.randint(0, len(whole))])
        for _ in range(source.randint(0, 4)):
            if data:
                data[source.randrange(len(data))] = source.choice((0, 1, 0x7F, 0xFF))
        try:
            decode("IOR:" + data.hex())
        except BadReference as problem:
            assert str(problem)


def component_of(tag: int, data: bytes) -> Component:
    profile = iiop_profile("h", 1, b"k", [(tag, data)])
    (component,) = decode(reference("IDL:X:1.0", [(0, profile)])).profiles[0].components
    return component


def test_a_damaged_component_is_named_and_the_others_are_shown() -> None:
    broken = (0x41545402, unix_component("/tmp/x")[:-9])
    whole = (3, datagram_component("other", 7))
    profile = iiop_profile("h", 1, b"k", [broken, whole])
    decoded = decode(reference("IDL:X:1.0", [(0, profile), (0, iiop_profile("i", 2, b"k", []))]))
    first, second = decoded.profiles[0].components
    assert first.values == {"bytes": broken[1].hex()}
    assert second.values == {"host": "other", "port": 7}
    assert decoded.profiles[1].host == "i"
    (damage,) = decoded.damages()
    assert damage.startswith(
        "component 1 of profile 1 (omniORB unix socket): the length of the path"
    )


def test_a_damaged_profile_is_named_and_the_others_are_shown() -> None:
    broken = iiop_profile("h", 1, b"k", [])[:6]
    decoded = decode(reference("IDL:X:1.0", [(0, broken), (0, iiop_profile("i", 2, b"k", []))]))
    assert [profile.host for profile in decoded.profiles] == ["", "i"]
    (damage,) = decoded.damages()
    assert damage.startswith("profile 1 (IIOP): the length of the host of profile 1")


def test_what_comes_before_a_component_that_is_cut_off_is_shown() -> None:
    whole = iiop_profile("h", 1, b"k", [(3, datagram_component("other", 7)), (9, bytes(40))])
    (profile,) = decode(reference("IDL:X:1.0", [(0, whole[:-20])])).profiles
    assert (profile.host, [one.tag for one in profile.components]) == ("h", [3])
    assert "component 0x00000009" in profile.damaged


def test_ssl() -> None:
    data = b"\0\0" + struct.pack(">HHH", 2 | 4 | 64, 2, 7001)
    assert component_of(20, data).values == {
        "supports": ["integrity", "confidentiality", "trust in client"],
        "requires": ["integrity"],
        "port": 7001,
    }


def octets(data: bytes, at: int) -> bytes:
    return bytes(-at % 4) + struct.pack(">I", len(data)) + data


GSSUP = bytes.fromhex("0606678102010101")
EXPORTED = b"\4\1\0\x08" + GSSUP + struct.pack(">I", 5) + b"realm"


def tls() -> bytes:
    body = b"\0\0" + struct.pack(">HH", 2 | 4 | 32, 2) + b"\0\0" + struct.pack(">I", 1)
    body += octets(b"radio\0", len(body))
    return body + struct.pack(">H", 7002)


def csi() -> bytes:
    """A mechanism as servers of Java EE write it: TLS, a password, identity assertion."""
    body = b"\0\1\0\0" + struct.pack(">I", 1)
    body += struct.pack(">H", 64) + b"\0\0" + struct.pack(">I", 36)
    body += octets(tls(), len(body))
    body += bytes(-len(body) % 2) + struct.pack(">HH", 64, 64)
    body += octets(GSSUP, len(body))
    body += octets(EXPORTED, len(body))
    body += bytes(-len(body) % 2) + struct.pack(">HH", 1024, 0)
    body += bytes(-len(body) % 4) + struct.pack(">I", 0) + struct.pack(">I", 1)
    body += octets(GSSUP, len(body))
    return body + bytes(-len(body) % 4) + struct.pack(">I", 1 | 2)


def test_tls() -> None:
    assert component_of(36, tls()).values == {
        "supports": ["integrity", "confidentiality", "trust in target"],
        "requires": ["integrity"],
        "addresses": ["radio:7002"],
    }


def test_the_security_mechanisms_of_csi() -> None:
    component = component_of(33, csi())
    assert not component.damaged
    assert component.values["stateful"] is True
    (mechanism,) = cast(list[dict[str, Any]], component.values["mechanisms"])
    assert mechanism["requires"] == ["trust in client"]
    assert mechanism["transport"]["kind"] == "TLS"
    assert mechanism["transport"]["addresses"] == ["radio:7002"]
    assert mechanism["authentication"]["mechanism"] == "GSSUP (name and password)"
    assert mechanism["authentication"]["target"] == "realm"
    assert mechanism["attributes"] == {
        "supports": ["identity assertion"],
        "requires": [],
        "authorities": [],
        "naming": ["GSSUP (name and password)"],
        "identities": ["anonymous", "principal name"],
    }


def policy(kind: int, value: bytes) -> bytes:
    return b"\0\0\0\0" + struct.pack(">III", 1, kind, len(value)) + value


def test_the_priority_model_that_orbweavers_server_writes() -> None:
    value = b"\1\0\0\0" + struct.pack("<Ih", 1, 7)
    data = b"\1\0\0\0" + struct.pack("<III", 1, 40, len(value)) + value
    expected = {"priority model": {"model": "server declared", "priority": 7}}
    assert component_of(2, data).values == expected


@pytest.mark.parametrize(
    ("kind", "value", "name", "shows"),
    [
        (45, struct.pack(">Ihhhh", 2, 0, 9, 10, 99), "priority bands", ["0 to 9", "10 to 99"]),
        (42, struct.pack(">II", 1, 0), "server protocols", ["IIOP"]),
        (24, b"", "sync scope", "with transport"),
        (31, bytes(4) + struct.pack(">Q", 20_000), "relative request timeout", "2 ms"),
    ],
)
def test_other_policies(kind: int, value: bytes, name: str, shows: object) -> None:
    head = b"\0\0\0\1" if kind == 24 else bytes(4)
    assert component_of(2, policy(kind, head + value)).values == {name: shows}


def test_a_policy_that_is_not_known_is_shown_as_it_is() -> None:
    assert component_of(2, policy(77, b"\1\2")).values == {"policy 77": "0x0102"}


@pytest.mark.parametrize("tag", [2, 20, 33, 35, 36])
def test_random_bytes_in_a_component_do_no_harm(tag: int) -> None:
    source = random.Random(tag)
    for size in range(200):
        data = bytes([source.choice((0, 1))]) + source.randbytes(size)
        assert component_of(tag, data).tag == tag


@pytest.mark.parametrize(
    ("text", "ways"),
    [
        ("corbaloc::host", [("1.0", "host", 2809)]),
        ("corbaloc:IIOP:host/k", [("1.0", "host", 2809)]),
        ("corbaloc::[fe80::1%eth0]/k", [("1.0", "fe80::1%eth0", 2809)]),
        ("corbaloc:iiop:1.2@[::1]:99/k", [("1.2", "::1", 99)]),
        ("corbaloc::a,iiop:1.1@b:2,:[::2]/k",
         [("1.0", "a", 2809), ("1.1", "b", 2), ("1.0", "::2", 2809)]),
    ],
)  # fmt: skip
def test_forms_of_a_corbaloc(text: str, ways: list[tuple[str, str, int]]) -> None:
    profiles = decode(text).profiles
    assert [(one.version, one.host, one.port) for one in profiles] == ways


def test_any_octet_may_stand_in_a_key() -> None:
    assert decode("corbaloc::h/%00%ff/a%25b;c").profiles[0].key == b"\0\xff/a%b;c"
