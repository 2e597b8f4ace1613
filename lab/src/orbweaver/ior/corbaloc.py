# SPDX-License-Identifier: Apache-2.0
"""Decodes `corbaloc:`, CORBA 3.3 Part 2, 7.6.10.1, as `CORBA::ORB::string_to_object` takes it."""

import re
from urllib.parse import unquote_to_bytes

from orbweaver.ior.records import TAG_INTERNET_IOP, BadReference, Profile, Reference

DEFAULT_PORT = 2809
DEFAULT_VERSION = "1.0"
NAME_SERVICE = b"NameService"
HOST = re.compile(r"[A-Za-z0-9._-]+")
ADDRESS = re.compile(r"\[[A-Za-z0-9._:%-]+\]")
VERSION = re.compile(r"1\.([0-9]{1,3})")


def decode_corbaloc(text: str) -> Reference:
    """What stands behind `corbaloc:`. Raises BadReference with the reason."""
    addresses, _, key = text.partition("/")
    if not addresses:
        raise BadReference("a corbaloc has the form corbaloc:iiop:HOST:PORT/KEY")
    object_key = _key(key)
    if addresses.lower() == "rir:":
        named = Profile(TAG_INTERNET_IOP, "initial reference", key=object_key or NAME_SERVICE)
        return Reference("corbaloc", "none", "", [named])
    profiles = [_profile(address, object_key) for address in addresses.split(",")]
    return Reference("corbaloc", "none", "", profiles)


def _key(text: str) -> bytes:
    if not re.fullmatch(r"(?:%[0-9a-fA-F]{2}|[!-$&-~])*", text):
        raise BadReference(
            f"the key '{text}' may have printable ASCII characters only; write others as %XX, with "
            "two hex digits"
        )
    return unquote_to_bytes(text)


def _profile(address: str, key: bytes) -> Profile:
    protocol, colon, rest = address.partition(":")
    if protocol.lower() == "rir":
        raise BadReference(f"corbaloc address '{address}': rir: stands alone: corbaloc:rir:/NAME")
    if not colon or protocol.lower() not in ("", "iiop"):
        raise BadReference(f"corbaloc address '{address}' is neither iiop: nor rir:")
    version, at, place = rest.partition("@")
    if not at:
        version, place = DEFAULT_VERSION, rest
    elif not (found := VERSION.fullmatch(version)) or int(found[1]) > 255:
        raise BadReference(f"corbaloc address '{address}' has no version as 1.2 before its @")
    host, port = _host_and_port(place)
    return Profile(TAG_INTERNET_IOP, "IIOP", version, host, port, key)


def _host_and_port(place: str) -> tuple[str, int]:
    """An address of IPv6 stands in brackets, which do not belong to it."""
    found = (ADDRESS if place.startswith("[") else HOST).match(place)
    if not found:
        raise BadReference(f"corbaloc address '{place}' names no host")
    port = place[found.end() :]
    if not found[0].startswith("[") and port.count(":") > 1:
        raise BadReference(f"corbaloc address '{place}': an address of IPv6 stands in brackets")
    if port and not port.startswith(":"):
        raise BadReference(f"corbaloc address '{place}': '{port}' belongs to no host name")
    return found[0].strip("[]"), _port(port[1:], place) if port else DEFAULT_PORT


def _port(text: str, place: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 65535):
        raise BadReference(f"corbaloc address '{place}' has no port between 1 and 65535")
    return int(text)
