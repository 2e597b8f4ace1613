# SPDX-License-Identifier: Apache-2.0
"""The policies of a server that a reference carries (TAG_POLICIES).

CORBA 3.3 Part 1, 17.3.1 (Messaging), and RT-CORBA 1.2, 2.7 to 2.15. The server of Orbweaver writes
the priority model.
"""

from collections.abc import Callable

from orbweaver.ior.cdr import Reader, Truncated, encapsulation

Values = dict[str, object]

MOST_VALUES = 64
"""More are refused before they are read."""
TICKS_OF_A_MS = 10_000
"""TimeBase::TimeT counts 100 ns."""

PRIORITY_MODEL = 40
BANDED_CONNECTION = 45
NAMES = {
    23: "rebind",
    24: "sync scope",
    25: "request priority",
    26: "reply priority",
    27: "request start time",
    28: "request end time",
    29: "reply start time",
    30: "reply end time",
    31: "relative request timeout",
    32: "relative round trip timeout",
    33: "routing",
    34: "most hops",
    35: "queue order",
    PRIORITY_MODEL: "priority model",
    41: "thread pool",
    42: "server protocols",
    43: "client protocols",
    44: "private connection",
    BANDED_CONNECTION: "priority bands",
}
PRIORITY_MODELS = ("client propagated", "server declared")
SYNC_SCOPES = ("none", "with transport", "with server", "with target")
REBINDS = ("transparent", "no rebind", "no reconnect")
PROFILES = {0: "IIOP", 0x54414F00: "TAO UIOP", 0x54414F02: "TAO SHMIOP", 0x54414F04: "TAO DIOP"}


def policies(reader: Reader) -> Values:
    """Messaging::PolicyValueSeq, by name."""
    values: Values = {}
    for _ in range(_count(reader, "policies")):
        kind = reader.number(4, "the type of a policy")
        name = NAMES.get(kind, f"policy {kind}")
        values[name] = _value(kind, name, reader.sequence(f"the policy '{name}'"))
    return values


def _value(kind: int, name: str, data: bytes) -> object:
    decoder = DECODERS.get(kind)
    if not decoder:
        return f"0x{data.hex()}"
    return decoder(encapsulation(data, f"the policy '{name}'"))


def _count(reader: Reader, what: str) -> int:
    count = reader.number(4, f"the number of {what}")
    if count > MOST_VALUES:
        raise Truncated(f"{count} {what} are more than {MOST_VALUES}")
    return count


def _signed(value: int) -> int:
    return value - (1 << 16) if value >> 15 else value


def _word(words: tuple[str, ...], value: int) -> str:
    return words[value] if value < len(words) else f"unknown ({value})"


def _priority_model(reader: Reader) -> Values:
    model = _word(PRIORITY_MODELS, reader.number(4, "the priority model"))
    return {"model": model, "priority": _signed(reader.number(2, "the server's priority"))}


def _bands(reader: Reader) -> list[str]:
    bands: list[str] = []
    for _ in range(_count(reader, "priority bands")):
        low, high = (
            _signed(reader.number(2, f"the {end} end of a band")) for end in ("low", "high")
        )
        bands.append(f"{low} to {high}")
    return bands


def _protocols(reader: Reader) -> list[str]:
    """RTCORBA::ProtocolList; the properties of a protocol have no form that is interoperable."""
    protocols: list[str] = []
    for _ in range(_count(reader, "protocols")):
        tag = reader.number(4, "a protocol")
        protocols.append(PROFILES.get(tag, f"0x{tag:08x}"))
    return protocols


def _time(reader: Reader) -> str:
    return f"{reader.number(8, 'a time') / TICKS_OF_A_MS:g} ms"


def _choice(words: tuple[str, ...]) -> Callable[[Reader], str]:
    return lambda reader: _word(words, reader.number(2, "a choice"))


DECODERS: dict[int, Callable[[Reader], object]] = {
    23: _choice(REBINDS),
    24: _choice(SYNC_SCOPES),
    31: _time,
    32: _time,
    PRIORITY_MODEL: _priority_model,
    42: _protocols,
    43: _protocols,
    BANDED_CONNECTION: _bands,
}
