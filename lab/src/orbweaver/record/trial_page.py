# SPDX-License-Identifier: Apache-2.0
"""Writes docs/reference/trial-result.md from its schema."""

import sys
from pathlib import Path
from typing import Any

from orbweaver.model.trial import TrialRun
from orbweaver.record.document import tables

HEAD = """# The result file of a trial

After this page you can read what `orbweaver try X.spd.xml --json FILE` writes.

One trial is one object. A trial that failed is written, too: `failures` is not empty then, and the
command ends with status 1. Where the command refuses what it was given, with status 2, nothing is
written; with `--json -` the line of the error is: `{"error": {"line": ...}}`.

This page is made from `lab/src/orbweaver/model/trial.py` by `python -m orbweaver.record.trial_page
docs/reference/trial-result.md`; a test compares them. The JSON Schema is
`TrialRun.model_json_schema()` of that module.
"""


def document() -> str:
    """The whole page."""
    schema: dict[str, Any] = TrialRun.model_json_schema(by_alias=True)
    records = {"TrialRun": schema, **schema["$defs"]}
    return "\n".join([HEAD, *tables(records)])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(document(), encoding="utf-8")
