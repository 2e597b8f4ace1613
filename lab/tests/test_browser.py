# SPDX-License-Identifier: Apache-2.0
"""The page in a real browser: quiet, alone, on a screen, on a phone, in the dark, on paper."""

from collections.abc import Generator
from pathlib import Path

import pytest

from browser import Browser, browser, find_browser
from generated import fill
from orbweaver.report.build import build
from orbweaver.report.html import charts_of, html
from orbweaver.results.load import load

PROGRAM = find_browser()
pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="no Chromium here: apt-get install chromium, where there is one"
)
DRAWN = (
    "[...document.querySelectorAll('.plot')].filter(p => p.querySelector('.main-svg .trace, "
    ".main-svg .points')).length"
)
PAPER = "getComputedStyle(document.body).backgroundColor"
INK = "getComputedStyle(document.querySelector('.plot .xtick text, .plot .ytick text')).fill"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("page"), repeats=6)


@pytest.fixture(scope="module")
def file(results: Path) -> Path:
    path = results / "report.html"
    path.write_text(html(build(load(results))), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Generator[Browser]:
    assert PROGRAM
    with browser(PROGRAM, tmp_path_factory.mktemp("profile")) as page:
        yield page


def test_the_page_is_quiet_and_asks_for_nothing(shown: Browser, file: Path) -> None:
    shown.open(file, 1280, 900)
    assert shown.complaints == []
    assert shown.requests == [file.as_uri()]


def test_every_chart_is_drawn(shown: Browser, file: Path, results: Path) -> None:
    shown.open(file, 1280, 900)
    assert shown.value(DRAWN) == len(charts_of(build(load(results))))
    texts = shown.value("[...document.querySelectorAll('.plot')].map(p => p.textContent).join()")
    assert "NaN" not in texts
    assert "undefined" not in texts


@pytest.mark.parametrize("width", [360, 768, 1280])
def test_nothing_is_wider_than_the_screen(shown: Browser, file: Path, width: int) -> None:
    shown.open(file, width, 780)
    assert shown.value("document.documentElement.scrollWidth") == width
    out = shown.value(
        "[...document.querySelectorAll('.plot, .plot .main-svg, figure, p, h1, h2, h3, nav')]"
        ".filter(e => e.getBoundingClientRect().right > innerWidth + 1).map(e => e.outerHTML"
        ".slice(0, 80))"
    )
    assert out == []


def test_tables_scroll_within_themselves_on_a_phone(shown: Browser, file: Path) -> None:
    shown.open(file, 360, 780)
    wide = "[...document.querySelectorAll('.scroll')].filter(e => e.scrollWidth > e.clientWidth)"
    assert shown.value(f"{wide}.length") > 0
    assert shown.value(f"{wide}.every(e => getComputedStyle(e).overflowX === 'auto')")


def test_the_dark_page_is_dark_and_its_charts_are_readable(shown: Browser, file: Path) -> None:
    shown.open(file, 1280, 900)
    light, light_ink, light_picture = shown.value(PAPER), shown.value(INK), shown.screenshot()
    shown.open(file, 1280, 900, dark=True)
    dark, dark_ink, dark_picture = shown.value(PAPER), shown.value(INK), shown.screenshot()
    assert brightness(light) > 200 > brightness(light_ink)
    assert brightness(dark) < 60 < brightness(dark_ink)
    assert light_picture != dark_picture


def brightness(colour: str) -> float:
    """Of `rgb(1, 2, 3)`."""
    return sum(float(part) for part in colour.partition("(")[2].rstrip(")").split(",")[:3]) / 3


def test_it_prints_on_white_with_charts_that_fit(shown: Browser, file: Path) -> None:
    shown.open(file, 1280, 900, dark=True)
    assert len(shown.pdf()) > 100_000
    shown.open(file, 1280, 900, dark=True)
    shown.value("dispatchEvent(new Event('beforeprint'))")
    widths = "[...document.querySelectorAll('.plot .main-svg')].map(s => s.width.baseVal.value)"
    assert max(shown.value(widths)) <= 670
    assert shown.value("document.querySelectorAll('details.threats:not([open])').length") == 0
    shown.value("dispatchEvent(new Event('afterprint'))")
    assert shown.value("document.querySelectorAll('details.threats[open]').length") == 0
    shown.send("Emulation.setEmulatedMedia", media="print", features=[])
    assert brightness(shown.value(PAPER)) == 255


def test_a_mark_tells_its_values_when_it_is_pointed_at(shown: Browser, file: Path) -> None:
    shown.open(file, 1280, 900)
    shown.value("Plotly.Fx.hover(document.querySelector('.plot'), [{curveNumber: 1, pointNumber: 0}"
                "]), 1")  # fmt: skip
    reported = shown.value("document.querySelector('.plot .hoverlayer').textContent")
    assert "%" in reported
    assert "…" in reported


def test_the_contents_lead_to_every_section(shown: Browser, file: Path) -> None:
    shown.open(file, 1280, 900)
    dead = "[...document.querySelectorAll('nav a')].filter(a => !document.querySelector("
    dead += "a.getAttribute('href'))).length"
    assert shown.value(dead) == 0
    assert shown.value("document.querySelectorAll('nav a').length") >= 15


def test_without_scripts_every_value_can_be_read(shown: Browser, file: Path) -> None:
    shown.send("Emulation.setScriptExecutionDisabled", value=True)
    try:
        shown.load(file, 1280, 900)
        root = shown.send("DOM.getDocument")["root"]["nodeId"]
        tables = shown.send("DOM.querySelectorAll", nodeId=root, selector=".chart details table")
        assert len(tables["nodeIds"]) > 30
    finally:
        shown.send("Emulation.setScriptExecutionDisabled", value=False)
