# SPDX-License-Identifier: Apache-2.0
"""What a user may choose for all experiments of a series."""

import os
from dataclasses import dataclass
from pathlib import Path

from orbweaver.model.floor import Work
from orbweaver.model.modes import Collocation, Processes, SyncScope, Transport


@dataclass(frozen=True)
class Settings:
    """One object for all experiments, however they run."""

    packets: int = 1000
    elements: int = 1024
    stages: int = 3
    work: Work = "wait"
    work_ms: float = 5.0
    cores: int | None = None
    """processors to run on; None: all"""
    transport: Transport = "auto"
    sync: SyncScope = "transport"
    threads: int | None = None
    depth: int | None = None
    lane_low: int | None = None
    """low watermark of a stage's lane, in requests; None: the programs' own"""
    parallel: int | None = None
    """threads of each stage; None: as the experiment has it"""
    processes: Processes | None = None
    """None: as the experiment has it"""
    collocation: Collocation | None = None
    call_timeout_ms: int = 5000
    explain: bool = False
    orb_trace: str | None = None
    """what each of our ORBs writes to standard error, as -ORBtrace takes it"""
    bin: Path | None = None
    quick: bool = False
    """a study: a few seconds, to see that it works"""
    deployed: bool = False
    """beside a waveform that a domain of two nodes deploys (packet-api)"""

    @property
    def processors(self) -> int:
        """How many processors the programs may use."""
        return self.cores or len(os.sched_getaffinity(0))

    def cpus(self) -> str | None:
        """The first `cores` processors that this process may use, as a program takes them."""
        if self.cores is None:
            return None
        return ",".join(str(cpu) for cpu in sorted(os.sched_getaffinity(0))[: self.cores])
