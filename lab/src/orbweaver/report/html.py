# SPDX-License-Identifier: Apache-2.0
"""One HTML file that needs nothing else: style, script, figures and the charting library inside."""

import json
import re
from functools import cache
from importlib.resources import files
from math import isfinite
from typing import cast

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from orbweaver.page.blocks import Block, Chart, flat
from orbweaver.report.build import Page


def html(page: Page) -> str:
    """The page as a browser takes it, from a disk too."""
    charts = charts_of(page)
    template = _environment().get_template("page.html.j2")
    numbers = {id(chart): number for number, chart in enumerate(charts)}

    def number_of(chart: Chart) -> int:
        return numbers[id(chart)]

    return template.render(
        page=page,
        style=Markup(_text("page.css")),
        script=Markup(_text("page.js")),
        plotly=Markup(_library()),
        figures=Markup(_for_script([_figure(chart) for chart in charts])),
        number_of=number_of,
        kind_of=_kind_of,
    )


def charts_of(page: Page) -> list[Chart]:
    """All charts, in the order of the page."""
    blocks = [
        block
        for view in page.chapters
        for _, filled in view.sections
        for block in flat(filled.blocks)
    ]
    return [block for block in blocks if isinstance(block, Chart)]


def _kind_of(block: Block) -> str:
    return type(block).__name__


def _figure(chart: Chart) -> dict[str, object]:
    return {"traces": list(chart.traces), "layout": chart.layout}


def _for_script(value: object) -> str:
    """JSON that no text inside can end early: `<` stands as an escape."""
    text = json.dumps(_finite(value), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c")


def _finite(value: object) -> object:
    """What is no number in JSON is not drawn."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, dict):
        return {key: _finite(inner) for key, inner in cast(dict[str, object], value).items()}
    if isinstance(value, list):
        return [_finite(inner) for inner in cast(list[object], value)]
    return value


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=PackageLoader("orbweaver.report"), autoescape=True, undefined=StrictUndefined
    )
    environment.filters["bound"] = _bound
    return environment


_UNIT = re.compile(r"(?<=\d) (?=%|ms\b|µs\b)|(?<=n) (?== )|(?<= =) (?=\d)")


def _bound(text: str) -> str:
    """No line ends between a number and its unit."""
    return _UNIT.sub("\u00a0", text)


def _text(name: str) -> str:
    return files("orbweaver.report").joinpath("templates", name).read_text("utf-8")


def _library() -> str:
    from plotly.offline import get_plotlyjs  # noqa: PLC0415  # pyright: ignore

    return get_plotlyjs()
