"""`kill -9` of a domain's daemons: what ran is adopted or released, and nothing is left.

ORBWEAVER_KILLS sets how often each daemon is killed in each test; 3 is the default.
"""

import json
import os
import random
import select
import shutil
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import control_program
import pytest
from free_port import free_port
from programs import ENDS_WITHIN_S, ROOT, Line, path_of

KILLS = int(os.environ.get("ORBWEAVER_KILLS", "3"))
SUBJECT = ROOT / "sca/domain/test/data/subject"
DCD = "nodes/this_machine/this_machine.dcd.xml"
DEVICE = "Mast:device"
OWN_DEVICE = "Lab:this_machine"

SAD = """<?xml version="1.0"?>
<softwareassembly id="radio-id" name="radio">
  <componentfiles>
    <componentfile id="subject" type="SPD">
      <localfile name="/subject/subject.spd.xml"/>
    </componentfile>
  </componentfiles>
  <partitioning>{placements}</partitioning>
  <assemblycontroller><componentinstantiationref refid="rx"/></assemblycontroller>
  <connections>
    <connectinterface id="data">
      <usesport>
        <usesidentifier>out</usesidentifier><componentinstantiationref refid="rx"/>
      </usesport>
      <providesport>
        <providesidentifier>in</providesidentifier><componentinstantiationref refid="tx"/>
      </providesport>
    </connectinterface>
    <connectinterface id="files">
      <usesport>
        <usesidentifier>out</usesidentifier><componentinstantiationref refid="tx"/>
      </usesport>
      <findby><domainfinder type="filemanager" name=""/></findby>
    </connectinterface>
  </connections>
</softwareassembly>
"""

PLACEMENT = """
<componentplacement><componentfileref refid="subject"/>
  <componentinstantiation id="{id}"><usagename>{id}</usagename>
    <findcomponent><namingservice name="{id}"/></findcomponent>
  </componentinstantiation>
</componentplacement>"""


class Daemon:
    """A program that prints what happens, a JSON object a line, and writes failures to a file."""

    def __init__(self, program: str, errors: Path, *words: object) -> None:
        self.errors = errors
        self.command = [str(path_of(program)), *map(str, words)]
        self.process = self.begin()

    def begin(self) -> subprocess.Popen[str]:
        """Starts it; its failures are added to the file."""
        with self.errors.open("a") as errors:
            return subprocess.Popen(self.command, stdout=subprocess.PIPE, stderr=errors, text=True)

    # A test reads each daemon's output as it goes: one whose pipe is full stands still.
    def await_line(self, *texts: str, **wanted: object) -> Line:
        """The next line that has these members, and the texts somewhere in it."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            read: Line = json.loads(line)
            if wanted.items() <= read.items() and all(text in line for text in texts):
                return read
        raise AssertionError(f"it ended before {texts} {wanted}: {self.errors.read_text()}")

    def kill(self) -> None:
        """As `kill -9`."""
        self.process.kill()
        self.process.communicate()

    def kill_and_start(self) -> None:
        """Again with the same command line."""
        self.kill()
        self.process = self.begin()

    def end(self) -> int:
        """By SIGTERM; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        self.process.communicate(timeout=ENDS_WITHIN_S)
        return self.process.returncode


class Place:
    """A domain at an address of its own, with a state file, and a node."""

    def __init__(
        self, folder: Path, stack: ExitStack, *words: object, state: Path | None = None
    ) -> None:
        self.folder = folder
        self.root = folder / "dom"
        shutil.copytree(SUBJECT, self.root / "subject")
        shutil.copy(path_of("orbweaver-domain-test-component"), self.root / "subject/subject")
        placements = "".join(PLACEMENT.format(id=id) for id in ("rx", "tx"))
        (self.root / "radio.sad.xml").write_text(SAD.format(placements=placements))
        port = free_port()
        self.naming = f"corbaloc::127.0.0.1:{port}/NameService"
        endpoint = f"giop:tcp:127.0.0.1:{port}"
        self.domain = self.start(
            stack, "domain-manager", "--root", self.root, "--name", "Lab", "--endpoint", endpoint,
            "--lease", 2000, "--state", state or folder / "lab.state",
            "--restart-timeout", 300, *words,
        )  # fmt: skip
        self.await_domain()
        self.node = self.start(
            stack, "device-manager", self.dcd(), "--domain", "Lab/DomainManager",
            "--domain-check", 0.02, "-ORBInitRef", f"NameService={self.naming}",
        )  # fmt: skip
        self.await_node()

    def start(self, stack: ExitStack, program: str, *words: object) -> Daemon:
        daemon = Daemon(f"orbweaver-{program}", self.folder / f"{program}.errors", *words)
        stack.callback(lambda: daemon.kill() if daemon.process.poll() is None else None)
        return daemon

    def dcd(self) -> Path:
        files = self.folder / "dev"
        shutil.copytree(path_of("orbweaver-domain-manager").parent.parent / "sdr/dev", files)
        dcd = files / DCD
        text = dcd.read_text().replace("Orbweaver:this_machine", "Mast")
        dcd.write_text(text.replace('"this_machine"', '"Mast"'))
        return dcd

    def await_domain(self) -> None:
        self.manager = str(self.domain.await_line(event="ready")["domain_manager"])

    def await_node(self) -> None:
        self.domain.await_line(event="node_change", what="registered", id=DEVICE)
        self.node.await_line(event="node", state="up")

    def operate(self, *words: str) -> Any:
        """What the operator's program says."""
        return control_program.operate(words, ["--ior", self.manager])

    def devices(self) -> dict[str, Any]:
        """By id, with states and capacities."""
        nodes = self.operate("devices")["nodes"]
        return {device["identifier"]: device for node in nodes for device in node["devices"]}

    def running(self) -> list[dict[str, Any]]:
        running: list[dict[str, Any]] = self.operate("apps")["running"]
        return running

    def create(self, *places: str) -> list[int]:
        """Creates and starts the radio; a pidfd of each component."""
        wishes = [word for place in places for word in ("--on", place)]
        self.operate("create", "radio", *wishes)
        self.operate("start", "radio")
        return [os.pidfd_open(each["process"]) for each in self.running()[0]["components"]]


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as made:
        yield made


def has_ended(handle: int) -> bool:
    """A pidfd is readable when its process has ended."""
    return bool(select.select([handle], [], [], 0)[0])


def await_ends(handles: list[int]) -> None:
    for each in handles:
        assert select.select([each], [], [], ENDS_WITHIN_S)[0], "a component is still there"
        os.close(each)


def test_a_killed_domain_adopts_what_ran(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    handles = place.create()
    before = place.running()
    busy = place.devices()
    assert busy != idle
    for _ in range(KILLS):
        place.domain.kill_and_start()
        place.await_domain()
        place.domain.await_line(event="application", state="adopted", name="radio")
        place.node.await_line(event="node", state="joined")
        assert place.running() == before, "the same processes, devices and names"
        assert place.devices() == busy
        assert not any(map(has_ended, handles))
    place.operate("stop", "radio")
    place.operate("start", "radio")
    place.operate("release", "radio")
    await_ends(handles)
    assert place.running() == []
    assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]
    assert json.loads((tmp_path / "lab.state").read_text())["applications"] == []


def test_a_killed_domain_releases_what_ran(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack, "--on-restart", "release")
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    for _ in range(KILLS):
        handles = place.create()
        place.domain.kill_and_start()
        place.await_domain()
        place.domain.await_line(event="application", state="released", name="radio")
        place.node.await_line(event="node", state="joined")
        await_ends(handles)
        assert place.running() == []
        assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]


def begin_create(place: Place) -> subprocess.Popen[bytes]:
    """The operator's program, which creates the radio."""
    words = ["create", "radio", "--timeout", "60", "--ior", place.manager]
    return subprocess.Popen(
        [path_of("orbweaver-control"), *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def settle(place: Place) -> str:
    """Starts the killed domain again, and releases what it adopts; what became of the radio."""
    kept = json.loads((place.folder / "lab.state").read_text())["applications"]
    place.domain.process = place.domain.begin()
    place.await_domain()
    place.node.await_line(event="node", state="joined")
    if not kept:
        return "not recorded"
    became = str(place.domain.await_line(event="application", name="radio")["state"])
    if became == "adopted":
        place.operate("release", "radio")
    return became


def test_a_domain_killed_in_the_middle_of_a_create_leaves_no_device_in_use(
    tmp_path: Path, stack: ExitStack, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Place(tmp_path, stack)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    lasts = 0.0
    for _ in range(2):  # the second is as fast as those that follow
        began = time.monotonic()
        assert begin_create(place).wait(ENDS_WITHIN_S) == 0
        lasts = time.monotonic() - began
        place.operate("release", "radio")
    seed = int(os.environ.get("ORBWEAVER_SEED", random.randrange(1_000_000)))
    moments = random.Random(seed)
    became: Counter[str] = Counter()
    for _ in range(KILLS):
        creator = begin_create(place)
        time.sleep(moments.uniform(0, lasts / 2))  # the moment of the kill; then it is complete
        place.domain.kill()
        creator.wait(ENDS_WITHIN_S)
        became[settle(place)] += 1
        assert place.running() == [], f"seed {seed}, {became}"
        assert place.devices() == idle, f"seed {seed}, {became}"
    with capsys.disabled():
        print(f"\n{KILLS} kills in a create of {lasts:.3f} s, seed {seed}: {dict(became)}")
    assert [place.node.end(), place.domain.end()] == [0, 0]


@pytest.mark.parametrize("policy", ["adopt", "release"])
def test_a_killed_node_takes_what_ran_along_and_comes_again(
    tmp_path: Path, stack: ExitStack, policy: str
) -> None:
    place = Place(tmp_path, stack, "--on-restart", policy)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    for _ in range(KILLS):
        handles = place.create()
        place.node.kill()
        await_ends(handles)
        place.domain.await_line(event="application", state="released", name="radio")
        place.node.process = place.node.begin()
        place.await_node()
        assert place.running() == []
        assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_both_are_killed_and_nothing_is_left(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    for _ in range(KILLS):
        handles = place.create()
        place.node.kill()
        place.domain.kill_and_start()
        await_ends(handles)
        place.await_domain()
        place.node.process = place.node.begin()
        released = place.domain.await_line(event="application", state="released", name="radio")
        assert "was started again" in released["why"]
        place.node.await_line(event="node", state="up")
        assert place.running() == []
        assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_a_component_that_died_meanwhile_ends_the_rest(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    handles = place.create()
    process = place.running()[0]["components"][1]["process"]
    place.domain.kill()
    os.kill(process, signal.SIGKILL)
    place.domain.process = place.domain.begin()
    place.await_domain()
    released = place.domain.await_line(event="application", state="released", name="radio")
    assert "component 'tx:radio' on device 'Mast:device'" in released["why"]
    await_ends(handles)
    assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_what_ran_on_the_domains_own_machine_is_gone_with_it(
    tmp_path: Path, stack: ExitStack
) -> None:
    place = Place(tmp_path, stack, "--with-this-machine")
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    handles = place.create(f"rx={OWN_DEVICE}", f"tx={DEVICE}")
    place.domain.kill_and_start()
    place.await_domain()
    released = place.domain.await_line(event="application", state="released", name="radio")
    assert f"device '{OWN_DEVICE}' was started again" in released["why"]
    await_ends(handles)
    assert place.running() == []
    assert place.devices()[DEVICE] == idle[DEVICE]
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_a_damaged_state_is_refused_with_one_line(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack)
    place.operate("install", "--no-copy", "/radio.sad.xml")
    place.domain.kill()
    state = tmp_path / "lab.state"
    state.write_text(state.read_text()[:-3])
    place.domain.errors.unlink()
    place.domain.process = place.domain.begin()
    assert place.domain.process.wait(ENDS_WITHIN_S) == 1
    (line,) = place.domain.errors.read_text().splitlines()
    assert f"{state}: it is damaged" in line
