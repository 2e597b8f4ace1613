# SPDX-License-Identifier: Apache-2.0
"""The JSON lines that `orbweaver-run` prints: docs/guides/run.md."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from orbweaver.model.events import Garbage, parse_object, shown


class ComponentProcess(BaseModel):
    """A component of the application, where it runs, and the process it lives in."""

    name: str
    identifier: str = ""
    process: int | None = None
    device: str = ""


class ApplicationState(BaseModel):
    """What became of the application."""

    event: Literal["application"]
    state: Literal["created", "running", "stopped", "released"]
    components: list[ComponentProcess]


class Output(BaseModel):
    """A line that a component printed."""

    event: Literal["output"]
    component: str
    stream: Literal["output", "error"]
    line: str


class ComponentEnded(BaseModel):
    """A component's process ended before its application did."""

    event: Literal["component_ended"]
    component: str
    how: str


class DomainReady(BaseModel):
    """The domain is there; `name`: how commands find it, empty if they do not."""

    event: Literal["ready"]
    name: str
    process: int
    domain_manager: str
    naming: str


class Notice(BaseModel):
    """Worth knowing, and no failure; it is on standard error, too."""

    event: Literal["notice"]
    line: str


class DomainFailure(BaseModel):
    """Something went wrong, in one line."""

    event: Literal["failure"]
    line: str


DomainEvent = DomainReady | Notice | ApplicationState | Output | ComponentEnded | DomainFailure
_event: TypeAdapter[DomainEvent] = TypeAdapter(Annotated[DomainEvent, Field(discriminator="event")])


def parse_domain_event(line: bytes) -> DomainEvent:
    """Read one line of the domain's; raises Garbage for anything else."""
    try:
        return _event.validate_python(parse_object(line))
    except ValidationError:
        raise Garbage(f"a line that is no event of a domain: {shown(line)}") from None
