"""What `all --quick` leaves out, so that it ends clearly within its two minutes."""

from collections.abc import Sequence

from orbweaver.lab.experiments import EXPERIMENTS, VIRTUAL_MACHINES
from orbweaver.record.plan import Step

SHORT = (*(one.name for one in EXPERIMENTS.values() if one.tables), "exp20", "invocation")
"""In which they take part all the same: paper 1, which dispatch reorders, and a call."""


def split(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """Those that are made, and those that are left out."""
    left_out = [step for step in steps if _takes_long(step)]
    return [step for step in steps if step not in left_out], left_out


def _takes_long(step: Step) -> bool:
    if step.orb not in VIRTUAL_MACHINES:
        return False
    return step.one_core or step.experiment not in SHORT


def why(names: Sequence[str], orb: str, one_core: bool) -> str:
    """Why they are left out, and the command that makes up for it."""
    setup = " --cores 1 --work spin" if one_core else ""
    return (
        "left out by --quick, for its virtual machines start, and in studies warm up, at each "
        "place; run: "
        f"orbweaver lab run {' '.join(names)} --quick --orb {orb}{setup}"
    )
