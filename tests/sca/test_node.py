# SPDX-License-Identifier: Apache-2.0
"""`orbweaver-node` with a domain manager of the tests: it joins, ends, leaves nothing."""

import json
import os
import select
import shutil
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from programs import ENDS_WITHIN_S, ROOT, Line, Running, path_of, running

DATA = ROOT / "sca/node/test/data"

DCD = """<?xml version="1.0"?>
<deviceconfiguration id="DCE:node" name="Node">
  <devicemanagersoftpkg><localfile name="/manager/manager.spd.xml"/></devicemanagersoftpkg>
  <componentfiles>
    <componentfile id="device" type="SPD"><localfile name="/device/device.spd.xml"/></componentfile>
  </componentfiles>
  <partitioning>{placements}</partitioning>
  <domainmanager><namingservice name="Domain/Domain"/></domainmanager>
</deviceconfiguration>
"""

PLACEMENT = """
<componentplacement><componentfileref refid="device"/>
  <componentinstantiation id="{id}"><usagename>{id}</usagename>
    <componentproperties><simpleref refid="behave" value="{behave}"/></componentproperties>
  </componentinstantiation>
</componentplacement>"""


class Node:
    """A root with the test's device, and a DCD in it."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "dev"
        shutil.copytree(DATA, self.root)
        self.write_program("device/run", "orbweaver-node-test-device")
        self.dcd = self.root / "node.dcd.xml"
        self.write(one="")

    def write_program(self, file: str, program: str) -> None:
        """A script that becomes the program."""
        path = self.root / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(f'#!/bin/sh\nexec {path_of(program)} "$@"\n')
        path.chmod(0o700)

    def write(self, **devices: str) -> None:
        """Writes the DCD: the devices, and how each behaves."""
        placements = "".join(PLACEMENT.format(id=id, behave=how) for id, how in devices.items())
        self.dcd.write_text(DCD.format(placements=placements))


@pytest.fixture
def node(tmp_path: Path) -> Node:
    return Node(tmp_path)


@pytest.fixture
def domain() -> Generator[Running, None, None]:
    with running("orbweaver-node-test-domain") as started:
        yield started


@contextmanager
def managed(*words: object) -> Generator[subprocess.Popen[str], None, None]:
    """The program while it runs; killed at the end if it still does."""
    process = subprocess.Popen(
        [str(path_of("orbweaver-node")), *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process:
        try:
            yield process
        finally:
            process.kill()


def run(*words: object) -> tuple[int, list[str]]:
    """The exit status and the failures of a whole run."""
    with managed(*words) as process:
        output, _ = process.communicate(timeout=ENDS_WITHIN_S)
        lines = [json.loads(line) for line in output.splitlines()]
        return process.returncode, [entry["line"] for entry in lines if entry["event"] == "failure"]


def read_until(process: subprocess.Popen[str], **wanted: object) -> list[Line]:
    """The lines up to the first that has these members."""
    assert process.stdout is not None
    lines: list[Line] = []
    for text in process.stdout:
        lines.append(json.loads(text))
        if wanted.items() <= lines[-1].items():
            return lines
    raise AssertionError(f"it never printed {wanted}, but {lines}")


def rest_of(process: subprocess.Popen[str]) -> list[Line]:
    assert process.stdout is not None
    return [json.loads(line) for line in process.stdout]


def read_call(domain: Running, begin: str) -> str:
    """The next call of the domain that begins so."""
    assert domain.process.stdout is not None
    for text in domain.process.stdout:
        call: str = json.loads(text)["call"]
        if call.startswith(begin):
            return call
    raise AssertionError(f"the domain was never called: {begin}")


def handles_of(lines: list[Line]) -> list[int]:
    """A pidfd of each device that was started, which is readable at its end."""
    started = [line for line in lines if line["event"] == "device" and line["state"] == "started"]
    return [os.pidfd_open(entry["process"]) for entry in started]


def await_ends(handles: list[int]) -> None:
    for handle in handles:
        assert select.select([handle], [], [], ENDS_WITHIN_S)[0], "a device is still there"
        os.close(handle)


def test_a_node_joins_its_domain_and_ends_in_order(node: Node, domain: Running) -> None:
    node.write(one="", two="")
    with managed(node.dcd, "--root", node.root, "--domain-ior", domain.ior) as process:
        lines = read_until(process, event="node", state="up")
        assert lines[0]["state"] == "started" and lines[0]["identifier"] == "DCE:node"
        assert lines[0]["ior"].startswith("IOR:")
        assert lines[-1]["ready"] == ["one", "two"]
        handles = handles_of(lines)
        assert len(handles) == 2
        assert read_call(domain, "register") == "registerDeviceManager DCE:node"
        devices = {read_call(domain, "registerDevice"), read_call(domain, "registerDevice")}
        assert devices == {"registerDevice one", "registerDevice two"}
        process.send_signal(signal.SIGTERM)
        await_ends(handles)
        states = [entry["state"] for entry in rest_of(process) if entry["event"] == "node"]
        assert states == ["ending", "ended"]
        assert process.wait(ENDS_WITHIN_S) == 0
    assert read_call(domain, "unregister") == "unregisterDeviceManager"


def test_kill_leaves_no_device(node: Node, domain: Running) -> None:
    node.write(one="", two="")
    with managed(node.dcd, "--root", node.root, "--domain-ior", domain.ior) as process:
        handles = handles_of(read_until(process, event="node", state="up"))
        process.send_signal(signal.SIGKILL)
        await_ends(handles)


@pytest.fixture
def names() -> Generator[list[str], None, None]:
    """A naming service, as options of an ORB."""
    command = [path_of("orbweaver-naming"), "--endpoint", "giop:tcp:127.0.0.1:0"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    with process:
        assert process.stdout is not None
        yield ["-ORBInitRef", f"NameService={process.stdout.readline().strip()}"]
        process.kill()


def test_a_node_waits_for_its_domain_and_says_so_once(node: Node, names: list[str]) -> None:
    with managed(node.dcd, "--root", node.root, *names) as process:
        waiting = read_until(process, event="node", state="waiting")[-1]
        assert "'Domain/Domain' of the naming service" in waiting["why"]
        with running("orbweaver-node-test-domain", "bind", *names) as domain:
            lines = read_until(process, event="node", state="up")
            assert lines[0]["state"] == "joined"
            assert read_call(domain, "register") == "registerDeviceManager DCE:node"
            process.send_signal(signal.SIGTERM)
            assert process.wait(ENDS_WITHIN_S) == 0


def test_a_node_that_waits_for_its_domain_can_be_ended(node: Node, names: list[str]) -> None:
    with managed(node.dcd, "--root", node.root, *names) as process:
        read_until(process, event="node", state="waiting")
        process.send_signal(signal.SIGTERM)
        assert [entry["state"] for entry in rest_of(process)] == ["ending", "ended"]
        assert process.wait(ENDS_WITHIN_S) == 0


def test_a_device_that_dies_is_reported_and_unregistered(node: Node, domain: Running) -> None:
    words = (node.dcd, "--root", node.root, "--domain-ior", domain.ior, "--restart-after", "0")
    with managed(*words) as process:
        lines = read_until(process, event="node", state="up")
        process_of_one = next(line["process"] for line in lines if line["event"] == "device")
        os.kill(process_of_one, signal.SIGKILL)
        assert read_call(domain, "unregisterDevice") == "unregisterDevice one"
        ended = read_until(process, event="device", state="ended")[-1]
        assert ended["why"] == "killed by SIGKILL"
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDS_WITHIN_S) == 1


def test_a_device_that_died_is_started_again(node: Node, domain: Running) -> None:
    words = (node.dcd, "--root", node.root, "--domain-ior", domain.ior, "--restart-after", "0.01")
    with managed(*words) as process:
        lines = read_until(process, event="node", state="up")
        one = next(line for line in lines if line["event"] == "device")
        os.kill(one["process"], signal.SIGKILL)
        lines = read_until(process, event="device", id=one["id"], state="ready")
        assert lines[-1]["process"] != one["process"]
        again = next(line for line in lines if line.get("state") == "restarting")
        assert (again["restart"], again["most_restarts"]) == (1, 5)
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDS_WITHIN_S) == 0, "all is there again"


def test_a_device_that_fails_is_given_up_at_last(node: Node, domain: Running) -> None:
    node.write(one="exit", two="")
    words = (node.dcd, "--root", node.root, "--domain-ior", domain.ior)
    with managed(*words, "--restart-after", "0.01", "--most-restarts", "2") as process:
        lines = read_until(process, event="device", id="one", state="given_up")
        numbers = [line["restart"] for line in lines if line.get("state") == "restarting"]
        assert numbers == [1, 2]
        assert lines[-1]["most_restarts"] == 2
        assert lines[-1]["why"].startswith("exit status 3; it was started again 2 times in a row")
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDS_WITHIN_S) == 1


def test_the_rest_goes_on_without_a_device_that_fails(node: Node, domain: Running) -> None:
    node.write(one="fail initialize", two="exit", three="")
    with managed(node.dcd, "--root", node.root, "--domain-ior", domain.ior) as process:
        lines = read_until(process, event="node", state="up")
        assert lines[-1]["ready"] == ["three"]
        failures = {line["line"] for line in lines if line["event"] == "failure"}
        assert failures >= {
            "device 'one': initialize: InitializeError: no antenna",
            "device 'two' ended before it registered: exit status 3",
        }
        process.send_signal(signal.SIGTERM)
        assert process.wait(ENDS_WITHIN_S) == 1


def test_one_dcd_runs_once_in_a_domain(node: Node, domain: Running) -> None:
    words = (node.dcd, "--root", node.root, "--domain-ior", domain.ior)
    with managed(*words) as process:
        read_until(process, event="node", state="up")
        status, failures = run(*words)
        assert status == 1
        assert "the domain has a node 'DCE:node' that runs" in failures[0]


def test_a_domain_that_refuses_the_node_ends_it(node: Node) -> None:
    with running("orbweaver-node-test-domain", "refuse") as domain:
        status, failures = run(node.dcd, "--root", node.root, "--domain-ior", domain.ior)
    assert status == 1
    assert failures[0].endswith("RegisterError: the domain is full")


def test_kill_leaves_nothing_of_what_a_device_executes(
    node: Node, domain: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A component that a device executes below the device's own guard, and temporary files."""
    shutil.copytree(node.root / "device", node.root / "guest")
    node.write_program("device/run", "orbweaver-executable-device")
    node.write(gpp="", guest="")
    text = node.dcd.read_text()
    text = text.replace(
        "</componentfiles>",
        '<componentfile id="guest" type="SPD"><localfile name="/guest/device.spd.xml"/>'
        "</componentfile></componentfiles>",
    )
    guest = text.rindex('<componentfileref refid="device"/>')
    text = text[:guest] + text[guest:].replace(
        '<componentfileref refid="device"/>',
        '<componentfileref refid="guest"/><deployondevice refid="gpp"/>',
    )
    node.dcd.write_text(text)
    temporary = tmp_path / "tmp"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    with managed(node.dcd, "--root", node.root, "--domain-ior", domain.ior) as process:
        lines = read_until(process, event="node", state="up")
        assert lines[-1]["ready"] == ["gpp", "guest"]
        handles = handles_of(lines)
        assert len(handles) == 2
        process.send_signal(signal.SIGKILL)
        await_ends(handles)


def test_a_node_can_be_ended_while_it_waits_for_a_device(node: Node, domain: Running) -> None:
    node.write(one="silent")
    with managed(node.dcd, "--root", node.root, "--domain-ior", domain.ior) as process:
        handles = handles_of(read_until(process, event="device", state="started"))
        process.send_signal(signal.SIGTERM)
        await_ends(handles)
        assert process.wait(ENDS_WITHIN_S) == 0


def test_shutdown_ends_the_node(node: Node, domain: Running) -> None:
    with managed(node.dcd, "--root", node.root, "--domain-ior", domain.ior) as process:
        handles = handles_of(read_until(process, event="node", state="up"))
        assert domain.process.stdin is not None
        domain.process.stdin.write("s")
        domain.process.stdin.flush()
        await_ends(handles)
        assert process.wait(ENDS_WITHIN_S) == 0


def test_an_interrupt_ends_the_node(node: Node, domain: Running) -> None:
    with managed(node.dcd, "--root", node.root, "--domain-ior", domain.ior) as process:
        read_until(process, event="node", state="up")
        process.send_signal(signal.SIGINT)
        assert process.wait(ENDS_WITHIN_S) == 0


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--domain-ior", "nonsense"], "domain manager nonsense: "),
        (["--mount", "x"], "--mount: 'x' is no mount; write NAME=FOLDER"),
        (["--orb", "x"], "--orb: 'x' is no option; write NAME=VALUE"),
    ],
)
def test_a_wrong_option_is_status_2(node: Node, words: list[str], line: str) -> None:
    status, failures = run(node.dcd, "--root", node.root, *words)
    assert status == 2
    assert line in failures[0]


def test_a_wrong_dcd_is_status_2_and_every_error_has_its_line(node: Node) -> None:
    node.dcd.write_text(node.dcd.read_text().replace('refid="device"', 'refid="none"'))
    status, failures = run(node.dcd, "--root", node.root)
    assert status == 2
    assert "node.dcd.xml:" in failures[0] and "none" in failures[0]


def test_one_command_runs_a_node_of_this_machine(domain: Running) -> None:
    with managed("--domain-ior", domain.ior) as process:
        lines = read_until(process, event="node", state="up")
        assert lines[-1]["ready"] == ["Orbweaver:this_machine:device"]
        handles = handles_of(lines)
        process.send_signal(signal.SIGTERM)
        await_ends(handles)
        assert process.wait(ENDS_WITHIN_S) == 0


def test_a_device_ends_when_its_device_manager_is_gone(node: Node, domain: Running) -> None:
    """A device that the guard does not look after, as nothing but itself started it."""
    with managed(node.dcd, "--root", node.root, "--domain-ior", domain.ior) as process:
        manager = read_until(process, event="node", state="up")[0]["ior"]
        program = path_of("orbweaver-executable-device")
        device = subprocess.Popen(
            [program, "DEVICE_MGR_IOR", manager, "DEVICE_ID", "guest"],
            stderr=subprocess.PIPE,
            text=True,
        )
        assert read_call(domain, "registerDevice guest")
        process.send_signal(signal.SIGKILL)
        _, errors = device.communicate(timeout=ENDS_WITHIN_S)
        assert device.returncode == 1
        assert "guest: ends, as its device manager is gone" in errors


def test_a_device_without_its_parameters_says_which(tmp_path: Path) -> None:
    done = subprocess.run(
        [path_of("orbweaver-executable-device"), "DEVICE_ID", "x"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert "DEVICE_MGR_IOR is missing" in done.stderr
