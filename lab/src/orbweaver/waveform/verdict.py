"""What a run of a waveform was worth, beside its reference."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Verdict:
    """`line`: for a person; `record`: members of the record of the run."""

    line: str
    record: dict[str, object]
