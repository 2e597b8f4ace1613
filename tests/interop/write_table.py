# SPDX-License-Identifier: Apache-2.0
"""Runs every column of the table and writes docs/reference/interop.md."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parents[1])]

from page import render  # noqa: E402
from programs import ROOT  # noqa: E402
from runs import outcomes  # noqa: E402

PAGE = ROOT / "docs/reference/interop.md"


def main() -> int:
    """Writes the page; a program that is missing ends it before anything is written."""
    PAGE.write_text(render(outcomes))
    print(f"wrote {PAGE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
