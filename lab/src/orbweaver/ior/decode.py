"""Decodes object references, `IOR:` and `corbaloc:`, into plain records.

CORBA 3.3 Part 2, 7.6 (Interoperable Object References) and 7.6.10 (corbaloc). Unknown profiles and
components are kept as their number and bytes. The standard requires it of programs that pass
references on.
"""

import re
from dataclasses import dataclass, field
from urllib.parse import unquote_to_bytes

from orbweaver.ior.cdr import Reader, Truncated, encapsulation

TAG_INTERNET_IOP = 0
TAG_MULTIPLE_COMPONENTS = 1
TAG_ORB_TYPE = 0
TAG_CODE_SETS = 1
TAG_ALTERNATE_IIOP_ADDRESS = 3
TAG_OMNIORB_UNIX = 0x41545402
TAG_ORBWEAVER_SHM = 0x4F575301
TAG_ORBWEAVER_UDP = 0x4F575501
DEFAULT_PORT = 2809
NAME_SERVICE = b"NameService"
MOST_PADDING = 7
"""omniORB fills its references up with zeros, to a multiple of eight at most."""

PROFILES = {
    0: "IIOP",
    1: "multiple components",
    2: "SCCP",
    3: "UIPMC",
    0x54414F00: "TAO UIOP",
    0x54414F02: "TAO SHMIOP",
    0x54414F04: "TAO DIOP",
    0x54414F0E: "TAO SCIOP",
}
COMPONENTS = {
    0: "ORB type",
    1: "code sets",
    2: "policies",
    3: "alternate IIOP address",
    5: "complete object key",
    20: "SSL",
    31: "OTS policy",
    32: "invocation policy",
    33: "CSI security mechanisms",
    36: "TLS",
    0x41545401: "omniORB bidirectional",
    0x41545402: "omniORB unix socket",
    0x41545403: "omniORB persistent id",
    0x41545404: "omniORB restricted connection",
    0x4F574C01: "Orbweaver order kept",
    0x4F575301: "Orbweaver shared memory",
    0x4F575501: "Orbweaver datagrams",
}
ORB_TYPES = {
    0x41545400: "omniORB",
    0x54414F00: "TAO",
    0x4A414300: "JacORB",
    0x4F425800: "ORBexpress",
    0x49545F00: "Orbix",
    0x56495300: "VisiBroker",
}
CODE_SETS = {
    0x00010001: "ISO 8859-1",
    0x00010020: "ISO 646 (ASCII)",
    0x00010100: "UCS-2",
    0x00010109: "UTF-16",
    0x05010001: "UTF-8",
}


class BadReference(ValueError):
    """The string is no usable object reference; the text says where and why."""


@dataclass(frozen=True)
class Component:
    """A tagged component; `values` holds what could be decoded of it."""

    tag: int
    name: str
    values: dict[str, object]


@dataclass(frozen=True)
class CodeSets:
    """The native code set of one kind of character, and those it converts to."""

    native: str
    conversion: list[str]


@dataclass(frozen=True)
class Profile:
    """One way to reach the object."""

    tag: int
    name: str
    version: str = ""
    host: str = ""
    port: int = 0
    key: bytes = b""
    components: list[Component] = field(default_factory=list[Component])


@dataclass(frozen=True)
class Reference:
    """A decoded object reference."""

    form: str
    byte_order: str
    type_id: str
    profiles: list[Profile]
    bytes_behind: int = 0
    """How many bytes come after the end of the reference; padding does not count."""
    name: str = ""
    """What a corbaname looks up in the naming context to which the profiles lead."""

    @property
    def nil(self) -> bool:
        """A reference to no object."""
        return not self.profiles

    def internet(self) -> Profile | None:
        """The first way over TCP, which need not be the first of all."""
        return next((one for one in self.profiles if one.tag == TAG_INTERNET_IOP), None)

    def unix_paths(self) -> list[str]:
        """The socket files at which the object listens."""
        return [
            str(component.values["path"])
            for profile in self.profiles
            for component in profile.components
            if component.tag in (TAG_OMNIORB_UNIX, TAG_ORBWEAVER_SHM) and "path" in component.values
        ]


def decode(text: str) -> Reference:
    """Decode `IOR:` or `corbaloc:`; raises BadReference for anything that is none."""
    text = text.strip()
    scheme = text.partition(":")[0].lower()
    try:
        if scheme == "ior":
            return _decode_ior(_bytes_of(text[4:]))
        if scheme == "corbaloc":
            return _decode_corbaloc(text[len("corbaloc:") :])
    except Truncated as problem:
        raise BadReference(f"the reference is damaged: {problem}") from None
    raise BadReference(
        f"an object reference starts with IOR: or corbaloc:, this starts with '{text[:12]}'"
    )


def _bytes_of(digits: str) -> bytes:
    for place, digit in enumerate(digits):
        if digit not in "0123456789abcdefABCDEF":
            raise BadReference(
                f"character {place + 5} of the reference, '{digit}', is no hex digit"
            )
    if len(digits) % 2:
        raise BadReference(
            f"the reference has {len(digits)} hex digits, an odd number: it was cut off"
        )
    return bytes.fromhex(digits)


def _decode_ior(data: bytes) -> Reference:
    reader = encapsulation(data, "the reference")
    type_id = reader.string("the type id")
    count = reader.number(4, "the number of profiles")
    profiles = [_profile(reader, index + 1) for index in _checked(reader, count, data, "profiles")]
    order = "little" if data[0] else "big"
    return Reference("IOR", order, type_id, profiles, bytes_behind=_bytes_behind(reader))


def _bytes_behind(reader: Reader) -> int:
    count = reader.left
    behind = reader.octets(count, "the end")
    return 0 if count <= MOST_PADDING and not any(behind) else count


def _checked(reader: Reader, count: int, data: bytes, what: str) -> range:
    """A count that cannot fit into the rest is refused before anything is read."""
    if count > (len(data) - reader.at) // 8:
        raise Truncated(f"{count} {what} do not fit into the {len(data) - reader.at} bytes left")
    return range(count)


def _profile(reader: Reader, index: int) -> Profile:
    tag = reader.number(4, f"the tag of profile {index}")
    data = reader.sequence(f"profile {index}")
    name = PROFILES.get(tag, f"unknown profile 0x{tag:08x}")
    if tag == TAG_INTERNET_IOP:
        return _iiop(data, index)
    if tag == TAG_MULTIPLE_COMPONENTS:
        inner = encapsulation(data, f"profile {index}")
        return Profile(tag, name, components=_components(inner, data, index))
    return Profile(tag, name, key=data)


def _iiop(data: bytes, index: int) -> Profile:
    where = f"profile {index}"
    reader = encapsulation(data, where)
    major, minor = reader.octets(2, f"the version of {where}")
    host = reader.string(f"the host of {where}")
    port = reader.number(2, f"the port of {where}")
    key = reader.sequence(f"the object key of {where}")
    components = [] if (major, minor) == (1, 0) else _components(reader, data, index)
    return Profile(TAG_INTERNET_IOP, "IIOP", f"{major}.{minor}", host, port, key, components)


def _components(reader: Reader, data: bytes, index: int) -> list[Component]:
    count = reader.number(4, f"the number of components of profile {index}")
    found: list[Component] = []
    for _ in _checked(reader, count, data, f"components of profile {index}"):
        tag = reader.number(4, "a component's tag")
        found.append(_component(tag, reader.sequence(f"component 0x{tag:08x}")))
    return found


def _component(tag: int, data: bytes) -> Component:
    name = COMPONENTS.get(tag, f"unknown component 0x{tag:08x}")
    decoders = {
        TAG_ORB_TYPE: _orb_type,
        TAG_CODE_SETS: _code_sets,
        TAG_ALTERNATE_IIOP_ADDRESS: _alternate,
        TAG_OMNIORB_UNIX: _unix,
        TAG_ORBWEAVER_SHM: _unix,
        TAG_ORBWEAVER_UDP: _datagrams,
    }
    if tag not in decoders:
        return Component(tag, name, {"bytes": data.hex()})
    return Component(tag, name, decoders[tag](encapsulation(data, f"the component '{name}'")))


def _orb_type(reader: Reader) -> dict[str, object]:
    value = reader.number(4, "the ORB type")
    return {"orb": ORB_TYPES.get(value, f"unknown (0x{value:08x})")}


def _code_sets(reader: Reader) -> dict[str, object]:
    return {"char": _code_set(reader, "char"), "wchar": _code_set(reader, "wchar")}


def _code_set(reader: Reader, what: str) -> CodeSets:
    native = reader.number(4, f"the native code set of {what}")
    count = reader.number(4, f"the number of code sets of {what}")
    others: list[str] = []
    for _ in range(count):
        others.append(_code_set_name(reader.number(4, f"a code set of {what}")))
    return CodeSets(_code_set_name(native), others)


def _code_set_name(number: int) -> str:
    return CODE_SETS.get(number, "none" if number == 0 else f"0x{number:08x}")


def _alternate(reader: Reader) -> dict[str, object]:
    host = reader.string("the alternate host")
    return {"host": host, "port": reader.number(2, "the alternate port")}


def _datagrams(reader: Reader) -> dict[str, object]:
    host = reader.string("the host for datagrams")
    return {"host": host, "port": reader.number(2, "the port for datagrams")}


def _unix(reader: Reader) -> dict[str, object]:
    host = reader.string("the host of the unix socket")
    return {"hostname": host, "path": reader.string("the path of the unix socket")}


def _decode_corbaloc(text: str) -> Reference:
    addresses, _, key = text.partition("/")
    if not addresses:
        raise BadReference("a corbaloc has the form corbaloc:iiop:HOST:PORT/KEY")
    object_key = _corbaloc_key(key)
    if addresses.lower() == "rir:":
        named = Profile(TAG_INTERNET_IOP, "initial reference", key=object_key or NAME_SERVICE)
        return Reference("corbaloc", "none", "", [named])
    profiles = [_corbaloc_address(address, object_key) for address in addresses.split(",")]
    return Reference("corbaloc", "none", "", profiles)


def _corbaloc_key(text: str) -> bytes:
    if not re.fullmatch(r"(?:%[0-9a-fA-F]{2}|[!-$&-~])*", text):
        raise BadReference(
            f"the key '{text}' has printable characters only; others are %XX, with two hex digits"
        )
    return unquote_to_bytes(text)


def _corbaloc_address(address: str, key: bytes) -> Profile:
    protocol, colon, rest = address.partition(":")
    if not colon or protocol.lower() not in ("", "iiop"):
        raise BadReference(f"corbaloc address '{address}' is neither iiop: nor rir:")
    version, at, place = rest.rpartition("@")
    if at and not re.fullmatch(r"1\.[0-9]{1,3}", version):
        raise BadReference(f"corbaloc address '{address}' has no version as 1.2 before its @")
    host, port = _host_and_port(place)
    return Profile(TAG_INTERNET_IOP, "IIOP", version if at else "1.0", host, port, key)


def _host_and_port(place: str) -> tuple[str, int]:
    host, colon, port = place.rpartition(":")
    if not colon or place.endswith("]"):
        host, port = place, str(DEFAULT_PORT)
    if not host:
        raise BadReference(f"corbaloc address '{place}' names no host")
    if not (port.isascii() and port.isdigit() and 1 <= int(port) <= 65535):
        raise BadReference(f"corbaloc address '{place}' has no port between 1 and 65535")
    return host, int(port)
