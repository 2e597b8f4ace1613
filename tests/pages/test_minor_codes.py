# SPDX-License-Identifier: Apache-2.0
"""docs/reference/minor-codes.md is what the ORB's table of minor codes says."""

import subprocess

from programs import ROOT, path_of

PAGE = ROOT / "docs/reference/minor-codes.md"
PROGRAM = "build/release/bin/minor_codes_page"
WRITE_AGAIN = f"run: ninja -C build/release minor_codes_page && {PROGRAM} > {PAGE}"


def test_the_page_is_made_from_the_table() -> None:
    result = subprocess.run(
        [path_of("minor_codes_page")], capture_output=True, text=True, check=True
    )
    assert result.stdout == PAGE.read_text(), WRITE_AGAIN
