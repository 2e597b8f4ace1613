# SPDX-License-Identifier: Apache-2.0
"""One run of an experiment with a peer: what every way to run one is given."""

from collections.abc import Callable
from dataclasses import dataclass

from orbweaver.model.settings import Settings

Progress = Callable[[str], None]
"""Called with what is measured just now, as `tcp, 1024 bytes`."""


def silent(_: str) -> None:
    """Progress that is not shown."""


@dataclass(frozen=True)
class Task:
    """What to run, with what settings. `experiment`: the name that result files have."""

    experiment: str
    paper: int
    peer: str
    settings: Settings
    progress: Progress = silent
