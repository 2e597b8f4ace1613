# SPDX-License-Identifier: Apache-2.0
"""Writes docs/reference/result-file.md from its schema."""

import sys
from pathlib import Path
from typing import Any

from orbweaver.model.schema import Runs

HEAD = """# The result file

After this page you can read each field of a result file.

One run makes one file, `DIR/<experiment>/<orb>/<repeat>.json`. `<repeat>` is the first number that
is free, so runs with other options (`--cores 1` after `--cores all`) add to a folder and overwrite
nothing; `config` inside distinguishes them. `--json` gives several runs in one document:
`{"schema": "orbweaver-result/1", "runs": [...]}`.

An experiment of papers 2 to 4 makes a [StudyRun](#studyrun), which has `paper`; every other one a
[Run](#run).

Beside them lie `results.parquet`, the same as one table ([for Python](../guides/lab-python.md)),
and, if a run gave no result, `not-run.jsonl`: one line for each, `{"schema": "orbweaver-not-run/1",
"experiment", "orb", "date", "reason", "kind", "one_core"}`, which the report shows; `kind` is
`failed`, `missing` (a program, a peer, a right), `time` (none was left) or `quick` (`--quick`
leaves it out); `one_core`: the setup on one processor is meant. A series of several runs has its
plan, and how far it came, in `plan.jsonl` ([the lab](../guides/lab.md)).

The end of a field's name is its unit: `_ms`, `_us`, `_ns`; `msps` is million samples per second.
Latencies count from the moment a packet was due on the producer's schedule until a stage took it
up. `busy` is the share of the time from the producer's start to the stage's last packet in which at
least one thread of the stage was processing.

Order is counted where it matters, at the component that takes a packet up: `reordered_previous`
and `reordered_original` of a stage report in which order packets reached it, so what stage 2 counts
is the order in which stage 1 handed them on. A stage that works on several packets at once may
finish them in another order than it began: `reordered_out` reports in which order they left, which
for the last stage no other component could count.

`floor_ms` is a lower bound for P packets and S stages that each work on N packets at once (N = 1
unless `parallel` says more). They pass in R = ceil(P/N) rounds; k = min(S, R) stages can work at
once (`spin` work: not more than there are processors):

    floor_ms = max((R·S/k + k - 1) · work_ms, (P - 1) · pace_ms + S · work_ms)

and for `spin` work at least P·S·work_ms shared by the processors, or by S·N if those are fewer.
It is 5010 for the paper's pipeline and 15000 for `spin` work on one processor. A waveform has a
floor only in real time: the length of its recording.

This page is made from `lab/src/orbweaver/model/schema.py` by `python -m orbweaver.record.document
docs/reference/result-file.md`; a test compares them. The JSON Schema of a file is
`Run.model_json_schema()` of that module.
"""


def document() -> str:
    """The whole page."""
    schema: dict[str, Any] = Runs.model_json_schema(by_alias=True)
    first = {name: schema["$defs"][name] for name in ("Run", "StudyRun")}
    records = {**first, **schema["$defs"]}
    return "\n".join([HEAD, *tables(records)])


def tables(records: dict[str, Any]) -> list[str]:
    """A table for each record of a JSON Schema, by its name."""
    return [_table(name, record) for name, record in records.items()]


def _table(name: str, record: dict[str, Any]) -> str:
    rows = [
        f"| `{field}` | {_type(about)} | {about.get('description', '')} |"
        for field, about in record["properties"].items()
    ]
    lead = record.get("description", "")
    return "\n".join(
        [f"## {name}\n\n{lead}\n\n| field | type | meaning |\n|---|---|---|", *rows, ""]
    )


def _type(about: dict[str, Any]) -> str:
    if "$ref" in about:
        name = about["$ref"].rpartition("/")[2]
        return f"[{name}](#{name.lower()})"
    if "anyOf" in about:
        return " or ".join(_type(one) for one in about["anyOf"])
    if "const" in about:
        return f"`{about['const']}`"
    if "enum" in about:
        return ", ".join(f"`{one}`" for one in about["enum"])
    if about.get("type") == "array":
        return f"list of {_type(about['items'])}"
    return str(about.get("type", "any"))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(document(), encoding="utf-8")
