# SPDX-License-Identifier: Apache-2.0
"""What one component has printed so far, in bounds."""

import json
from dataclasses import dataclass, field

from orbweaver.model.application import MOST_LINES
from orbweaver.model.domain_events import Output


@dataclass
class Heard:
    """Its JSON objects, its other lines, and how it ended if it did too early."""

    events: list[dict[str, object]] = field(default_factory=list[dict[str, object]])
    lines: list[str] = field(default_factory=list[str])
    dropped: int = 0
    ended: str | None = None

    def take(self, line: Output) -> None:
        """One more line."""
        event = event_in(line)
        if event is not None and len(self.events) < MOST_LINES:
            self.events.append(event)
        elif event is None and len(self.lines) < MOST_LINES:
            self.lines.append(line.line if line.stream == "output" else f"error: {line.line}")
        else:
            self.dropped += 1


def event_in(line: Output) -> dict[str, object] | None:
    """The JSON object that the line of standard output is, if it is one."""
    if line.stream != "output" or not line.line.startswith("{"):
        return None
    try:
        value: object = json.loads(line.line)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None  # pyright: ignore[reportUnknownVariableType]
