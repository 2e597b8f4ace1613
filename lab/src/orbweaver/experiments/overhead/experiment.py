# SPDX-License-Identifier: Apache-2.0
"""Paper 2: bytes on the wire."""

from collections.abc import Iterator

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.overhead.measure import check, measure
from orbweaver.model.peer import sends_bytes_only
from orbweaver.page.blocks import Block, Finding, Number, Row, RowGroup, Table
from orbweaver.page.claim import Claim
from orbweaver.page.evidence import Evidence
from orbweaver.page.limit import less_than
from orbweaver.page.numbers import plain, whole
from orbweaver.page.numbers import us as three_digits
from orbweaver.results.studies import StudyGroup, StudyPoint
from orbweaver.studies.calls.about import PAPER
from orbweaver.studies.calls.ethernet import FRAME_BYTES, LARGEST_PACKET, ethernet_bytes
from orbweaver.studies.calls.points import cell, point_in, points_in
from orbweaver.studies.study import Study

NAME = "overhead"
ABOUT = PAPER.message_overhead_bytes
COLUMNS = (
    "arguments", "request", "request of GIOP's rules", "besides the arguments", "reply",
    "TCP header", "IP header", "frames", "on Ethernet",
)  # fmt: skip


IIOP = Claim(
    "A request has few bytes besides its arguments",
    "all lie in the range that the paper published",
)

HEADERS = Claim(
    "A packet has the headers that the paper counted",
    "TCP and IP agree with it to the byte",
)

LESS = less_than(1)
LARGE = Claim(
    "Fewer big messages are better than many small ones",
    f"the overhead of an octet in a block over that by itself: {LESS.words}",
)


def _blocks(evidence: Evidence) -> list[Block]:
    least, most = ABOUT.iiop
    published = Row(
        "paper 2",
        [None, None, None, f"{least} to {most}", None, plain(ABOUT.tcp, whole),
         plain(ABOUT.ip, whole), None, f"{ABOUT.ethernet} each frame"],
    )  # fmt: skip
    measured = [
        RowGroup(f"Measured: {group.label}", [_row(point) for point in points_in(group)])
        for group in evidence.study(NAME)
    ]
    return [
        Table(
            "Bytes of a two-way call over TCP",
            COLUMNS,
            [RowGroup("Published", [published]), *measured],
            note="Request and reply: what TCP carries. On Ethernet: both ways with TCP, IP and "
            f"{FRAME_BYTES} bytes for each frame (preamble, addresses, type, checksum), in packets "
            f"of at most {LARGEST_PACKET} bytes; computed from the counted bytes, because the "
            "loopback device's frames are larger. omniORB sends what is larger than its buffer in "
            "two messages, of which the second has a header of 16.",
        )
    ]


def _row(point: StudyPoint) -> Row:
    payload = float(str(point.at("payload_bytes")))
    request = point.estimate("request_bytes")
    rule = point.estimate("giop_request_bytes")
    besides = _besides(point)
    return Row(
        str(point.at("message")),
        [plain(payload, whole), cell(request), plain(rule.value, whole) if rule else None,
         plain(besides, three_digits) if besides is not None else None,
         cell(point.estimate("reply_bytes")),
         cell(point.estimate("tcp_header_bytes")), cell(point.estimate("ip_header_bytes")),
         cell(point.estimate("frames_count")), _ethernet(point)],
    )  # fmt: skip


def _besides(point: StudyPoint) -> float | None:
    request = point.estimate("request_bytes")
    return request.value - float(str(point.at("payload_bytes"))) if request else None


def _ethernet(point: StudyPoint) -> Number | None:
    found = [point.estimate(key) for key in
             ("request_bytes", "reply_bytes", "tcp_header_bytes", "ip_header_bytes")]  # fmt: skip
    values = [one.value for one in found if one]
    if len(values) < len(found):
        return None
    request, reply, tcp, ip = values
    return plain(ethernet_bytes(request, tcp + ip) + ethernet_bytes(reply, tcp + ip), three_digits)


def _answer(evidence: Evidence) -> Iterator[Finding]:
    for group in evidence.study(NAME):
        yield from _of_iiop(group)
        yield from _of_headers(group)
        yield from _of_large_messages(group)


def _of_iiop(group: StudyGroup) -> Iterator[Finding]:
    least, most = ABOUT.iiop
    found = [value for point in points_in(group) if (value := _besides(point)) is not None]
    if not found or sends_bytes_only(group.first.orb):
        return
    low, high = min(found), max(found)
    yield IIOP.finding(
        "confirmed" if least <= low and high <= most else "contradicted", group.label,
        f"A request has {three_digits(low)} to {three_digits(high)} bytes besides its arguments; "
        f"published: {least} to {most}. It is the GIOP header of 12, the request header, the "
        "object's key and the name of the operation, so long keys and names make it more.",
        group,
    )  # fmt: skip


def _of_headers(group: StudyGroup) -> Iterator[Finding]:
    point = point_in(group, message="null call")
    tcp, ip = (point.estimate(key) if point else None
               for key in ("tcp_header_bytes", "ip_header_bytes"))  # fmt: skip
    if tcp is None or ip is None:
        return
    agrees = (tcp.value, ip.value) == (ABOUT.tcp, ABOUT.ip)
    yield HEADERS.finding(
        "confirmed" if agrees else "contradicted", group.label,
        f"A packet has {three_digits(tcp.value)} bytes of TCP and {three_digits(ip.value)} of IP; "
        f"published: {ABOUT.tcp} and {ABOUT.ip}. The standards have at least 20 each, and "
        "TCP's time stamps take 12 more.",
        group,
    )  # fmt: skip


def _of_large_messages(group: StudyGroup) -> Iterator[Finding]:
    large = point_in(group, message="sequence of 1024 octet")
    one = point_in(group, message="1 octet") or point_in(group, message="null call")
    besides = _besides(large) if large else None
    small = _besides(one) if one else None
    if besides is None or small is None:
        return
    yield LARGE.finding(
        LESS.judge([besides / 1024 / small] if small else []), group.label,
        "Fewer big messages are better than many small ones: an octet in a sequence of 1024 has "
        f"{besides / 1024:.2f} bytes of overhead in the request, by itself {three_digits(small)}.",
        group,
    )  # fmt: skip


EXPERIMENT = Experiment(
    name=NAME,
    chapter="marshalling",
    order=5,
    title="Bytes on the wire",
    repeats="the space overhead of paper 2: Ethernet 26, IP 12, TCP 24, IIOP 40 to 80",
    question="How many bytes does a call put on the wire besides its arguments?",
    prediction="What GIOP's rules say, byte for byte: a header of 12, and a request header that "
    "grows with the object's key and the operation's name; TCP and IP have 20 each and TCP's time "
    "stamps 12.",
    method="Two-way calls over TCP on the loopback device, captured by dumpcap, read by tshark. "
    "What lies between the first and the last call of a block is counted and divided by the calls.",
    threats=(
        "The loopback device has frames of up to 64 KiB, so what a message takes on an Ethernet is "
        "computed, not captured.",
        "Acknowledgements that come alone count among the frames; on a slower line there may be "
        "more.",
    ),
    answer=lambda evidence: list(_answer(evidence)),
    blocks=_blocks,
    paper=2,
    runs=Study(
        needs="captured-calls",
        check=check,
        measure=measure,
        coordinates=("payload_bytes",),
        full_seconds=3,
        quick_seconds=2.5,
    ),
)
