# SPDX-License-Identifier: Apache-2.0
"""What the lab measures: experiments, their theoretical floor, the published numbers.

For programs and notebooks the names below are all there is to know: `from orbweaver import lab`,
then `lab.run`, `lab.load`, `lab.rows`, `lab.tables`, `lab.figures`, `lab.report`, `lab.compare`
(docs/guides/lab-python.md). They are loaded when first used, so that the command line stays quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from orbweaver.lab.api import (
        compare,
        figure,
        figures,
        points,
        report,
        resume,
        rows,
        run,
        stages,
        table,
        tables,
        verdict,
    )
    from orbweaver.model.settings import Settings
    from orbweaver.results.load import Results, load

__all__ = [
    "Results",
    "Settings",
    "compare",
    "figure",
    "figures",
    "load",
    "points",
    "report",
    "resume",
    "rows",
    "run",
    "stages",
    "table",
    "tables",
    "verdict",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module("orbweaver.lab.api"), name)
