# SPDX-License-Identifier: Apache-2.0
"""Wireshark's GIOP dissector, a second reader, finds no malformed message in the table's runs.

Each column is captured by itself: tshark takes time with the square of the requests in a file.
Columns without Orbweaver show how other ORBs look to tshark: `ORBWEAVER_FULL=1` captures them, too.
"""

import os
from pathlib import Path

import pytest
from capture import Frame, captured, capturing, lost_its_place
from columns import PLAIN, Column, columns_of_one_server
from orbweaver.ior.decode import decode
from reasons import NO_OLD_FRAGMENTS, ends_programs, why_failing, why_not_run
from runs import call_as, serving

REQUEST, REPLY, LOCATE_REPLY, FRAGMENT = 0, 1, 4, 7


def captured_once(column: Column, tmp_path: Path) -> tuple[list[Frame], int]:
    """What tshark reads of a run, and how many frames the capture lost."""
    with serving(column, tmp_path) as server:
        port = decode(server.ior).profiles[0].port
        with capturing(f"tcp port {port}", "127.0.0.1", port) as capture:
            call_as(column, server)
            assert server.end() == 0
            lost = capture.stop()
            return capture.frames(), lost


def captured_run(column: Column, tmp_path: Path) -> list[Frame]:
    """A whole run of the column."""
    return captured(lambda: captured_once(column, tmp_path))


def test_a_frame_that_ends_within_a_magic_makes_tshark_lose_its_place() -> None:
    good = Frame(1, 0, is_malformed=False, minors=[2], types=[7], ends_in_magic=True)
    begun = Frame(2, 0, is_malformed=True, minors=[2], types=[7], ends_in_magic=True)
    whole = Frame(3, 0, is_malformed=True, minors=[2], types=[7], ends_in_magic=False)
    assert lost_its_place([good, begun, whole])
    assert not lost_its_place([good, whole, begun])
    assert not lost_its_place([good])


def malformed(column: Column, frames: list[Frame]) -> list[Frame]:
    """The frames that tshark finds malformed, without those known to be the fault of tshark 4.0.

    It takes the first octets of a GIOP 1.1 fragment, which has no header of its own, for the
    request id of 1.2, and loses its place in that stream; and it reads the exception in a
    LocateReply, which JacORB asks for and sends when an object does not exist, at the wrong place.
    JacORB breaks off where omniORB sends such a fragment, at times before tshark has seen it: the
    message that was begun is no whole one then.
    """
    wrong = [frame for frame in frames if frame.is_malformed]
    if column.version == "1.1":
        lost = {frame.stream for frame in frames if frame.holds(1, FRAGMENT)}
        wrong = [frame for frame in wrong if frame.stream not in lost]
    if why_failing(column, "echo_octets") == NO_OLD_FRAGMENTS:
        wrong = [frame for frame in wrong if not frame.holds(1, REQUEST, REPLY)]
    if "jacorb" in (column.client, column.server):
        wrong = [frame for frame in wrong if not frame.holds(2, LOCATE_REPLY)]
    return wrong


# Pieces of 64 bytes end within what stands before the arguments: of those tshark 4.0 makes
# malformed messages, in minutes; the other ORBs read them.
CAPTURED_FRAGMENTS = (0, 1000)
OVER_TCP = [
    column
    for column in columns_of_one_server()
    if column.transport == PLAIN
    and column.fragment in CAPTURED_FRAGMENTS
    and not ends_programs(column)
]


FULL = bool(os.environ.get("ORBWEAVER_FULL"))


@pytest.mark.parametrize("column", OVER_TCP, ids=str)
def test_tshark_reads_every_message(column: Column, tmp_path: Path) -> None:
    if not FULL and "orbweaver" not in (column.client, column.server):
        pytest.skip("says nothing about Orbweaver; ORBWEAVER_FULL=1 captures it, too")
    if why := why_not_run(column):
        pytest.skip(why)
    frames = captured_run(column, tmp_path)
    assert column.version in {f"1.{minor}" for frame in frames for minor in frame.minors}
    assert not malformed(column, frames)
