# SPDX-License-Identifier: Apache-2.0
"""The result file `orbweaver-trial/1`: what a trial of one component gave. orbweaver-try writes it
(programs/try/record.cpp).

`docs/reference/trial-result.md` is written from here:
`python -m orbweaver.record.trial_page FILE`.
"""

from typing import Annotated, Literal

from pydantic import Field

from orbweaver.model.application import MOST_LINES
from orbweaver.model.schema import Provenance, Record

Count = Annotated[int, Field(ge=0)]
TRIAL_SCHEMA: Literal["orbweaver-trial/1"] = "orbweaver-trial/1"
Ended = Literal["end of stream", "time", "interrupted", "failed"]


class PortResult(Record):
    """What went through a port."""

    port: str
    direction: Literal["in", "out"]
    interface: str = Field(description="its repository id")
    sample: str = Field(description="what one sample of the file is: `short I, short Q`")
    file: str | None = Field(description="null: what came out was dropped")
    packets: Count
    samples: Count
    samples_per_second: float | None = Field(
        description="from the start of the component until it was through; null: no time passed"
    )


class TrialRun(Record):
    """One trial."""

    schema_: Literal["orbweaver-trial/1"] = Field(default=TRIAL_SCHEMA, alias="schema")
    spd: str = Field(description="the SPD, as it was named")
    provenance: Provenance
    settings: list[str] = Field(description="what was set: `PROPERTY=VALUE`")
    messaging: str | None = Field(description="as asked for; null: as the component has it")
    packet_samples: Count = Field(description="samples in a full packet that went in")
    component: str | None = Field(description="its name; null: it was not started")
    implementation: str | None = Field(description="id of the implementation that ran")
    program: str | None = Field(description="the file that ran")
    ended: Ended
    ran_ms: float | None = Field(description="null: it was not started")
    ports: list[PortResult]
    events: list[dict[str, object]] = Field(
        description=f"the JSON objects that it printed on standard output, in order; the first "
        f"{MOST_LINES:,}"
    )
    lines: list[str] = Field(
        description=f"its other lines, of standard error after `error: `; the first {MOST_LINES:,}"
    )
    dropped: Count = Field(default=0, description="lines above these limits")
    program_end: str | None = Field(
        description="how its program ended: `exit status 0`, `killed by SIGSEGV`"
    )
    notes: list[str] = Field(description="what is no failure, and good to know; one line each")
    failures: list[str] = Field(description="one line each; empty: all went as planned")
