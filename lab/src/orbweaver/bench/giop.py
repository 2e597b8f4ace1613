"""How many bytes a GIOP 1.2 message of `Bench::Target` has, so that `raw` carries as many.

CORBA 3.3 Part 2, 9.4: header, request header, body aligned to eight. Service contexts are not
counted: none of the ORBs here sends one with a plain call.
"""

from typing import Literal

from orbweaver.ior.decode import decode

Payload = Literal["octets", "doubles"]

HEADER = 12
REPLY_BYTES = HEADER + 4 + 4 + 4
"""Of a reply without results: the header, the request's id, the status, no contexts."""

_OPERATIONS = {
    ("twoway", "octets"): ("ping", "push_octets"),
    ("twoway", "doubles"): ("ping", "push"),
    ("oneway", "octets"): ("post", "post_octets"),
    ("oneway", "doubles"): ("post", "post_samples"),
}


def request_bytes(key_bytes: int, case: str, payload_bytes: int, payload: Payload) -> int:
    """The whole request for one message of the case, header included."""
    null, full = _OPERATIONS[case, payload]
    operation = full if payload_bytes else null
    at = HEADER + 4 + 4 + 4 + 4 + key_bytes
    at = _aligned(at, 4) + 4 + len(operation) + 1
    at = _aligned(at, 4) + 4
    if not payload_bytes:
        return at
    at = _aligned(at, 8) + 4
    return _aligned(at, 8 if payload == "doubles" else 1) + payload_bytes


def key_bytes(reference: str) -> int:
    """The length of the object key in a reference; raises BadReference."""
    return len(decode(reference).profiles[0].key)


def _aligned(at: int, to: int) -> int:
    return (at + to - 1) // to * to
