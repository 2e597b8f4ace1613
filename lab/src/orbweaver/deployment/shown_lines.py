# SPDX-License-Identifier: Apache-2.0
"""What a person sees of the lines that components print.

A line of text is shown as it is. Of JSON lines those are shown that a component prints for its
users; the result file has all. A component that prints faster than a person reads must not wait for
a terminal, so what is above a limit is only counted.
"""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from orbweaver.deployment.heard import event_in
from orbweaver.model.domain_events import Output

OF_THE_FRAMEWORK = {
    "debugger",
    "ready",
    "result",
    "end_of_stream",
    "error",
    "missing_packets",
    "end_is_lost",
}
"""Events that the domain reads: what they mean for a person it says in words of its own."""
MOST_A_SECOND = 100
"""JSON lines of one component that are shown."""
MOST_CHARACTERS = 2000


@dataclass
class _Second:
    """What came of one component since `began`."""

    began: float
    shown: int = 0
    hidden: int = 0


@dataclass
class ShownLines:
    """Takes each line that came, and hands on what is to be shown: one line of text at a time."""

    show: Callable[[str], None]
    clock: Callable[[], float] = time.monotonic
    seconds: dict[str, _Second] = field(default_factory=dict[str, _Second])

    def take(self, line: Output) -> None:
        """One more line of a component."""
        event = event_in(line)
        if event is None:
            return self.show(_cut(f"{line.component}: {line.line}"))
        text = text_of(event, line.component)
        if text is not None and self._has_room(line.component):
            self.show(_cut(f"{line.component}: {text}"))

    def finish(self) -> None:
        """Say how many lines were not shown since it was said last."""
        for component, second in self.seconds.items():
            self._tell_hidden(component, second)

    def _has_room(self, component: str) -> bool:
        now = self.clock()
        second = self.seconds.setdefault(component, _Second(now))
        if now - second.began >= 1:
            self._tell_hidden(component, second)
            second = self.seconds[component] = _Second(now)
        if second.shown >= MOST_A_SECOND:
            second.hidden += 1
            return False
        second.shown += 1
        return True

    def _tell_hidden(self, component: str, second: _Second) -> None:
        if second.hidden:
            self.show(
                f"{component}: {second.hidden} more lines in this second are not shown; "
                "--json FILE keeps all"
            )
        second.hidden = 0


def text_of(event: dict[str, object], component: str) -> str | None:
    """The words for a JSON object that a component printed; none: it is for the domain alone.

    `{"event":"frame","text":"8D40621D ..."}` is its text; any other object is its members.
    """
    kind, text = event.get("event"), event.get("text")
    if kind in OF_THE_FRAMEWORK:
        return None
    if isinstance(text, str) and text:
        level = event.get("level")
        return f"{level}: {text}" if kind == "log" and isinstance(level, str) else text
    members = [
        f"{key}={_value(value)}"
        for key, value in event.items()
        if key != "event" and (key, value) != ("name", component)
    ]
    return " ".join([kind, *members] if isinstance(kind, str) else members)


def _value(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _cut(text: str) -> str:
    """On one line that steers no terminal, and not too long."""
    plain = "".join(c if c.isprintable() else " " for c in text)
    return plain if len(plain) <= MOST_CHARACTERS else plain[: MOST_CHARACTERS - 1] + "…"
