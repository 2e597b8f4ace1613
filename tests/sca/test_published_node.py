# SPDX-License-Identifier: Apache-2.0
"""A node that publishes another address than those at which it listens."""

from contextlib import ExitStack
from pathlib import Path

import test_two_nodes as two
from orbweaver.ior.decode import decode

INSIDE, OUTSIDE = "giop:tcp:0.0.0.0:0", "127.0.0.2"
OPTIONS = (
    "--insecure",
    "-ORBendPoint", INSIDE, "-ORBendPointPublish", f"giop:tcp:{OUTSIDE}",
    "--orb", f"endPoint={INSIDE}", "--orb", f"endPointPublish=giop:tcp:{OUTSIDE}",
)  # fmt: skip


def test_a_domain_reaches_a_node_and_its_device_where_they_say(tmp_path: Path) -> None:
    with ExitStack() as stack:
        place = two.Place(tmp_path, stack)
        names = f"NameService={place.naming}"
        node = stack.enter_context(two.daemon("orbweaver-node", "-ORBInitRef", names, *OPTIONS))
        profile = decode(str(node.await_line(event="node", state="started")["ior"])).profiles[0]
        assert profile.host == OUTSIDE
        node.await_line(event="node", state="up")
        place.domain.await_line(event="node_change", what="registered", kind="device")
        assert two.usage_of_devices(place) == {"IDLE"}
        assert node.end() == 0
        assert place.domain.end() == 0
