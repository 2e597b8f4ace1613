# SPDX-License-Identifier: Apache-2.0
"""The five ways in which components hand packets on, and the options that make each."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from orbweaver.problems import BadInput

ModeName = Literal["oneway", "oneway-worker", "twoway", "twoway-worker", "ordered"]
Messaging = Literal["oneway", "twoway"]
Dispatch = Literal["lane", "pool", "connection"]
SyncScope = Literal["none", "transport", "server", "target"]
Way = Literal["auto", "shm", "unix", "tcp", "inproc"]
"""That a person may choose. `inproc` puts all components into one process: see `placed`."""
Transport = Literal["auto", "shm", "unix", "tcp", "inproc", "udp"]
"""The same, and datagrams, which only an experiment that expects losses chooses."""
Processes = Literal["separate", "collocated"]
Collocation = Literal["direct", "queued", "off"]


@dataclass(frozen=True)
class Mode:
    """One messaging mode."""

    name: ModeName
    messaging: Messaging
    worker: bool
    dispatch: Dispatch

    def stage_options(self) -> list[str]:
        """The options of a stage; `--messaging` is about the calls it makes itself."""
        worker = ["--worker"] if self.worker else []
        return ["--messaging", self.messaging, "--dispatch", self.dispatch, *worker]

    def first_options(self) -> list[str]:
        """The options of the first component, which receives no calls."""
        return ["--messaging", self.messaging]

    def effective_sync(self, sync: SyncScope) -> SyncScope:
        """A two-way call waits for its target whatever the scope of one-way calls is."""
        return "target" if self.messaging == "twoway" else sync


MODES: dict[ModeName, Mode] = {
    mode.name: mode
    for mode in (
        Mode("oneway", "oneway", worker=False, dispatch="pool"),
        Mode("oneway-worker", "oneway", worker=True, dispatch="pool"),
        Mode("twoway", "twoway", worker=False, dispatch="connection"),
        Mode("twoway-worker", "twoway", worker=True, dispatch="connection"),
        Mode("ordered", "oneway", worker=False, dispatch="lane"),
    )
}


def placed(
    transport: Transport, processes: Processes | None, collocation: Collocation | None = None
) -> tuple[Transport, Processes | None]:
    """The options of programs, and where they run. No program connects by `inproc`: it is the way
    that calls take when all components are in one process.
    """
    if transport != "inproc":
        return transport, processes
    if processes == "separate":
        raise BadInput("--transport inproc means that all components share one process: leave "
                       "--processes out, or choose another transport")  # fmt: skip
    if collocation == "off":
        raise BadInput("--transport inproc means that calls stay in the process, and --collocation "
                       "off that they leave it: leave one of them out")  # fmt: skip
    return "auto", "collocated"


def queue_options(threads: int | None, depth: int | None) -> list[str]:
    """Options of a stage that are left to the program unless the user chose them."""
    return chosen_options({"--threads": threads, "--depth": depth})


def chosen_options(chosen: Mapping[str, int | str | None]) -> list[str]:
    """Options that are left to the program unless the user chose them."""
    return [word for name, n in chosen.items() if n is not None for word in (name, str(n))]
