# SPDX-License-Identifier: Apache-2.0
"""The components of a reference that say how its server is secured.

CORBA 3.3 Part 2, 10.9 (CSIv2: TAG_CSI_SEC_MECH_LIST, TAG_TLS_SEC_TRANS, TAG_SECIOP_SEC_TRANS), and
the Security Service 1.8, 3.7.3 (SSLIOP: TAG_SSL_SEC_TRANS).
"""

from collections.abc import Callable

from orbweaver.ior.cdr import Reader, Truncated, encapsulation

TAG_SSL_SEC_TRANS = 20
TAG_CSI_SEC_MECH_LIST = 33
TAG_NULL = 34
TAG_SECIOP_SEC_TRANS = 35
TAG_TLS_SEC_TRANS = 36

MOST_MECHANISMS = 64
"""More are refused before they are read."""

ASSOCIATION_OPTIONS = {
    1: "no protection",
    2: "integrity",
    4: "confidentiality",
    8: "detect replay",
    16: "detect misordering",
    32: "trust in target",
    64: "trust in client",
    128: "no delegation",
    256: "simple delegation",
    512: "composite delegation",
    1024: "identity assertion",
    2048: "delegation by client",
}
IDENTITY_TOKENS = {
    1: "anonymous",
    2: "principal name",
    4: "X.509 certificate chain",
    8: "distinguished name",
}
MECHANISMS = {
    "2.23.130.1.1.1": "GSSUP (name and password)",
    "1.2.840.113554.1.2.2": "Kerberos V5",
}

Values = dict[str, object]


def ssl(reader: Reader) -> Values:
    """SSLIOP::SSL."""
    return _options(reader, "SSL") | {"port": reader.number(2, "the port of SSL")}


def tls(reader: Reader) -> Values:
    """CSIIOP::TLS_SEC_TRANS."""
    return _options(reader, "TLS") | {"addresses": _addresses(reader, "TLS")}


def secure_iop(reader: Reader) -> Values:
    """CSIIOP::SECIOP_SEC_TRANS."""
    options = _options(reader, "SECIOP")
    options["mechanism"] = _mechanism(reader.sequence("the mechanism of SECIOP"))
    options["target"] = _exported_name(reader.sequence("the target's name of SECIOP"))
    return options | {"addresses": _addresses(reader, "SECIOP")}


def mechanisms(reader: Reader) -> Values:
    """CSIIOP::CompoundSecMechList."""
    stateful = reader.octets(1, "whether the target keeps contexts") != b"\0"
    count = _count(reader, "security mechanisms")
    return {
        "stateful": stateful,
        "mechanisms": [_compound(reader, index + 1) for index in range(count)],
    }


def _compound(reader: Reader, index: int) -> Values:
    what = f"mechanism {index}"
    return {
        "requires": _flags(reader.number(2, f"what {what} requires"), ASSOCIATION_OPTIONS),
        "transport": _transport(reader, what),
        "authentication": _authentication(reader, what),
        "attributes": _attributes(reader, what),
    }


def _transport(reader: Reader, what: str) -> Values:
    tag = reader.number(4, f"the transport of {what}")
    data = reader.sequence(f"the transport of {what}")
    decoders: dict[int, tuple[str, Callable[[Reader], Values]]] = {
        TAG_SSL_SEC_TRANS: ("SSL", ssl),
        TAG_SECIOP_SEC_TRANS: ("SECIOP", secure_iop),
        TAG_TLS_SEC_TRANS: ("TLS", tls),
    }
    if tag == TAG_NULL:
        return {"kind": "none"}
    if tag not in decoders:
        return {"kind": f"unknown 0x{tag:08x}", "bytes": data.hex()}
    name, decoder = decoders[tag]
    return {"kind": name} | decoder(encapsulation(data, f"the transport of {what}"))


def _authentication(reader: Reader, what: str) -> Values:
    """CSIIOP::AS_ContextSec: the client shows who it is."""
    options = _options(reader, f"the authentication of {what}")
    options["mechanism"] = _mechanism(reader.sequence(f"how {what} authenticates"))
    options["target"] = _exported_name(reader.sequence(f"the target's name of {what}"))
    return options


def _attributes(reader: Reader, what: str) -> Values:
    """CSIIOP::SAS_ContextSec: the client speaks for others."""
    options = _options(reader, f"the attributes of {what}")
    authorities: list[str] = []
    for _ in range(_count(reader, f"privilege authorities of {what}")):
        syntax = reader.number(4, f"a privilege authority of {what}")
        name = reader.sequence(f"the name of a privilege authority of {what}")
        authorities.append(f"0x{syntax:08x} {_exported_name(name)}")
    options["authorities"] = authorities
    count = _count(reader, f"naming mechanisms of {what}")
    options["naming"] = [
        _mechanism(reader.sequence(f"a naming mechanism of {what}")) for _ in range(count)
    ]
    tokens = reader.number(4, f"the identity tokens of {what}")
    return options | {"identities": _flags(tokens, IDENTITY_TOKENS)}


def _options(reader: Reader, what: str) -> Values:
    supports = reader.number(2, f"what {what} supports")
    requires = reader.number(2, f"what {what} requires")
    return {
        "supports": _flags(supports, ASSOCIATION_OPTIONS),
        "requires": _flags(requires, ASSOCIATION_OPTIONS),
    }


def _flags(value: int, names: dict[int, str]) -> list[str]:
    bits = [1 << place for place in range(value.bit_length()) if value >> place & 1]
    return [names.get(bit, f"0x{bit:x}") for bit in bits]


def _addresses(reader: Reader, what: str) -> list[str]:
    addresses: list[str] = []
    for _ in range(_count(reader, f"addresses of {what}")):
        host = reader.string(f"a host of {what}")
        port = reader.number(2, f"a port of {what}")
        addresses.append(f"[{host}]:{port}" if ":" in host else f"{host}:{port}")
    return addresses


def _count(reader: Reader, what: str) -> int:
    count = reader.number(4, f"the number of {what}")
    if count > MOST_MECHANISMS:
        raise Truncated(f"{count} {what} are more than {MOST_MECHANISMS}")
    return count


def _mechanism(data: bytes) -> str:
    oid = _oid(data)
    return "none" if not data else MECHANISMS.get(oid, oid)


def _oid(data: bytes) -> str:
    """An object identifier in DER (ITU-T X.690, 8.19), dotted; anything else as hex."""
    if len(data) < 3 or data[0] != 6 or data[1] != len(data) - 2 or data[-1] & 0x80:
        return f"0x{data.hex()}"
    numbers = [0]
    for octet in data[2:]:
        numbers[-1] = numbers[-1] << 7 | octet & 0x7F
        if not octet & 0x80:
            numbers.append(0)
    first = min(numbers[0] // 40, 2)
    return ".".join(str(one) for one in (first, numbers[0] - 40 * first, *numbers[1:-1]))


def _exported_name(data: bytes) -> str:
    """An exported name of GSS (RFC 2743, 3.2), or text, or hex."""
    if data[:2] == b"\4\1" and len(data) >= 4:
        behind = 4 + int.from_bytes(data[2:4], "big")
        length = int.from_bytes(data[behind : behind + 4], "big")
        if len(data) == behind + 4 + length:
            data = data[behind + 4 :]
    text = data.decode("ascii", "replace")
    readable = text.isascii() and text.isprintable()
    return (text or "none") if readable else f"0x{data.hex()}"
