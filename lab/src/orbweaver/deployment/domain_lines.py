"""The JSON lines that orbweaver-domain prints."""

from typing import Annotated, Literal

from pydantic import BaseModel, Field, TypeAdapter, ValidationError

from orbweaver.model.events import Garbage, parse_object, shown


class ComponentLine(BaseModel):
    """A component of the application; `process` is null if it has none of its own."""

    name: str
    identifier: str
    process: int | None = None
    device: str = ""


class ApplicationLine(BaseModel):
    """The application has reached a state."""

    event: Literal["application"]
    state: Literal["created", "running", "stopped", "released"]
    components: list[ComponentLine]


class OutputLine(BaseModel):
    """A component has printed a line."""

    event: Literal["output"]
    component: str
    stream: Literal["output", "error"]
    line: str


class EndedLine(BaseModel):
    """A component has ended before it was asked to."""

    event: Literal["component_ended"]
    component: str
    how: str


class FailureLine(BaseModel):
    """A step has failed."""

    event: Literal["failure"]
    line: str


DomainLine = ApplicationLine | OutputLine | EndedLine | FailureLine
_line: TypeAdapter[DomainLine] = TypeAdapter(Annotated[DomainLine, Field(discriminator="event")])


def parse_line(line: bytes) -> DomainLine:
    """Read one line; raises Garbage for anything else."""
    value = parse_object(line)
    try:
        return _line.validate_python(value)
    except ValidationError:
        raise Garbage(f"a line that is none of its events: {shown(line)}") from None
