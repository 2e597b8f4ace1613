# SPDX-License-Identifier: Apache-2.0
"""Modules that are optional: which extra of the package brings which module."""

from importlib.util import find_spec

from orbweaver.problems import JobFailed

EXTRAS = {"plotly": "report", "polars": "lab", "kaleido": "png"}


def how_to_get(module: str) -> str:
    """One line for the module that is missing."""
    extra = EXTRAS[module]
    return (
        f"this needs the Python package {module}: ./x setup {extra} in the source tree, "
        f"./x install PREFIX {extra} for an installed one, else pip install 'orbweaver[{extra}]'"
    )


def need(*modules: str) -> None:
    """Raises JobFailed, before any work is done, if one of the modules is not installed."""
    for module in modules:
        if find_spec(module) is None:
            raise JobFailed(how_to_get(module))
