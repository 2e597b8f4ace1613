# SPDX-License-Identifier: Apache-2.0
"""Random faults of a domain with two nodes and three radios that it keeps up: after each, all is
there again; at the end nothing is left.

ORBWEAVER_FAULT_CYCLES: how many faults, 7 by default; ORBWEAVER_SEED: which.
"""

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter, deque
from collections.abc import Callable, Generator
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Any

import control_program
import pytest
from lab_place import Daemon, Place
from programs import ENDS_WITHIN_S, path_of

CYCLES = int(os.environ.get("ORBWEAVER_FAULT_CYCLES", "7"))
RADIOS = {"radio_1": "Mast", "radio_2": "Cabin", "radio_3": "Mast"}

WANTED = '[expect]\nnodes = ["Mast", "Cabin"]\n' + "".join(
    f'[application.{name}]\nsad = "/radio.sad.xml"\nmost_restarts = 0\n'
    f'on = {{ rx = "{node}:device", tx = "Cabin:device" }}\n'
    for name, node in RADIOS.items()
)


def is_there(component: dict[str, Any]) -> bool:
    return Path(f"/proc/{component['process']}").exists()


def processes() -> list[int]:
    return [int(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit()]


def words_of(process: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_text(errors="replace")
    return ""


def parent_of(process: int) -> tuple[int, int]:
    """With the process itself; 0: it has ended."""
    with suppress(OSError):
        after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2]
        return process, int(after_name.split()[1])
    return process, 0


def ancestors_of(process: int, parents: dict[int, int]) -> set[int]:
    found: set[int] = set()
    while process := parents.get(process, 0):
        found.add(process)
    return found


class Radios:
    """The domain, its nodes, and what a fault may hit."""

    def __init__(self, folder: Path, stack: ExitStack, chance: random.Random) -> None:
        self.chance = chance
        self.wanted = folder / "wanted.toml"
        self.wanted.write_text("")
        words = ("--wanted", self.wanted, "--step-timeout", 3)
        self.place = Place(folder, stack, *words, nodes=("Mast", "Cabin"))
        for daemon in self.daemons():
            self.drain(daemon)
        self.faults: dict[str, Callable[[], None]] = {
            "a component is killed": self.kill_component,
            "a component stands still": self.stop_component,
            "a device is killed": self.kill_device,
            "a node is killed": self.kill_node,
            "the domain is killed": self.kill_domain,
            "the domain leaves": self.leave,
            "all lose power": self.lose_power,
        }

    def daemons(self) -> list[Daemon]:
        return [self.place.domain, *self.place.nodes.values()]

    @staticmethod
    def drain(daemon: Daemon) -> None:
        """A daemon whose pipe is full stands still."""
        output = daemon.process.stdout
        Thread(target=lambda: deque(output or [], maxlen=0), daemon=True).start()

    def find(self) -> list[str]:
        address = self.place.naming.removeprefix("corbaloc::").removesuffix("/NameService")
        return ["--domain", "Lab", "--naming", address]

    def operate(self, *words: str) -> Any:
        return control_program.operate(words, self.find())

    def read_wanted(self, text: str) -> None:
        self.wanted.write_text(text)
        self.place.domain.process.send_signal(signal.SIGHUP)

    def start(self, daemon: Daemon) -> None:
        daemon.process = daemon.begin()
        if daemon is self.place.domain:
            daemon.await_line(event="ready")  # from now on it takes signals
        self.drain(daemon)

    def kill(self, daemon: Daemon) -> None:
        daemon.process.kill()
        daemon.process.wait(ENDS_WITHIN_S)

    # ---- the faults ----

    def a_component(self) -> int:
        running = self.operate("apps")["running"]
        components = [entry for application in running for entry in application["components"]]
        return int(self.chance.choice(components)["process"])

    def kill_component(self) -> None:
        os.kill(self.a_component(), signal.SIGKILL)

    def stop_component(self) -> None:
        """Longer than a step may take: the application can be stopped and started all the same."""
        name = self.chance.choice(sorted(RADIOS))
        (radio,) = (entry for entry in self.operate("apps")["running"] if entry["name"] == name)
        process = int(self.chance.choice(radio["components"])["process"])
        os.kill(process, signal.SIGSTOP)
        command = [path_of("orbweaver-control"), "stop", name, *self.find()]
        subprocess.run(command, capture_output=True, check=False)
        os.kill(process, signal.SIGCONT)
        self.operate("stop", name)
        self.operate("start", name)

    def kill_device(self) -> None:
        os.kill(self.chance.choice(self.device_processes()), signal.SIGKILL)

    def device_processes(self) -> list[int]:
        """Of these nodes alone: tests may run side by side."""
        nodes = {node.process.pid for node in self.place.nodes.values()}
        parents = dict(map(parent_of, processes()))
        return [
            parent
            for parent in parents
            if nodes & ancestors_of(parent, parents)
            and "orbweaver-executable-device" in words_of(parent)
        ]

    def kill_node(self) -> None:
        node = self.chance.choice(list(self.place.nodes.values()))
        self.kill(node)
        self.start(node)

    def kill_domain(self) -> None:
        self.kill(self.place.domain)
        self.start(self.place.domain)

    def leave(self) -> None:
        self.place.domain.process.send_signal(signal.SIGUSR2)
        assert self.place.domain.process.wait(ENDS_WITHIN_S) == 0
        self.start(self.place.domain)

    def lose_power(self) -> None:
        daemons = self.daemons()
        for daemon in daemons:
            self.kill(daemon)
        self.chance.shuffle(daemons)
        for daemon in daemons:
            self.start(daemon)

    # ---- what is so after each ----

    def health(self) -> list[str]:
        """What is wrong; asked of a domain that may be about to begin."""
        done = subprocess.run(
            [path_of("orbweaver-control"), "health", "--json", "--timeout", "10", *self.find()],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        document = json.loads(done.stdout)
        if "problems" not in document:
            return [document["error"]["line"]]
        return [f"{entry['part']}: {entry['problem']}" for entry in document["problems"]]

    def await_health(self) -> None:
        """Never by the clock alone: each question takes its time."""
        deadline = time.monotonic() + ENDS_WITHIN_S
        while problems := self.health() or self.missing():
            assert time.monotonic() < deadline, problems

    def missing(self) -> list[str]:
        """Radios that are not whole: not made yet, or with a component that has just ended."""
        running = {entry["name"]: entry["components"] for entry in self.operate("apps")["running"]}
        return [
            name
            for name in RADIOS
            if not all(map(is_there, running.get(name, []))) or len(running.get(name, [])) != 2
        ]

    def devices(self) -> dict[str, Any]:
        nodes = self.operate("devices")["nodes"]
        return {device["identifier"]: device for node in nodes for device in node["devices"]}


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as result:
        yield result


def test_whatever_fails_the_radios_are_there_again(
    tmp_path: Path, stack: ExitStack, capsys: pytest.CaptureFixture[str]
) -> None:
    seed = int(os.environ.get("ORBWEAVER_SEED", random.randrange(1_000_000)))
    radios = Radios(tmp_path, stack, random.Random(seed))
    idle = radios.devices()
    faults = list(radios.faults)
    met: Counter[str] = Counter()
    for cycle in range(CYCLES):
        radios.read_wanted(WANTED)  # each fault begins a new row of tries
        radios.await_health()
        fault = faults[cycle] if cycle < len(faults) else radios.chance.choice(faults)
        met[fault] += 1
        radios.faults[fault]()
    radios.read_wanted(WANTED)
    radios.await_health()
    radios.read_wanted("")
    for name in RADIOS:
        radios.operate("release", name)
    assert radios.operate("apps")["running"] == [], f"seed {seed}"
    assert radios.devices() == idle, f"seed {seed}"
    with capsys.disabled():
        print(f"\n{CYCLES} random faults, seed {seed}: {dict(met)}")
    for daemon in radios.daemons():
        daemon.process.send_signal(signal.SIGTERM)
    assert [daemon.process.wait(ENDS_WITHIN_S) for daemon in radios.daemons()] == [0, 0, 0]
    kept = json.loads((tmp_path / "lab.state").read_text())["applications"]
    assert kept == [], f"seed {seed}"
