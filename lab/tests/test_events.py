# SPDX-License-Identifier: Apache-2.0
import json

import pytest

from orbweaver.model.events import Failed, Garbage, Lost, Ready, Result, parse_event, shown

SUMMARY = dict.fromkeys(
    ("count", "min", "mean", "stddev", "p50", "p80", "p90", "p99", "p999", "max"), 1
)


def line(**event: object) -> bytes:
    return json.dumps(event).encode()


def test_the_lines_of_the_contract_are_read() -> None:
    ready = parse_event(line(event="ready", name="stage1", pid=4711, ior="IOR:00"))
    assert isinstance(ready, Ready)
    assert ready.ior == "IOR:00"
    failed = parse_event(line(event="error", name="stage1", error="it is stopped or hangs"))
    assert isinstance(failed, Failed)
    lost = parse_event(line(event="missing_packets", name="sink", error="1 packet did not come"))
    assert isinstance(lost, Lost)
    assert isinstance(parse_event(line(event="end_is_lost", name="source")), Lost)
    report = {"started_ns": 1, "last_sent_ns": 2, "send_us": SUMMARY}
    result = parse_event(line(event="result", name="producer", producer=report))
    assert isinstance(result, Result)
    assert result.producer
    assert result.producer.send_us.p999 == 1
    assert result.choices is None
    choice = {"what": "waiting", "value": "block", "why": "set by -ORBwaiting block"}
    reported = parse_event(line(event="result", name="p", producer=report, choices=[choice]))
    assert isinstance(reported, Result)
    assert reported.choices
    assert reported.choices[0].value == "block"


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (b"hello", "not JSON: hello"),
        (b"[1, 2]", "not an object"),
        (b"\xff\xfe{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b'{"event": "coffee"}', "no event of the contract"),
        (b'{"name": "x"}', "no event of the contract"),
        (b'{"event": "ready", "name": "x", "pid": "many"}', "bad 'ready.pid'"),
        (b'{"event": "result", "name": "x"}', "neither 'producer' nor 'stage'"),
        (
            b'{"event": "result", "name": "x", "choices": [{"what": "w"}]}',
            "bad 'result.choices.0.value'",
        ),
        (b'{"event": "result", "name": "x", "stage": {}}', "bad 'result.stage.last_ns'"),
    ],
)
def test_anything_else_is_garbage_with_a_reason(bad: bytes, says: str) -> None:
    with pytest.raises(Garbage, match=says):
        parse_event(bad)


def test_foreign_text_is_shown_without_control_characters_and_in_short() -> None:
    assert shown(b"\x1b[31mred") == "\\x1b[31mred"
    assert len(shown("x" * 1000)) == 60
