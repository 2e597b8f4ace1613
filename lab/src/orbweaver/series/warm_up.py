# SPDX-License-Identifier: Apache-2.0
"""One run that nothing is kept of, before a long series.

It brings programs and libraries into memory and the processors up to their clock rate. It does not
replace the warm-up of each measurement: pipelines count all their packets, as the paper did, and
bench programs leave out their first calls, as each experiment's method says.
"""

from dataclasses import replace

from orbweaver.experiments.find import named
from orbweaver.model.peer import OURS
from orbweaver.model.settings import Settings
from orbweaver.problems import Interrupted, Problem

NAME, PACKETS = "exp6", 50


def warm_up(settings: Settings) -> str:
    """Run it; gives a line that says what was done, or why it was not."""
    short = replace(settings, packets=PACKETS)
    try:
        named(NAME).run(OURS, short)
    except Interrupted:
        raise
    except Problem as problem:
        return f"warm-up with {NAME} failed: {problem}"
    return f"warm-up: {NAME} with orbweaver, {PACKETS} packets, not kept"
