# SPDX-License-Identifier: Apache-2.0
"""The names with which every test of names tries what it tests: the table of the C++ tests."""

import json
from pathlib import Path

TABLE = Path(__file__).parents[2] / "orb/base/testing/odd_names.inc"


def odd_names() -> list[str]:
    """Each name of the table."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return [json.loads(line.removesuffix(",")) for line in lines if line.startswith('"')]
