"""The paper's numbers, as data of this package."""

import json
from functools import cache
from importlib.resources import files

from pydantic import BaseModel


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
    """All of it."""

    paper: str
    setup: PublishedSetup
    tables: list[PublishedTable]
    producer_send_time_us: list[PublishedSendTimes]
    reordering_example: ReorderingExample


@cache
def paper() -> Paper:
    """The paper on messaging semantics."""
    text = files("orbweaver.lab").joinpath("published.json").read_text("utf-8")
    return Paper.model_validate(json.loads(text))


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
