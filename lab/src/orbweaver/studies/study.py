"""What an experiment of papers 2 to 4 brings to the lab."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from orbweaver.lab.execute import Settings
from orbweaver.record.schema import ConfigValue

Progress = Callable[[str], None]
"""Told what is measured just now, as `tcp, 1024 bytes`."""


@dataclass(frozen=True)
class Measurement:
    """What one run of a study gives.

    `config` is what was asked for: repeats that have it in common are one group. A row is flat:
    coordinates (texts, whole numbers), and measured values whose unit ends their name (`cost_ns`,
    `sent_bytes`, `backwards_count`); also a summary of a histogram, and `samples_us`.
    """

    config: Mapping[str, ConfigValue]
    rows: Sequence[Mapping[str, object]]
    messages: Sequence[str] = ()
    """what programs had to say to people"""
    cpus: str | None = None
    """processors that the programs were pinned to, as `0,1`; None: any"""
    scheduler: str = "other"


@dataclass(frozen=True)
class Study:
    """One experiment.

    `check` says why it cannot run here with an ORB, and how to mend it; None: it can. `measure`
    raises a Problem if it fails. Both are told the ORB and what a person chose.
    """

    name: str
    paper: Literal[2, 3, 4]
    question: str
    orbs: tuple[str, ...]
    """that can take part"""
    absent: Mapping[str, str] = field(default_factory=dict[str, str], kw_only=True)
    """ORBs of this lab that never can, and why"""
    check: Callable[[str, Settings], str | None]
    measure: Callable[[str, Settings, Progress], Measurement]
    tables: tuple[int, ...] = ()
    figures: tuple[int, ...] = ()
    coordinates: tuple[str, ...] = field(default=())
    """keys of a row that are coordinates although a unit ends their name, as `block_bytes`"""
    seconds: float = 120.0
    """that a run takes with one ORB, about"""
    quick_seconds: float = 1.0
    """the same with `--quick`"""
