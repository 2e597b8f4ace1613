# SPDX-License-Identifier: Apache-2.0
"""Interoperation: each ORB's client calls each ORB's server in every way and every case.

The other ORBs among themselves are the control: what fails there is the test's own fault.
"""

import pytest
from columns import Column, all_columns
from page import render
from reasons import why_failing, why_not_run
from runs import outcomes
from write_table import PAGE


@pytest.mark.parametrize("column", all_columns(), ids=str)
def test_every_case_goes_as_the_table_says(column: Column) -> None:
    if why := why_not_run(column):
        pytest.skip(why)
    results = outcomes(column)
    unexpected = [
        f"{case}: {line['detail']}"
        for case, line in results.items()
        if line["ok"] is not (why_failing(column, case) is None)
    ]
    assert not unexpected, "\n".join(unexpected)


def test_the_page_shows_what_the_runs_found() -> None:
    if PAGE.read_text() != render(outcomes):
        pytest.fail("docs/reference/interop.md is old; fix: python tests/interop/write_table.py")
