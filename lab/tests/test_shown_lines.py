# SPDX-License-Identifier: Apache-2.0
"""What a person sees of the lines that components print."""

import json

import pytest

from orbweaver.deployment.shown_lines import MOST_A_SECOND, ShownLines
from orbweaver.model.domain_events import Output


def printed(line: object, component: str = "rx") -> Output:
    text = line if isinstance(line, str) else json.dumps(line)
    return Output(event="output", component=component, stream="output", line=text)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("tuned to 100.1 MHz", "rx: tuned to 100.1 MHz"),
        ({"event": "frame", "text": "8D40621D", "frame": {"icao": "40621D"}}, "rx: 8D40621D"),
        ({"event": "frame", "frame": {"icao": "40621D"}}, 'rx: frame frame={"icao": "40621D"}'),
        ({"event": "station", "name": "rx", "pi": 53857}, "rx: station pi=53857"),
        ({"level": 3, "name": "other"}, "rx: level=3 name=other"),
        ({"event": "log", "level": "warning", "text": "weak"}, "rx: warning: weak"),
        ({"event": "note", "text": "two\nlines\x1b[2J"}, "rx: two lines [2J"),
        ("[1, 2]", "rx: [1, 2]"),
        ('{"event": ', 'rx: {"event": '),
    ],
)
def test_a_line_for_people_is_shown_as_one_line_of_text(line: object, text: str) -> None:
    shown: list[str] = []
    ShownLines(shown.append).take(printed(line))
    assert shown == [text]


def test_a_json_object_on_standard_error_is_a_line_of_text() -> None:
    shown: list[str] = []
    line = Output(event="output", component="rx", stream="error", line='{"event": "result"}')
    ShownLines(shown.append).take(line)
    assert shown == ['rx: {"event": "result"}']


@pytest.mark.parametrize(
    "event",
    ["debugger", "ready", "result", "end_of_stream", "error", "missing_packets", "end_is_lost"],
)
def test_what_the_domain_reads_is_not_shown_as_it_is(event: str) -> None:
    shown: list[str] = []
    ShownLines(shown.append).take(printed({"event": event, "name": "rx", "error": "bad"}))
    assert shown == []


def test_what_comes_faster_than_it_can_be_read_is_counted() -> None:
    shown: list[str] = []
    now = 0.0
    lines = ShownLines(shown.append, clock=lambda: now)
    for number in range(MOST_A_SECOND + 7):
        lines.take(printed({"n": number}))
    lines.take(printed({"n": 0}, component="tx"))
    assert len(shown) == MOST_A_SECOND + 1
    now = 1.5
    lines.take(printed({"n": "next"}))
    assert shown[-2:] == [
        "rx: 7 more lines in this second are not shown; --json FILE keeps all",
        "rx: n=next",
    ]
    for number in range(MOST_A_SECOND + 2):
        lines.take(printed({"n": number}))
    lines.finish()
    assert shown[-1] == "rx: 3 more lines in this second are not shown; --json FILE keeps all"
    lines.finish()
    assert shown[-1] == "rx: 3 more lines in this second are not shown; --json FILE keeps all"


def test_the_text_of_a_long_line_is_cut() -> None:
    shown: list[str] = []
    ShownLines(shown.append).take(printed("x" * 10_000))
    assert len(shown[0]) == 2000
    assert shown[0].endswith("\u2026")
