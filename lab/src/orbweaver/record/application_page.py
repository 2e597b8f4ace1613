# SPDX-License-Identifier: Apache-2.0
"""Writes docs/reference/application-result.md from its schema."""

import sys
from pathlib import Path
from typing import Any

from orbweaver.model.application import ApplicationRun
from orbweaver.record.document import tables

HEAD = """# The result file of an application

After this page you can read what `orbweaver run X.sad.xml --json FILE` writes.

One run is one object. What a component prints for programs, each line a JSON object, is in its
`events`: what they mean is the component's own; `{"event": "end_of_stream"}` is the last one of a
component whose data has ended. The `stage` of a `result` line says what a component did with its
time from its first packet to its last: `busy_ns` in its own code, `sending_ns` in handing packets
on, and `waiting_ns` in neither. A run that failed is written, too: `failures` is not empty then,
and the command ends with status 1.

This page is made from `lab/src/orbweaver/model/application.py` by `python -m
orbweaver.record.application_page docs/reference/application-result.md`; a test compares them. The
JSON Schema is `ApplicationRun.model_json_schema()` of that module.
"""


def document() -> str:
    """The whole page."""
    schema: dict[str, Any] = ApplicationRun.model_json_schema(by_alias=True)
    records = {"ApplicationRun": schema, **schema["$defs"]}
    return "\n".join([HEAD, *tables(records)])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(document(), encoding="utf-8")
