# SPDX-License-Identifier: Apache-2.0
"""What `all --quick` leaves out, so that it ends clearly within its two minutes."""

from collections.abc import Sequence

from orbweaver.experiments.find import all_experiments
from orbweaver.model.peer import peers
from orbweaver.record.plan import Step

SHORT = ("dispatch", "invocation")
"""Besides paper 1's own, in which virtual machines take part all the same."""


def split(steps: Sequence[Step]) -> tuple[list[Step], list[Step]]:
    """Those that are made, and those that are left out."""
    left_out = [step for step in steps if _takes_long(step)]
    return [step for step in steps if step not in left_out], left_out


def _takes_long(step: Step) -> bool:
    if not peers()[step.orb].virtual_machine:
        return False
    experiment = all_experiments()[step.experiment]
    return step.one_core or not (experiment.has_two_setups or experiment.name in SHORT)


def why(names: Sequence[str], peer: str, one_core: bool) -> str:
    """Why they are left out, and the command that makes up for it."""
    setup = " --cores 1 --work spin" if one_core else ""
    return (
        "left out by --quick, for its virtual machines start, and in studies warm up, at each "
        "place; run: "
        f"orbweaver lab run {' '.join(names)} --quick --orb {peer}{setup}"
    )
