# SPDX-License-Identifier: Apache-2.0
"""The JSON lines that every program prints, as peers/CONTRACT.md fixes them."""

import json
from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from orbweaver.model.modes import Transport

MAX_SHOWN = 60
"""Characters of a foreign text that a message repeats."""


class Summary(BaseModel):
    """A histogram's summary; the unit stands in the name of the field that holds it."""

    count: int
    min: float
    mean: float
    stddev: float
    p50: float
    p80: float
    p90: float
    p99: float
    p999: float
    max: float


class PacketMoments(BaseModel):
    """When one packet passed a component; a moment that a component does not have is left out."""

    packet: int
    arrived_ns: int | None = None
    begun_ns: int | None = None
    worked_ns: int | None = None
    sending_ns: int | None = None
    handed_on_ns: int | None = None
    returned_ns: int | None = None


class ProducerReport(BaseModel):
    """What a producer measured; `samples` is reported by the source of a waveform."""

    started_ns: int
    last_sent_ns: int
    send_us: Summary
    samples: int | None = None
    transport: Transport | None = None
    trace: list[PacketMoments] | None = None


class WorkSpread(BaseModel):
    """How much work a stage's packets were, where it follows their data."""

    total: int
    shortest: int
    longest: int


class StageReport(BaseModel):
    """What a stage measured; `frames` is reported by the last component of a waveform."""

    last_ns: int
    received: int
    lost: int
    reordered_previous: int
    reordered_original: int
    busy_ns: int
    max_concurrency: int
    max_queue: int
    latency_us: Summary
    reordered_out: int | None = None
    overtaken: int | None = None
    late: int | None = None
    work_ns: WorkSpread | None = None
    transport: Transport | None = None
    frames: int | None = None
    trace: list[PacketMoments] | None = None


class ChoiceReport(BaseModel):
    """One thing that a component's ORB chose by itself, or was given by an option, and why."""

    what: str
    value: str
    why: str


class Ready(BaseModel):
    """The program listens; a producer has no reference to tell."""

    event: Literal["ready"]
    name: str
    pid: int
    ior: str = ""


class Failed(BaseModel):
    """The program gave up and says why."""

    event: Literal["error"]
    name: str
    error: str


class Result(BaseModel):
    """The program's part is done."""

    event: Literal["result"]
    name: str
    producer: ProducerReport | None = None
    stage: StageReport | None = None
    choices: list[ChoiceReport] | None = None
    """reported with --explain"""


class Frame(BaseModel):
    """One decoded frame of a waveform, as words and as fields."""

    event: Literal["frame"]
    text: str = ""
    frame: dict[str, object]


class EndOfStream(BaseModel):
    """A component of an SCA application has nothing more to do: its last line."""

    event: Literal["end_of_stream"]


class Lost(BaseModel):
    """Packets did not come, or the end of a stream cannot be sent: the domain says what follows."""

    event: Literal["missing_packets", "end_is_lost"]
    name: str
    error: str = ""


class Logged(BaseModel):
    """What a component's writer says to whoever runs it."""

    event: Literal["log"]
    level: str
    text: str


AnyEvent = Ready | Failed | Result | Frame | EndOfStream | Lost | Logged
Event = Annotated[AnyEvent, Field(discriminator="event")]
_event: TypeAdapter[AnyEvent] = TypeAdapter(Event)


class Garbage(ValueError):
    """A line that breaks the contract; the text completes "stage2 printed …"."""


def shown(line: bytes | str, limit: int = MAX_SHOWN) -> str:
    """A foreign text, made safe and short enough for a message."""
    text = line.decode("utf-8", "backslashreplace") if isinstance(line, bytes) else line
    text = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text.strip())
    return text if len(text) <= limit else text[: limit - 1] + "…"


def parse_object(line: bytes) -> dict[str, object]:
    """Read one line as a JSON object; raises Garbage for anything else."""
    try:
        value: object = json.loads(line)
    except (ValueError, RecursionError):
        raise Garbage(f"something that is not JSON: {shown(line)}") from None
    if not isinstance(value, dict):
        raise Garbage(f"JSON that is not an object: {shown(line)}")
    return value  # pyright: ignore[reportUnknownVariableType]


def parse_event(line: bytes) -> AnyEvent:
    """Read one line of the contract; raises Garbage for anything else."""
    value = parse_object(line)
    try:
        event = _event.validate_python(value)
    except ValidationError as problem:
        first = problem.errors()[0]
        if first["type"].startswith("union_tag"):
            raise Garbage(f"a line that is no event of the contract: {shown(line)}") from None
        place = ".".join(str(part) for part in first["loc"])
        raise Garbage(f"a line with a bad '{place}': {first['msg'].lower()}") from None
    if isinstance(event, Result) and event.producer is None and event.stage is None:
        raise Garbage(f"a result with neither 'producer' nor 'stage': {shown(line)}")
    return event
