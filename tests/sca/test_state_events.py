# SPDX-License-Identifier: Apache-2.0
"""The device of a node reports its states to the domain's IDM_Channel."""

from contextlib import ExitStack
from pathlib import Path

from free_port import free_port
from test_foreign_parts import program
from test_two_nodes import Place


def test_a_listener_hears_that_a_device_of_a_node_is_used_and_idle(tmp_path: Path) -> None:
    with ExitStack() as stack:
        naming = f"127.0.0.1:{free_port()}"
        place = Place(tmp_path, stack, "--endpoint", f"giop:tcp:{naming}")
        node = place.start_node("Mast")
        words = ("--naming", naming, "--domain", "Orbweaver")
        listener = stack.enter_context(program("omniorb-domain-listener", *words))
        listener.await_line(event="ready")
        place.fm("heard", tmp_path / "heard.wav")
        place.operate("install", "--no-copy", "/waveforms/fm/heard.sad.xml")
        place.operate("create", "heard")
        used = listener.await_line(event="state")
        assert (used["id"], used["from"], used["to"]) == ("Mast:device", "idle", "active")
        place.operate("release", "heard")
        idle = listener.await_line(event="state", to="idle")
        assert (idle["id"], idle["from"]) == ("Mast:device", "active")
        assert node.end() == 0
