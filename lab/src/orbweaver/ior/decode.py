# SPDX-License-Identifier: Apache-2.0
"""Decodes object references, `IOR:` and `corbaloc:`, into plain records.

CORBA 3.3 Part 2, 7.6 (Interoperable Object References) and 7.6.10 (corbaloc). Unknown profiles and
components are kept as their number and bytes. The standard requires it of programs that pass
references on. What is damaged within a profile or a component is kept likewise, with the reason.
"""

from collections.abc import Callable
from dataclasses import replace

from orbweaver.ior import security
from orbweaver.ior.cdr import Reader, Truncated, encapsulation
from orbweaver.ior.corbaloc import decode_corbaloc
from orbweaver.ior.policies import policies
from orbweaver.ior.records import (
    TAG_INTERNET_IOP,
    TAG_OMNIORB_UNIX,
    TAG_ORBWEAVER_SHM,
    BadReference,
    CodeSets,
    Component,
    Profile,
    Reference,
)

TAG_MULTIPLE_COMPONENTS = 1
TAG_ORB_TYPE = 0
TAG_CODE_SETS = 1
TAG_POLICIES = 2
TAG_ALTERNATE_IIOP_ADDRESS = 3
TAG_ORBWEAVER_UDP = 0x4F575501
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
    34: "no security",
    35: "SECIOP",
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


def decode(text: str) -> Reference:
    """Decode `IOR:` or `corbaloc:`; raises BadReference for anything that is none."""
    text = text.strip()
    scheme = text.partition(":")[0].lower()
    try:
        if scheme == "ior":
            return _decode_ior(_bytes_of(text[4:]))
        if scheme == "corbaloc":
            return decode_corbaloc(text[len("corbaloc:") :])
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
    try:
        if tag == TAG_INTERNET_IOP:
            return _iiop(data, index)
        if tag == TAG_MULTIPLE_COMPONENTS:
            inner = encapsulation(data, f"profile {index}")
            return _with_components(Profile(tag, name), inner, data, index)
    except Truncated as problem:
        return Profile(tag, name, key=data, damaged=f"profile {index} ({name}): {problem}")
    return Profile(tag, name, key=data)


def _iiop(data: bytes, index: int) -> Profile:
    where = f"profile {index}"
    reader = encapsulation(data, where)
    major, minor = reader.octets(2, f"the version of {where}")
    host = reader.string(f"the host of {where}")
    port = reader.number(2, f"the port of {where}")
    key = reader.sequence(f"the object key of {where}")
    profile = Profile(TAG_INTERNET_IOP, "IIOP", f"{major}.{minor}", host, port, key)
    if (major, minor) == (1, 0):
        return profile
    return _with_components(profile, reader, data, index)


def _with_components(profile: Profile, reader: Reader, data: bytes, index: int) -> Profile:
    """With those that can be found: one that is cut off hides what comes behind it."""
    found: list[Component] = []
    try:
        count = reader.number(4, f"the number of components of profile {index}")
        for place in _checked(reader, count, data, f"components of profile {index}"):
            tag = reader.number(4, "a component's tag")
            content = reader.sequence(f"component 0x{tag:08x}")
            found.append(_component(tag, content, f"component {place + 1} of profile {index}"))
    except Truncated as problem:
        damaged = f"profile {index}: {problem}"
        return replace(profile, components=found, damaged=damaged)
    return replace(profile, components=found)


def _component(tag: int, data: bytes, where: str) -> Component:
    name = COMPONENTS.get(tag, f"unknown component 0x{tag:08x}")
    decoder = DECODERS.get(tag)
    if not decoder:
        return Component(tag, name, {"bytes": data.hex()})
    try:
        return Component(tag, name, decoder(encapsulation(data, f"the component '{name}'")))
    except Truncated as problem:
        return Component(tag, name, {"bytes": data.hex()}, f"{where} ({name}): {problem}")


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


DECODERS: dict[int, Callable[[Reader], dict[str, object]]] = {
    TAG_ORB_TYPE: _orb_type,
    TAG_CODE_SETS: _code_sets,
    TAG_POLICIES: policies,
    TAG_ALTERNATE_IIOP_ADDRESS: _alternate,
    TAG_OMNIORB_UNIX: _unix,
    TAG_ORBWEAVER_SHM: _unix,
    TAG_ORBWEAVER_UDP: _datagrams,
    security.TAG_SSL_SEC_TRANS: security.ssl,
    security.TAG_CSI_SEC_MECH_LIST: security.mechanisms,
    security.TAG_SECIOP_SEC_TRANS: security.secure_iop,
    security.TAG_TLS_SEC_TRANS: security.tls,
}
