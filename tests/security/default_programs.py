# SPDX-License-Identifier: Apache-2.0
"""How each program of an installation is started with its default options, so that it serves, or
does its work and ends. A program that is missing here fails test_default_ports.py.
"""

import json
import os
import subprocess
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import IO

from private_host import PrivateHost
from programs import ENDS_WITHIN_S, path_of

WAVEFORMS = {
    "adsb": ("source", "magnitude", "slicer", "checker"),
    "ax25": ("source", "tuner", "discriminator", "band", "correlator", "slicer", "deframer",
             "merger", "monitor", "kiss"),
    "fm": ("source", "tuner", "demodulator", "audio", "wav"),
}  # fmt: skip
NODE = {"orbweaver-node", "orbweaver-executable-device", "orbweaver-guard"}
READY = '"event":"ready"'
LONG = "source.seconds=3600"
"""So that the data does not end while the test looks."""
NO_LIMIT = ["--step-timeout", "0"]
"""A busy machine takes longer than the usual limit."""


class Place:
    """Where the programs of a test run: a host, and a folder for their files."""

    def __init__(self, host: PrivateHost, folder: Path, stack: ExitStack) -> None:
        self.host = host
        self.folder = folder
        self._stack = stack
        self._environment = os.environ | {"XDG_RUNTIME_DIR": str(folder)}

    def start(self, program: str, *words: object) -> "Output":
        """What it prints, while it runs."""
        process = subprocess.Popen(
            [*self.host.wrapper, str(path_of(program)), *map(str, words)], cwd=self.folder,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=self._environment,
        )  # fmt: skip
        self._stack.enter_context(process)
        self._stack.callback(process.kill)
        assert process.stdout is not None
        return Output(program, process.stdout)

    def run(self, *command: object) -> str:
        """What a program prints that ends by itself, with status 0."""
        done = subprocess.run(
            [*self.host.wrapper, *map(str, command)], cwd=self.folder, text=True, check=False,
            stdin=subprocess.DEVNULL, capture_output=True, timeout=ENDS_WITHIN_S,
            env=self._environment,
        )  # fmt: skip
        assert done.returncode == 0, f"{command}: {done.stdout} {done.stderr}"
        return done.stdout

    def domain(self, program: str = "orbweaver-domain") -> str:
        """A domain of the applications that are installed; its reference."""
        root = sdr() / "dom"
        line = self.start(program, "--root", root, "--read-only", *NO_LIMIT).await_line(READY)
        return str(json.loads(line)["domain_manager"])

    def node(self, manager: str, program: str = "orbweaver-node") -> None:
        """The node that is installed, in that domain."""
        node = self.start(program, "--domain-ior", manager, "--registration-timeout", 600)
        node.await_line('"event":"node"', '"state":"up"')


class Output:
    """Of a program: its lines, until the one that says that it serves."""

    def __init__(self, program: str, lines: IO[str]) -> None:
        self._program = program
        self._lines = lines

    def await_line(self, *texts: str) -> str:
        """The next line with all of them."""
        for line in self._lines:
            if all(text in line for text in texts):
                return line
        raise AssertionError(f"{self._program} ended before it printed {texts}")


def sdr() -> Path:
    """The SDR root of the build."""
    return path_of("orbweaver-domain").parent.parent / "sdr"


def components_of(waveform: str) -> set[str]:
    """Their programs."""
    return {f"{waveform}_{part}" for part in WAVEFORMS[waveform]}


# Each starts programs and returns when they serve.


def naming(place: Place) -> None:
    place.start("orbweaver-naming").await_line("IOR:")


def events(place: Place) -> None:
    place.start("orbweaver-events", "IDM_Channel", "ODM_Channel").await_line("ODM_Channel IOR:")


def stage(place: Place) -> None:
    place.start("orbweaver-stage").await_line(READY)


def pipeline(place: Place) -> None:
    place.start("orbweaver-pipeline", "stage").await_line(READY)


def radio(place: Place) -> None:
    """A domain and a node with each application that is installed."""
    manager = place.domain()
    place.node(manager)
    recording = place.folder / "air.cu8"
    place.run(path_of("adsb-generate"), "--out", recording, "--seconds", 0.1, "--frames", 5)
    needed = {"adsb": ["--set", f"source.input={recording}"]}
    for name in WAVEFORMS:
        operate(place, manager, "install", "--no-copy", f"/waveforms/{name}/{name}.sad.xml")
        operate(place, manager, "create", name, *needed.get(name, []))


def operate(place: Place, manager: str, *words: str) -> None:
    place.run(path_of("orbweaver-control"), *words, "--ior", manager)


def by_former_names(place: Place) -> None:
    place.node(place.domain("orbweaver-domain-manager"), "orbweaver-device-manager")


def run_in_one_process(place: Place) -> None:
    words = ["--events", "--placement", "together", "--set", LONG, *NO_LIMIT]
    place.start("orbweaver-run", "fm", *words).await_line('"state":"running"')


def run_in_processes(place: Place) -> None:
    words = ["--events", "--placement", "separate", "--set", LONG, *NO_LIMIT]
    place.start("orbweaver-run", "fm", *words).await_line('"state":"running"')


def trial(place: Place) -> None:
    """A component that waits for its samples."""
    component = sdr() / "dom/components/fm/tuner/tuner.spd.xml"
    words = ["--input", "-", "--output", "out", "--events", "1", *NO_LIMIT]
    place.start("orbweaver-try", component, *words).await_line('"event":"trial"')


OF_A_RADIO = NODE.union({"orbweaver-domain"}, *map(components_of, WAVEFORMS))

SERVING: dict[Callable[[Place], None], set[str]] = {
    naming: {"orbweaver-naming"},
    events: {"orbweaver-events"},
    stage: {"orbweaver-stage"},
    pipeline: {"orbweaver-pipeline"},
    radio: OF_A_RADIO,
    by_former_names: {"orbweaver-domain", *NODE},
    run_in_one_process: {"orbweaver-run", "orbweaver-guard", "orbweaver-component-host"},
    run_in_processes: {"orbweaver-run", "orbweaver-guard", *components_of("fm")},
    trial: {"orbweaver-try", "orbweaver-guard", "fm_tuner"},
}
"""What starts programs, and which run then."""

BECOME_OTHERS = {"orbweaver-domain-manager", "orbweaver-device-manager"}
"""The program of today, whose name the process has: `by_former_names`."""


# Each gives the words with which a program does its work and ends.


def produce(place: Place) -> list[object]:
    ready = place.start("orbweaver-stage").await_line(READY)
    return ["--next", json.loads(ready)["ior"], "--packets", 10]


def list_applications(place: Place) -> list[object]:
    return ["apps", "--ior", place.domain()]


def tune(place: Place) -> list[object]:
    radio(place)
    port = place.run(path_of("orbweaver-control"), "ports", "ax25/tuner", "tuning")
    return ["--tuning", port.split()[-1]]


def decode(place: Place) -> list[object]:
    place.run(path_of("adsb-generate"), "--out", "a.cu8", "--seconds", 0.1, "--frames", 5)
    return ["--input", "a.cu8"]


def receive_fm(place: Place) -> list[object]:
    place.run(path_of("fm-generate"), "--out", "a.sigmf-meta", "--seconds", 0.5)
    return ["--input", "a.sigmf-meta", "--out", "a.wav"]


def compare_fm(place: Place) -> list[object]:
    place.run(path_of("fm-receive"), *receive_fm(place))
    return ["a.wav", "a.wav"]


def receive_ax25(place: Place) -> list[object]:
    place.run(path_of("ax25-generate"), "--out", "a.sigmf-meta", "--frames", 2)
    return ["--input", "a.sigmf-meta"]


def check_rules(place: Place) -> list[object]:
    (place.folder / "rules.toml").write_text('default = "deny"\n')
    return ["check", "rules.toml"]


ENDING: dict[str, Callable[[Place], list[object]]] = {
    "adsb-decode": decode,
    "adsb-generate": lambda _: ["--out", "a.cu8", "--seconds", 0.1, "--frames", 5],
    "ax25-control": tune,
    "ax25-generate": lambda _: ["--out", "a.sigmf-meta", "--frames", 2],
    "ax25-receive": receive_ax25,
    "fm-compare": compare_fm,
    "fm-generate": lambda _: ["--out", "a.sigmf-meta", "--seconds", 0.5],
    "fm-receive": receive_fm,
    "orbweaver": lambda _: ["--help"],
    "orbweaver-check": lambda _: [sdr() / "dom/waveforms/fm/fm.sad.xml"],
    "orbweaver-control": list_applications,
    "orbweaver-keys": lambda _: ["new-ca"],
    "orbweaver-plan": lambda _: ["fm"],
    "orbweaver-producer": produce,
    "orbweaver-rules": check_rules,
}
"""Programs that end by themselves."""

KNOWN = set(ENDING).union(BECOME_OTHERS, *SERVING.values())
