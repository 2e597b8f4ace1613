# SPDX-License-Identifier: Apache-2.0
"""The page of the result file that `orbweaver try --json` writes."""

from pathlib import Path

from orbweaver.record.trial_page import document

PAGE = Path(__file__).parents[2] / "docs/reference/trial-result.md"


def test_the_page_is_that_of_the_schema() -> None:
    assert PAGE.read_text() == document(), (
        "run: python -m orbweaver.record.trial_page docs/reference/trial-result.md"
    )
