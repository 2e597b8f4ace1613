# SPDX-License-Identifier: Apache-2.0
"""What `lab run packet-api` measures, without and with --deployed."""

from orbweaver.experiments.packet_api import compare, deployed
from orbweaver.experiments.packet_api import measure as bare
from orbweaver.model.peer import OURS
from orbweaver.model.settings import Settings
from orbweaver.model.task import Progress
from orbweaver.studies.measurement import Measurement


def check(orb: str, settings: Settings) -> str | None:
    """The programs, and the right to make hosts."""
    reason = bare.check(orb, settings)
    if reason or not settings.deployed:
        return reason
    if orb != OURS:
        return f"--deployed is of {OURS}: its core framework deploys its own components"
    return deployed.programs_missing(settings.bin)


def measure(orb: str, settings: Settings, progress: Progress) -> Measurement:
    """Raises a Problem if it fails."""
    of = compare.compare if settings.deployed else bare.measure
    return of(orb, settings, progress)
