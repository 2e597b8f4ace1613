# SPDX-License-Identifier: Apache-2.0
"""What a call has on the wire besides its arguments, counted in a capture."""

import re
import shutil
import time
from collections.abc import Iterator, Sequence

from orbweaver.experiments.overhead.capture import INSTALL, TOOL, Frame, capturing
from orbweaver.ior.decode import decode
from orbweaver.model.peer import sends_bytes_only
from orbweaver.model.schema import StudyRow
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.problems import JobFailed
from orbweaver.run import giop
from orbweaver.run.pair import Message, Pair
from orbweaver.studies.calls.measure import message_of, opened, spots, unavailable, ways
from orbweaver.studies.measurement import Measurement

CALLS, QUICK_CALLS = 200, 30
MESSAGES: dict[str, Message] = {
    "null call": Message("twoway"),
    "1 octet": message_of("basic", "octets"),
    "1 double": message_of("basic", "doubles"),
    "array of 1024 octet": message_of("array", "octets"),
    "array of 1024 double": message_of("array", "doubles"),
    "sequence of 1024 octet": message_of("sequence", "octets"),
    "sequence of 1024 double": message_of("sequence", "doubles"),
}
OF_BYTES = ("null call", "sequence of 1024 octet")
"""Those that a peer without types can send."""
PORT = re.compile(r"^tcp:(?://)?[^ ]*?:(\d+)")


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """A row for each message, over loopback TCP."""
    calls = QUICK_CALLS if settings.quick else CALLS
    way = next(way for way in ways(orb) if way.name == "tcp")
    names = OF_BYTES if sends_bytes_only(orb) else list(MESSAGES)
    with opened(orb, way, spots(orb, way)[0], settings.bin) as pair:
        progress("tcp, captured")
        spans, frames = _captured(pair, names, calls)
        rows = [
            {"message": name, "payload_bytes": MESSAGES[name].bytes,
             **per_call(_between(frames, *span), calls), **_formula(orb, pair, MESSAGES[name])}
            for name, span in zip(names, spans, strict=True)
        ]  # fmt: skip
    return Measurement({"calls": calls, "transport": "tcp", "counted_by": "tshark"}, rows)


Span = tuple[float, float]


def _captured(pair: Pair, names: Sequence[str], calls: int) -> tuple[list[Span], list[Frame]]:
    """When each block of calls began and ended, and all frames."""
    for name in names:
        pair.ask(MESSAGES[name], 1)  # a peer that warms up before a new message does so uncaptured
    with capturing(port_of(pair.server.reference)) as capture:
        spans = list(_blocks(pair, names, calls))
        return spans, capture.frames()


def _blocks(pair: Pair, names: Sequence[str], calls: int) -> Iterator[Span]:
    for name in names:
        begin = time.time()
        pair.ask(MESSAGES[name], calls)
        yield begin, time.time()


def _between(frames: Sequence[Frame], begin: float, end: float) -> list[Frame]:
    return [frame for frame in frames if begin <= frame.at <= end]


def per_call(frames: Sequence[Frame], calls: int) -> StudyRow:
    """Bytes and frames of one call, both ways; raises JobFailed if the capture holds none."""
    if not frames:
        raise JobFailed("the capture holds no frame of the calls")
    to = [frame for frame in frames if frame.to_server]
    back = [frame for frame in frames if not frame.to_server]
    return {
        "request_bytes": sum(frame.payload for frame in to) / calls,
        "reply_bytes": sum(frame.payload for frame in back) / calls,
        "frames_count": len(frames) / calls,
        "tcp_header_bytes": sum(frame.tcp_header for frame in frames) / len(frames),
        "ip_header_bytes": sum(frame.ip_header for frame in frames) / len(frames),
    }


def _formula(orb: str, pair: Pair, message: Message) -> StudyRow:
    """What GIOP says that a request of an ORB has."""
    if sends_bytes_only(orb):
        return {}
    key = giop.key_bytes(pair.server.reference)
    size = giop.request_bytes(key, "twoway", message.bytes, message.payload, message.shape)
    return {"giop_request_bytes": size, "giop_reply_bytes": giop.REPLY_BYTES, "key_bytes": key}


def port_of(reference: str) -> int:
    """Where a bench server listens; raises JobFailed if its reference does not tell."""
    if found := PORT.match(reference):
        return int(found[1])
    profile = decode(reference).internet()
    if profile is None:
        raise JobFailed("the server's reference has no TCP address")
    return profile.port


def check(orb: str, settings: Settings) -> str | None:
    """The bench programs, and the tool that captures."""
    if shutil.which(TOOL) is None:
        return f"{TOOL}, which captures, is missing; install it with: {INSTALL}"
    return unavailable(orb, settings)
