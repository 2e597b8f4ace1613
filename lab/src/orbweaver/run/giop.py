# SPDX-License-Identifier: Apache-2.0
"""How many bytes a GIOP 1.2 message of `Bench::Target` has, so that `raw` carries as many.

CORBA 3.3 Part 2, 9.4: header, request header, body aligned to eight. Service contexts are not
counted: none of the ORBs here sends one with a plain call.
"""

from typing import Literal

from orbweaver.ior.decode import decode
from orbweaver.ior.records import BadReference

Payload = Literal["octets", "shorts", "floats", "doubles"]
Shape = Literal["sequence", "array", "basic"]
ELEMENT_BYTES: dict[Payload, int] = {"octets": 1, "shorts": 2, "floats": 4, "doubles": 8}
BLOCK = 1024
"""Elements of an array of `Bench::Target`."""

HEADER = 12
REPLY_BYTES = HEADER + 4 + 4 + 4
"""Of a reply without results: the header, the request's id, the status, no contexts."""

_NULL = {"twoway": "ping", "oneway": "post"}
_OPERATIONS: dict[tuple[str, Payload, Shape], str] = {
    ("twoway", "octets", "sequence"): "push_octets",
    ("twoway", "shorts", "sequence"): "push_shorts",
    ("twoway", "floats", "sequence"): "push_floats",
    ("twoway", "doubles", "sequence"): "push",
    ("twoway", "octets", "array"): "push_octet_block",
    ("twoway", "shorts", "array"): "push_short_block",
    ("twoway", "floats", "array"): "push_float_block",
    ("twoway", "doubles", "array"): "push_double_block",
    ("twoway", "octets", "basic"): "give_octet",
    ("twoway", "shorts", "basic"): "give_short",
    ("twoway", "floats", "basic"): "give_float",
    ("twoway", "doubles", "basic"): "give_double",
    ("oneway", "octets", "sequence"): "post_octets",
    ("oneway", "doubles", "sequence"): "post_samples",
}


def request_bytes(
    key_bytes: int, case: str, payload_bytes: int, payload: Payload, shape: Shape = "sequence"
) -> int:
    """The whole request for one message of the case, header included."""
    operation = _OPERATIONS[case, payload, shape] if payload_bytes else _NULL[case]
    at = HEADER + 4 + 4 + 4 + 4 + key_bytes
    at = _aligned(at, 4) + 4 + len(operation) + 1
    at = _aligned(at, 4) + 4
    if not payload_bytes:
        return at
    at = _aligned(at, 8)
    if shape == "sequence":
        at += 4
    return _aligned(at, ELEMENT_BYTES[payload]) + payload_bytes


def key_bytes(reference: str) -> int:
    """The length of the object key in a reference; raises BadReference."""
    profile = decode(reference).internet()
    if profile is None:
        raise BadReference("the reference has no TCP address")
    return len(profile.key)


def _aligned(at: int, to: int) -> int:
    return (at + to - 1) // to * to
