# SPDX-License-Identifier: Apache-2.0
"""The peers that the lab measures: one record each, `peers/<name>.toml`, and nothing elsewhere.

To add a peer: its record here, and its programs in the repository's folder `peers/<name>/`
(peers/CONTRACT.md). Experiments ask for an ability, not for names, so none of them changes.
"""

from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from orbweaver.model.peer_records import BUILT_BY, how_to_install, records

OURS = "orbweaver"
LIMIT = "raw"
"""The peer beside which others are held: sockets and shared memory with nothing above them."""
UNKNOWN_COLOUR = "#8b8f98"

Ability = Literal[
    "pipelines", "ordered-lanes", "one-process", "sync-scopes", "parallel-stages", "varied-work",
    "several-senders", "reorder-buffers", "datagrams", "dispatch-choice",
    "calls", "typed-calls", "captured-calls", "encrypted-calls", "packets", "unix-packets",
    "clocks",
]  # fmt: skip
"""What an experiment may need of a peer; WORDS says each for a report."""

WORDS: dict[Ability, str] = {
    "pipelines": "programs for a pipeline: a producer and stages",
    "ordered-lanes": "ordered lanes; parallel-stage (exp15) has the parallel stages of other ORBs",
    "one-process": "a program that hosts all components in one process",
    "sync-scopes": "sync scopes besides that of the transport",
    "parallel-stages": "parallel stages",
    "varied-work": "work that follows the data (--vary)",
    "several-senders": "a producer of several threads",
    "reorder-buffers": "reorder buffers",
    "datagrams": "one-way calls as datagrams",
    "dispatch-choice": "objects, to which an ORB hands requests",
    "calls": "bench programs, for single messages",
    "typed-calls": "bench programs whose messages carry each type",
    "captured-calls": "calls over TCP whose frames can be counted",
    "encrypted-calls": "bench programs over TLS",
    "packets": "a port to which packets are pushed",
    "unix-packets": "the same over unix sockets",
    "clocks": "the program that reads each clock",
}

Program = Literal["pipeline", "bench", "by-hand"]
ROLES: dict[Program, tuple[str, ...]] = {
    "pipeline": ("producer", "stage"),
    "bench": ("bench-server", "bench-client"),
    "by-hand": ("by-hand-server", "by-hand-client"),
}
"""The programs `<peer>-<role>` of each kind (peers/CONTRACT.md, peers/by_hand.md)."""


class Setup(BaseModel):
    """How a peer is set, as the page prints it: by itself, and by the lab's programs."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    default: str
    chosen: str


class StartSeconds(BaseModel):
    """What the start of the programs adds to a run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    pipeline: float = 0.1
    study: float = 0.0
    quick_study: float = 0.0


class Peer(BaseModel):
    """One peer. What a record leaves out has the default here."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str
    """in commands, result files and names of programs: the name of the record's file"""
    title: str
    """as its makers write it"""
    kind: Literal["orb", "messaging", "limit"]
    """`messaging`: it sends bytes, and has no objects, operations or types"""
    order: int
    """place in lists; the first are measured first where there may not be time for all"""
    colour: str = Field(pattern=r"^#[0-9a-f]{6}$")
    """in every chart; readable on light and on dark"""
    version: str
    """that the programs were tried with"""
    install: str = ""
    """command that installs what its programs need; "": nothing"""
    built_by: str = BUILT_BY
    """command that then makes its programs"""
    packaged: bool = True
    """the distribution, or a package index, has it"""
    programs: tuple[Program, ...]
    abilities: tuple[Ability, ...] = ()
    cannot: dict[Ability, str] = Field(default_factory=dict[Ability, str])
    """why an ability is missing for good"""
    setup: Setup | None = None

    transports: tuple[str, ...]
    """of the bench programs"""
    packet_transports: tuple[str, ...] | None = None
    """of a port to which packets are pushed; None: the same"""
    cases: tuple[str, ...] = ("twoway", "oneway")
    """of the bench programs"""
    within: tuple[str, ...] = ()
    """calls that stay in the caller's process: `collocated`, and `marshalled` through memory"""
    on_one_thread: tuple[str, ...] = ()
    """ways on which a call stays on its thread, so that one processor is enough"""
    no_connection: tuple[str, ...] = ()
    """ways on which no connection is made for a new client"""
    polls: tuple[str, ...] = ()
    """transports on which both sides poll: on one processor they would measure the scheduler"""
    threadings: tuple[str, ...] = ("per-connection", "pool")
    """how its bench server may read connections; one alone is not a choice"""
    empty_packets: bool = True
    """a packet without elements can be sent"""
    takes_folder: bool = False
    """its server written by hand is given the folder for its unix socket"""
    cost_of_path: bool = False
    """`orbweaver bench path` counts what its messages cost"""
    build: str = "packaged"
    """how its programs' library was built, in the experiment `connect`"""

    virtual_machine: bool = False
    """each program is one: dozens find no room, and each starts anew"""
    reads_on: bool = False
    """it reads and keeps requests however many wait, so that a sender is not held back"""
    start_seconds: StartSeconds = StartSeconds()
    dispatch_words: dict[str, str] = Field(default_factory=dict[str, str])
    """how it dispatches where it cannot do what the name of the dispatch says"""
    unordered_scopes: dict[str, str] = Field(default_factory=dict[str, str])
    """sync scopes whose calls it lets race, and why"""

    @property
    def has_lanes(self) -> bool:
        """Whether it dispatches an object's requests in order by itself."""
        return "ordered-lanes" in self.abilities

    def can(self, ability: Ability) -> bool:
        """Whether it has the ability."""
        return ability in self.abilities

    def how_to_install(self) -> str:
        """The commands that make its programs."""
        return how_to_install(self.install, self.built_by)


@cache
def peers() -> dict[str, Peer]:
    """Every peer by name, in the order of lists."""
    return {
        name: Peer.model_validate({"name": name} | record) for name, record in records().items()
    }


def able(ability: Ability) -> tuple[str, ...]:
    """The peers that have an ability."""
    return tuple(name for name, peer in peers().items() if peer.can(ability))


def unable(ability: Ability) -> dict[str, str]:
    """The peers that never have it, and why."""
    return {name: peer.cannot[ability] for name, peer in peers().items() if ability in peer.cannot}


def with_programs(kind: Program) -> tuple[str, ...]:
    """The peers that have programs of a kind, whether they are installed or not."""
    return tuple(name for name, peer in peers().items() if kind in peer.programs)


def sends_bytes_only(name: str) -> bool:
    """Whether a peer is known to have no objects, operations or types."""
    found = peers().get(name)
    return found is not None and found.kind != "orb"


def title_of(name: str) -> str:
    """A peer's name for a reader; of an unknown one, what the lab calls it."""
    found = peers().get(name)
    return found.title if found else name


def colour_of(name: str) -> str:
    """A peer's colour; of an unknown one, grey."""
    found = peers().get(name)
    return found.colour if found else UNKNOWN_COLOUR
