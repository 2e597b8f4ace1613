# SPDX-License-Identifier: Apache-2.0
"""What --log of a domain and of a node writes."""

import json
import subprocess
from contextlib import ExitStack
from pathlib import Path

import pytest
from programs import Line, path_of
from test_two_nodes import DCD, daemon, sdr_of_build


def records(file: Path) -> list[Line]:
    return [json.loads(line) for line in file.read_text().splitlines()]


def test_a_domain_and_a_node_log_what_happens(tmp_path: Path) -> None:
    domain_log, node_log = tmp_path / "domain.log", tmp_path / "node.log"
    root = tmp_path / "dom"
    root.mkdir()
    with ExitStack() as stack:
        domain = stack.enter_context(
            daemon("orbweaver-domain", "--root", root, "--log", domain_log)
        )
        ready = domain.await_line(event="ready")
        node = stack.enter_context(
            daemon("orbweaver-node", sdr_of_build() / "dev" / DCD,
                   "--log", node_log, "-ORBInitRef", f"NameService={ready['naming']}")
        )  # fmt: skip
        node.await_line(event="node", state="up")
        words = ["install", "--no-copy", "/none.sad.xml", "--ior", str(ready["domain_manager"])]
        failed = subprocess.run([path_of("orbweaver-control"), *words], check=False)
        assert failed.returncode == 1
        assert node.end() == 0
        assert domain.end() == 0
    of_domain = [(record["level"], record["text"]) for record in records(domain_log)]
    device = "device 'Orbweaver:this_machine:device' of node 'Orbweaver:this_machine'"
    for what in ("registered", "unregistered"):
        assert ("ADMINISTRATIVE_EVENT", f"node 'Orbweaver:this_machine' {what}") in of_domain
    assert ("ADMINISTRATIVE_EVENT", f"{device} registered") in of_domain
    alarms = [text for level, text in of_domain if level == "FAILURE_ALARM"]
    assert [text.split(": ")[0] for text in alarms] == ["the installation of /none.sad.xml"]
    assert {(record["producer"], record["name"]) for record in records(node_log)} == {
        ("Orbweaver:this_machine", "this_machine")
    }
    assert [record["text"] for record in records(node_log)] == [
        "registered at the domain",
        "device 'Orbweaver:this_machine:device' registered",
    ]


@pytest.mark.parametrize(
    "words",
    [
        ("orbweaver-domain", "--root", "."),
        ("orbweaver-node", sdr_of_build() / "dev" / DCD, "--domain-ior", "corbaloc::x/y"),
    ],
)
def test_a_log_that_cannot_be_opened_is_an_error(words: tuple[object, ...], tmp_path: Path) -> None:
    with daemon(str(words[0]), *words[1:], "--log", tmp_path / "no/log") as started:
        line = started.await_line(event="failure")
        assert str(line["line"]).startswith("--log: ")
        assert started.process.wait() == 1
