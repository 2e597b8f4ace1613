# SPDX-License-Identifier: Apache-2.0
"""The JSON lines that `orbweaver-try` prints: docs/guides/try.md."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from orbweaver.model.domain_events import DomainFailure, Output
from orbweaver.model.events import Garbage, parse_object, shown
from orbweaver.model.trial import Ended


class Begun(BaseModel):
    """The component's program runs."""

    event: Literal["trial"]
    component: str
    identifier: str
    implementation: str
    program: str
    process: int


class Note(BaseModel):
    """What is no failure, and good to know."""

    event: Literal["note"]
    line: str


class PortCount(BaseModel):
    """What went through a port."""

    port: str
    interface: str
    sample: str
    file: str | None
    packets: int
    samples: int


class TrialEnd(BaseModel):
    """The last line."""

    event: Literal["result"]
    ended: Ended
    inputs: list[PortCount]
    outputs: list[PortCount]
    ran_ms: float | None
    program_end: str | None


TrialEvent = Begun | Output | Note | DomainFailure | TrialEnd
_event: TypeAdapter[TrialEvent] = TypeAdapter(Annotated[TrialEvent, Field(discriminator="event")])


def parse_trial_event(line: bytes) -> TrialEvent:
    """Read one line of the program's; raises Garbage for anything else."""
    try:
        return _event.validate_python(parse_object(line))
    except ValidationError:
        raise Garbage(f"a line that is no event of a trial: {shown(line)}") from None
