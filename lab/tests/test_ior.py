import random
import re
from pathlib import Path

import pytest

from orbweaver.ior.decode import BadReference, CodeSets, decode
from orbweaver.ior.urls import read_reference
from orbweaver.run.giop import key_bytes
from references import iiop_profile, reference, unix_component, unix_reference

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
        ("corbaloc::host/a b", "printable characters only"),
        ("corbaloc:iiop:host:99999/k", "no port between"),
        ("corbaloc:iiop:host:²/k", "no port between"),
        ("corbaloc:iiop:/k", "names no host"),
        ("corbaloc:smoke:host/k", "neither iiop: nor rir:"),
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


def test_a_damaged_component_is_refused() -> None:
    profile = iiop_profile("h", 1, b"k", [(0x41545402, unix_component("/tmp/x")[:-9])])
    with pytest.raises(BadReference, match="path of the unix socket"):
        decode(reference("IDL:X:1.0", [(0, profile)]))
