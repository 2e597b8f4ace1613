# SPDX-License-Identifier: Apache-2.0
"""The result file `orbweaver-result/1`: the one place that says what a recorded run holds.

`docs/reference/result-file.md` is written from here (`python -m orbweaver.record.document FILE`).
Times are in the unit that the field's name ends with; nothing is rounded here.
"""

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Discriminator, Field, Tag

from orbweaver.model.modes import (
    Collocation,
    Dispatch,
    Messaging,
    ModeName,
    Processes,
    SyncScope,
    Transport,
)

SCHEMA: Literal["orbweaver-result/1"] = "orbweaver-result/1"

Count = Annotated[int, Field(ge=0)]
Share = Annotated[float, Field(ge=0)]


class Record(BaseModel):
    """Base of all records: unknown fields are refused, and what was recorded stays."""

    model_config = ConfigDict(extra="forbid", frozen=True, allow_inf_nan=False)


class Provenance(Record):
    """Where the numbers come from."""

    version: str = Field(description="version of this tool")
    commit: str = Field(description="commit of the tree, `-dirty` if it was changed; or `unknown`")
    date: str = Field(description="start of the run, ISO 8601 with the offset from UTC")
    cpu: str = Field(description="the processor's model name")
    cores: int = Field(description="processors that the run could use before pinning")
    kernel: str
    compiler: str = Field(description="compiler and build type of the programs, or `unknown`")
    pinning: str = Field(description="`none`, or the processors that all programs were pinned to")
    scheduler: str = Field(description="scheduling class of the programs")
    load: float | None = Field(
        default=None,
        description="processes that wanted to run in the minute before the start, on average; "
        "null: not reported",
    )
    governor: str | None = Field(
        default=None,
        description="what governs the processors' clock rate; null: nothing, or not known",
    )


class Config(Record):
    """What was asked for, and which transport came of it."""

    mode: ModeName
    messaging: Messaging
    sync: SyncScope = Field(description="sync scope of one-way calls; `target` for two-way calls")
    worker: bool
    dispatch: Dispatch
    pace_ms: float = Field(ge=0, description="one packet each so many ms; 0: as fast as possible")
    packets: Count
    elements: Count = Field(description="elements of `type` in a full packet")
    type: Literal["double", "cu8", "cs8", "cs16", "cf32", "sigmf"] = Field(
        description="element type; of a waveform: the format of the recording"
    )
    work: Literal["wait", "spin", "signal"] = Field(
        description="`signal`: real signal processing (a waveform)"
    )
    work_ms: float | None = Field(
        description="work for each packet in each stage; a waveform: null"
    )
    transport: Transport = Field(
        description="the way from component to component that was taken; `auto` if it was asked "
        "for and the programs did not say what they chose"
    )
    processes: Processes = Field(description="`collocated`: all components in one process")
    collocation: Collocation | None = Field(
        default=None, description="of collocated components; null: one-way queued, two-way direct"
    )
    parallel: Count = Field(
        default=0,
        description="threads of each stage that process at once, while one more hands on in order; "
        "0: the thread that processes hands on",
    )
    cores: Literal["all"] | int = Field(description="processors that the programs may run on")


class SendTimes(Record):
    """How long the producer's calls took."""

    count: Count
    min: float
    mean: float
    stddev: float
    p50: float
    p80: float
    p90: float
    p99: float
    p999: float
    max: float


class Latency(SendTimes):
    """From the moment a packet was due until the stage took it up."""


class PacketTimes(Record):
    """When a packet passed a component, since the producer's start; null: it has no such moment."""

    packet: Count = Field(description="its number")
    arrived_ms: float | None = Field(description="the ORB called the servant")
    begun_ms: float | None = Field(description="a thread took it up")
    worked_ms: float | None = Field(description="processing ended")
    sending_ms: float | None = Field(description="the call to the next component began")
    handed_on_ms: float | None = Field(description="that call returned")
    returned_ms: float | None = Field(description="the servant returned to the ORB")


class Producer(Record):
    """The first component."""

    last_sent_ms: float = Field(description="from the start until the last call returned")
    send_us: SendTimes
    trace: list[PacketTimes] | None = Field(
        default=None,
        description="the first and the last packets that were traced, 4,000 at most; null: the "
        "component did not tell",
    )


class Stage(Record):
    """A component that packets pass through, or the last one."""

    name: str
    last_ms: float = Field(
        description="from the producer's start until the last packet was processed and forwarded"
    )
    received: Count
    lost: Count
    reordered_previous: Count = Field(description="arrivals that are not their predecessor plus 1")
    reordered_original: Count = Field(description="arrivals whose number is not their position")
    busy: Share = Field(description="share of `last_ms` in which at least one thread processed")
    reordered_out: Count | None = Field(
        default=None,
        description="packets that left out of order: those handed on that are not their "
        "predecessor plus 1; null: not reported",
    )
    overtaken: Count | None = Field(
        default=None,
        description="arrivals whose number is below one that came before; null: not reported",
    )
    late: Count | None = Field(
        default=None,
        description="packets that came after the reorder buffer had given them up; null: it has "
        "none",
    )
    max_concurrency: Count = Field(description="most packets in processing at one moment")
    max_queue: Count = Field(
        description="most packets that waited at one moment for the stage's dispatch (its lane, "
        "the ORB's pool), plus most that waited in its own queue"
    )
    latency_us: Latency
    trace: list[PacketTimes] | None = Field(
        default=None,
        description="the first and the last packets that were traced, 4,000 at most; null: the "
        "component did not tell",
    )


class Published(Record):
    """What the paper published for this experiment, on one processor or on four."""

    table: int
    cores: int
    producer_last_ms: float | None
    stage_last_ms: list[float]
    reordered_previous: list[int]
    reordered_original: list[int]


class Waveform(Record):
    """What a waveform achieved."""

    frames: Count = Field(description="frames decoded")
    frames_reference: Count = Field(description="frames of the one-process decode")
    identical: bool = Field(
        description="the very frames of the one-process decode, no more, no less"
    )
    samples: Count
    msps: float = Field(description="million samples per second, from start to last packet")


class Choice(Record):
    """One thing that an ORB chose by itself, or was given by an option."""

    what: str = Field(description="`waiting`, `lane bytes`, `connection to …`; see auto mode")
    value: str = Field(description="what was chosen, in words, with its unit")
    why: str = Field(description="in words; `set by …` if it was no choice of the ORB's")


class Explanation(Record):
    """What the ORB of one component chose."""

    component: str
    choices: list[Choice]


class Row(Record):
    """One point of a sweep: where it lies, and what was measured there."""

    mode: ModeName
    dispatch: Dispatch | None = Field(default=None, description="null: that of the mode")
    sync: SyncScope
    depth: Count | None = Field(description="as asked for; null: the programs' own")
    lane_low: Count | None = Field(
        default=None, description="low watermark, as asked for; null: the programs' own"
    )
    stages: Count
    parallel: Count
    processes: Processes
    senders: Count = Field(default=1, description="threads of the producer")
    skip_ms: float | None = Field(
        default=None,
        description="how long a missing packet is waited for: by each stage's reorder buffer, of "
        "datagrams by the ORB; null: not at all",
    )
    link_loses_percent: Share | None = Field(
        default=None, description="of the datagrams on each link; null: no datagrams"
    )
    link_delays_percent: Share | None = Field(
        default=None, description="of them, that come 10 ms later"
    )
    transport: Transport
    floor_ms: float
    last_ms: float = Field(description="last stage: until the last packet was handed on")
    producer_last_sent_ms: float
    received: Count = Field(description="by the last stage")
    lost: Count = Field(description="in all stages")
    link_lost: Count | None = Field(
        default=None, description="datagrams that the links lost; null: no datagrams"
    )
    link_delayed: Count | None = Field(
        default=None, description="datagrams that the links delayed; null: no datagrams"
    )
    late: Count | None = Field(
        default=None,
        description="packets that came after a reorder buffer had given them up, in all stages; "
        "null: there was none",
    )
    reordered_previous: Count = Field(description="of the stage where it was worst")
    overtaken: Count | None = Field(
        default=None,
        description="arrivals whose number is below one that came before, of the stage where it "
        "was worst; null: not reported",
    )
    max_concurrency: Count = Field(description="of the stage where it was most")
    max_queue: Count = Field(description="of the stage where it was most")
    send_us: SendTimes
    latency_us: Latency = Field(description="of the last stage")


class Run(Record):
    """One run: one file, or one element of `runs`."""

    schema_: Literal["orbweaver-result/1"] = Field(default=SCHEMA, alias="schema")
    experiment: str
    orb: str
    provenance: Provenance
    config: Config
    floor_ms: float | None = Field(
        description="theoretical floor; null if there is none to compute"
    )
    producer: Producer
    stages: list[Stage] = Field(min_length=1)
    published: Published | None = None
    waveform: Waveform | None = None
    explanation: list[Explanation] | None = Field(
        default=None,
        description="with `--explain`: what the ORB of each component chose, and why; null: not "
        "reported",
    )
    rows: list[Row] | None = Field(
        default=None,
        description="a sweep: its points, in order; the rest of the record is that of the last one",
    )


ConfigValue = bool | int | float | str | None
StudyValue = bool | int | float | str | None | list[float] | dict[str, float]
StudyRow = Mapping[str, StudyValue]
UNITS = ("ns", "us", "ms", "s", "cycles", "bytes", "mbit_s", "mhz", "per_second", "count", "share")
"""What ends the name of a measured value of a study's row."""


class StudyRun(Record):
    """One run of a study, which is an experiment of papers 2 to 4: it has rows and no pipeline."""

    schema_: Literal["orbweaver-result/1"] = Field(default=SCHEMA, alias="schema")
    experiment: str
    orb: str
    paper: Literal[2, 3, 4]
    provenance: Provenance
    config: dict[str, ConfigValue] = Field(
        description="what was asked for; repeats that have it in common belong together"
    )
    coordinates: list[str] = Field(
        description="keys of the rows that say where a row lies; the others were measured"
    )
    rows: list[StudyRow] = Field(
        min_length=1,
        description="flat: texts, numbers, summaries of histograms, lists of samples; the end of "
        "a measured value's name is its unit",
    )


def _kind(value: object) -> str:
    """Only a study's record says which paper it is of."""
    if isinstance(value, StudyRun) or (isinstance(value, dict) and "paper" in value):
        return "study"
    return "run"


AnyRun = Annotated[
    Annotated[Run, Tag("run")] | Annotated[StudyRun, Tag("study")], Discriminator(_kind)
]
KINDS = ("run", "study")


class Runs(Record):
    """Several runs in one document, as `--json` gives them."""

    schema_: Literal["orbweaver-result/1"] = Field(default=SCHEMA, alias="schema")
    runs: list[AnyRun]

    @property
    def pipelines(self) -> list[Run]:
        """Those that are no study's."""
        return [run for run in self.runs if isinstance(run, Run)]


def to_json(record: Run | StudyRun | Runs) -> str:
    """The record as a text with a newline at its end."""
    return record.model_dump_json(by_alias=True, indent=1) + "\n"


class NotRun(Record):
    """A run that gave no result: one line of `DIR/not-run.jsonl`."""

    schema_: Literal["orbweaver-not-run/1"] = Field(default="orbweaver-not-run/1", alias="schema")
    experiment: str
    orb: str
    date: str = Field(description="ISO 8601 with the offset from UTC")
    reason: str = Field(description="one line of words")
    kind: Literal["failed", "missing", "time", "quick"] = Field(
        default="failed",
        description="`missing`: a program, a peer or a right is not there; `time`: there was none "
        "left for it; `quick`: `--quick` leaves it out",
    )
    one_core: bool = Field(
        default=False, description="the paper's second setup, on one processor, is meant"
    )
