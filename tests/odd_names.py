# SPDX-License-Identifier: Apache-2.0
"""The names with which every test of names tries what it tests: the table of the C++ tests."""

import json

from programs import ROOT


def odd_names() -> list[str]:
    """Those of orb/base/testing/odd_names.inc."""
    table = (ROOT / "orb/base/testing/odd_names.inc").read_text(encoding="utf-8")
    return [
        json.loads(line.removesuffix(",")) for line in table.splitlines() if line.startswith('"')
    ]
