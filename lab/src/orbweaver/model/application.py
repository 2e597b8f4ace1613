# SPDX-License-Identifier: Apache-2.0
"""The result file `orbweaver-application/1`: what a run of an SCA application gave.

`docs/reference/application-result.md` is written from here (`python -m
orbweaver.record.application_page FILE`).
"""

from typing import Annotated, Literal

from pydantic import Field

from orbweaver.model.schema import Provenance, Record

Count = Annotated[int, Field(ge=0)]
APPLICATION_SCHEMA: Literal["orbweaver-application/1"] = "orbweaver-application/1"
MOST_LINES = 1_000_000
"""Of each component that a result holds; a frame of a long recording is a line, too."""


class ComponentResult(Record):
    """One component: where it ran, what it printed, how it ended."""

    name: str = Field(description="id of its componentinstantiation in the SAD")
    identifier: str = Field(description="`<instantiation>:<application>`")
    process: Count | None = Field(
        description="process id; components of one host process share it. null: it has none"
    )
    device: str = Field(description="id of the device that it ran on")
    events: list[dict[str, object]] = Field(
        description=f"the JSON objects that it printed on standard output, in order; the first "
        f"{MOST_LINES:,}"
    )
    lines: list[str] = Field(
        description=f"its other lines, of standard error after `error: `; the first {MOST_LINES:,}"
    )
    dropped: Count = Field(default=0, description="lines above these limits")
    ended: str | None = Field(
        default=None, description="how it ended, if it did before it was asked to"
    )


class AudioResult(Record):
    """The WAV file of an FM receiver beside what one process makes of the same recording."""

    path: str = Field(description="the WAV file")
    rate: Count = Field(description="samples a second")
    samples: Count
    identical: bool = Field(description="sample for sample as the reference")
    first_difference: Count | None = Field(description="number of that sample; null: there is none")
    snr_db: float | None = Field(
        description="signal to noise against the audio that was sent; null: it is not known"
    )
    lost_db: float | None = Field(description="how much less that is than the reference's")


class FramesResult(Record):
    """The frames of an AX.25 receiver beside what one process finds in the same recording."""

    path: str = Field(description="the file of JSON lines, one for each frame")
    frames: Count
    reference_frames: Count = Field(description="what the reference found")
    identical: bool = Field(description="line for line as the reference")
    sent: Count | None = Field(description="frames on the channel; null: it is not known")
    received: Count | None = Field(description="how many of these were found; null: as above")


class ApplicationRun(Record):
    """One run of an application."""

    schema_: Literal["orbweaver-application/1"] = Field(default=APPLICATION_SCHEMA, alias="schema")
    sad: str = Field(description="the SAD, as it was named")
    provenance: Provenance
    settings: list[str] = Field(description="what was set: `COMPONENT.PROPERTY=VALUE`")
    placement: Literal["as-sad", "separate", "together"]
    components: list[ComponentResult]
    created_ms: float | None = Field(
        description="from the start of the domain until all components were there; null: they "
        "never were"
    )
    ran_ms: float | None = Field(
        description="from the start of the components until they were stopped; null: they never ran"
    )
    audio: AudioResult | None = Field(
        default=None, description="of an application with an FM receiver's components, else null"
    )
    frames: FramesResult | None = Field(
        default=None, description="of an application with an AX.25 receiver's components, else null"
    )
    interrupted: bool = Field(description="it was ended by a signal")
    failures: list[str] = Field(description="one line each; empty: all went as planned")


def application_json(run: ApplicationRun) -> str:
    """The record as a text with a newline at its end."""
    return run.model_dump_json(by_alias=True, indent=1) + "\n"
