# SPDX-License-Identifier: Apache-2.0
"""The numbers that the four papers publish, as data of this package."""

import json
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import BaseModel

ElementType = Literal["octet", "short", "float", "double"]


class PublishedTable(BaseModel):
    """One table of the paper: an experiment on four processors or on one."""

    table: int
    experiment: str
    cores: int
    producer_last_ms: float | None
    stage_last_ms: list[float]
    reordered_previous: list[int]
    reordered_original: list[int]


class PublishedSendTimes(BaseModel):
    """One figure of the paper: how long the producer's calls took.

    `points` are pairs of a percentile and its time; `mean_below` and `mean_above` are the means of
    the calls below and above a percentile.
    """

    figure: int
    experiment: str
    cores: int
    min: float | None
    points: list[tuple[float, float]]
    max: float | None
    mean: float | None = None
    mean_below: tuple[float, float] | None = None
    mean_above: tuple[float, float] | None = None
    note: str = ""


class PublishedSetup(BaseModel):
    """What the paper measured on, and with what."""

    cpu: str
    os: str
    orb: str
    packets: int
    elements: int
    element_type: str
    stages: int
    work_ms: float
    oneway_sync: str
    floor_4_cores_ms: float
    floor_1_core_ms: float


class ReorderingExample(BaseModel):
    """The paper's example of its two ways to count reordered packets."""

    arrivals: list[int]
    reordered_previous: int
    reordered_original: int


class Paper(BaseModel):
    """Paper 1: what messaging costs a pipeline, and when packets change places."""

    paper: str
    setup: PublishedSetup
    tables: list[PublishedTable]
    producer_send_time_us: list[PublishedSendTimes]
    reordering_example: ReorderingExample


class MarshallingSetup(BaseModel):
    """What paper 2 measured on."""

    cpu: str
    orb: str
    elements: int
    transport: str


class Connection(BaseModel):
    """Cost of setting up a connection, in a build for small size or for speed."""

    cycles: int
    us: float


class DataRate(BaseModel):
    """Paper 2's equation 1, and what follows from its latencies."""

    formula: str
    samples_per_symbol: int
    bits_per_symbol: int
    single_float_bps: float
    array_1024_float_bps: float


class MessageOverhead(BaseModel):
    """Bytes that each layer adds to a message; `iiop` from … to."""

    ethernet: int
    ip: int
    tcp: int
    iiop: tuple[int, int]


class MarshallingPaper(BaseModel):
    """Paper 2: the cost of a call on a signal processor. `cycles`: by shape, then by type."""

    paper: str
    setup: MarshallingSetup
    cycles: dict[Literal["basic", "array", "sequence"], dict[ElementType, int]]
    null_invocation_us: float
    connection_establishment: dict[Literal["small", "fast"], Connection]
    cycles_per_float_in_array: float
    data_rate: DataRate
    message_overhead_bytes: MessageOverhead


class LatencySetup(BaseModel):
    """What paper 3 measured on, and with what."""

    cpu: str
    ram_gb: float
    kernel: str
    orb: str
    interface: str
    elements: int
    bytes: int
    samples: int
    load: str


class LatencySpread(BaseModel):
    """A mean with its standard deviation."""

    mean: float
    stddev: float


class LatencyPaper(BaseModel):
    """Paper 3: from the call until the data are available in the processing thread."""

    paper: str
    setup: LatencySetup
    latency_us: dict[Literal["unix", "tcp"], LatencySpread]
    minimum_latency_us: dict[Literal["unix", "tcp"], float]
    sequence_lengths: tuple[int, int]


class PacketSetup(BaseModel):
    """What paper 4 measured between."""

    node1: str
    node2: str
    framework: str
    payload_bytes: str
    packets_per_size: int
    raw_tcp: list[str]


class PacketPaper(BaseModel):
    """Paper 4: mean time of a packet, by link, then by ORB or raw TCP."""

    paper: str
    setup: PacketSetup
    mean_ms_2_to_512_bytes: dict[Literal["10Mb", "100Mb", "1000Mb"], dict[str, float]]


class Papers(BaseModel):
    """All four, in the order in which the project numbers them."""

    messaging_semantics: Paper
    orb_marshalling_profile: MarshallingPaper
    latency_profiling_ossie: LatencyPaper
    packet_api_orbs: PacketPaper


@cache
def papers() -> Papers:
    """Every number of the four papers."""
    text = files("orbweaver.model").joinpath("published.json").read_text("utf-8")
    return Papers.model_validate(json.loads(text))


def paper() -> Paper:
    """Paper 1, on messaging semantics."""
    return papers().messaging_semantics


def table_of(experiment: str, one_core: bool) -> PublishedTable | None:
    """The table for an experiment; only one processor compares with the one-core tables."""
    cores = 1 if one_core else 4
    tables = paper().tables
    return next((t for t in tables if (t.experiment, t.cores) == (experiment, cores)), None)


def send_times_of(experiment: str, one_core: bool) -> PublishedSendTimes | None:
    """The figure with the producer's send times, if the paper has one for the experiment."""
    cores = 1 if one_core else 4
    figures = paper().producer_send_time_us
    return next((f for f in figures if (f.experiment, f.cores) == (experiment, cores)), None)
