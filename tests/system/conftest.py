# SPDX-License-Identifier: Apache-2.0
"""Prints, as information only, how soon a struck component was noticed."""

from collections import defaultdict

import pytest

_notices: dict[str, list[tuple[float, float]]] = defaultdict(list)


@pytest.fixture
def noticed():
    """Takes the kind of strike, and the seconds to the message and to the end of the command."""

    def note(strike: str, said_s: float, ended_s: float) -> None:
        _notices[strike].append((said_s, ended_s))

    return note


def _spread(values: list[float]) -> str:
    ordered = sorted(values)
    middle, late = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    return f"{middle:.2f} {late:.2f} {ordered[-1]:.2f}"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    for strike, times in sorted(_notices.items()):
        said, ended = zip(*times, strict=True)
        terminalreporter.write_line(
            f"{strike} {len(times)} times; seconds, median 95% most: "
            f"to the message {_spread([*said])}; to the end {_spread([*ended])}"
        )
