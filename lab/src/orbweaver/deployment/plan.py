"""A plan: which implementation of each component goes to which device, and what did not match."""

import json
import subprocess
from collections.abc import Callable
from typing import Literal

from pydantic import BaseModel, ValidationError

from orbweaver.deployment.request import PROGRAM, DomainRequest
from orbweaver.model.events import shown
from orbweaver.problems import BadInput, JobFailed

BAD_INPUT = 2
ENDED_BY_ITSELF = (0, 1)
MOST_OF_A_MESSAGE = 2000


class Comparison(BaseModel):
    """One thing that was wanted, and what was found."""

    what: Literal["file", "code", "availability", "os", "processor", "property", "capacity",
                  "package", "assignment"]  # fmt: skip
    subject: str = ""
    wanted: str
    found: str
    matches: bool


class Trial(BaseModel):
    """One implementation against one device; `uses_device`: what it uses of another one."""

    component: str = ""
    implementation: str = ""
    uses_device: str = ""
    device: str = ""
    fits: bool
    comparisons: list[Comparison]


class ComponentOptions(BaseModel):
    """How the program of one component is to run: PRIORITY, CORE_AFFINITY and the like."""

    component: str
    options: dict[str, str]


class PlanFailure(BaseModel):
    """Why there is no plan."""

    component: str = ""
    device: str = ""
    step: str
    cause: str


class Plan(BaseModel):
    """Every trial, in order, and the execute options of components that have some."""

    application: str
    fits: bool
    trials: list[Trial]
    execute_options: list[ComponentOptions] = []
    failures: list[PlanFailure]


def make_plan(request: DomainRequest, on_message: Callable[[str], None]) -> Plan:
    """Ask the program. Raises BadInput with its last line if it refuses its input."""
    command = request.command("--plan", "--json")
    done = subprocess.run(command, check=False, stdin=subprocess.DEVNULL, capture_output=True)
    words = [shown(line, MOST_OF_A_MESSAGE).removeprefix(f"{PROGRAM}: ")
             for line in done.stderr.strip().splitlines()]  # fmt: skip
    for line in words[:-1]:
        on_message(line)
    last = words[-1] if words else ""
    if done.returncode == BAD_INPUT:
        raise BadInput(last or f"{PROGRAM} refuses {request.sad}")
    if done.returncode not in ENDED_BY_ITSELF:
        raise JobFailed(last or f"{PROGRAM} ended with status {done.returncode}")
    try:
        return Plan.model_validate(json.loads(done.stdout))
    except (ValueError, ValidationError):
        raise JobFailed(last or f"{PROGRAM} printed no plan: {shown(done.stdout)}") from None
