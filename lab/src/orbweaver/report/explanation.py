# SPDX-License-Identifier: Apache-2.0
"""What the components' ORBs chose, and why, as a table for a terminal."""

from rich.table import Table
from rich.text import Text

from orbweaver.experiments.find import shown
from orbweaver.model.schema import Choice, Run


def explanation_table(run: Run) -> Table:
    """One row for each choice; a choice that several components made alike stands there once."""
    reports = run.explanation or []
    table = Table(title=_title(run), title_justify="left")
    for heading in ("component", "what", "chosen", "why"):
        table.add_column(heading, overflow="fold")
    for choice, components in _alike(run).items():
        where = "all" if len(components) == len(reports) else ", ".join(components)
        # The words are a program's: no markup of it is obeyed.
        table.add_row(*(Text(word) for word in (where, choice.what, choice.value, choice.why)))
    return table


def _title(run: Run) -> str:
    return f"{shown(run.experiment)}: {run.config.mode}, what the ORBs chose"


def _alike(run: Run) -> dict[Choice, list[str]]:
    """Each choice, in the order of the first reports, with the components that made it."""
    found: dict[Choice, list[str]] = {}
    for one in run.explanation or []:
        for choice in one.choices:
            found.setdefault(choice, []).append(one.component)
    return found
