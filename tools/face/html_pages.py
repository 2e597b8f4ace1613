# SPDX-License-Identifier: Apache-2.0
"""HTML pages of the face: a first page by folder, one for each header, class and namespace."""

import itertools
import re
import shutil
import tempfile
from collections import defaultdict
from pathlib import Path

from doxygen import run_doxygen
from filtered import headers, installed_name, without_commands, write_filtered

HERE = Path(__file__).resolve().parent
# In the order in which a reader needs them.
FOLDERS = {
    "corba": "Clients, servants, references, policies, values",
    "naming": "The naming service, in any program",
    "events": "The event service, in any program",
    "component": "Components that process streams",
    "ports": "Their ports, for components that are written by hand",
    "packets": "What travels through ports besides samples",
    "resource": "What a component is to its domain",
    "property": "Properties, as profiles describe them",
    "device": "Devices",
    "node": "Programs of devices",
    "domain": "A domain in a program",
    "base": "Times, octets, results",
}
INCLUDE_OF_WORKS = re.compile(r"<p><code>#include &lt;orbweaver/detail/.*?</code></p>\n")
SETTINGS = """
INPUT = orbweaver first.md
USE_MDFILE_AS_MAINPAGE = first.md
GENERATE_HTML = YES
EXTRACT_PRIV_VIRTUAL = NO
STRIP_FROM_INC_PATH = "{work}"
HTML_EXTRA_STYLESHEET = "{style}"
HTML_COLORSTYLE_SAT = 60
GENERATE_TREEVIEW = YES
DISABLE_INDEX = YES
FULL_SIDEBAR = YES
SHOW_NAMESPACES = NO
SHOW_USED_FILES = NO
CLASS_GRAPH = NO
HAVE_DOT = NO
VERBATIM_HEADERS = NO
HTML_TIMESTAMP = NO
ALPHABETICAL_INDEX = YES
TOC_INCLUDE_HEADINGS = 0
"""


def write_pages(tree: Path, folder: Path) -> int:
    """The pages, in `folder`/index.html and beside it; what was there is replaced. Returns 0."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name).resolve()
        _write_input(tree, work)
        run_doxygen(work, SETTINGS.format(work=work, style=HERE / "style.css").splitlines())
        _hide_works(work / "html")
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(work / "html", folder)
    print(folder / "index.html")
    return 0


def _hide_works(html: Path) -> None:
    """No program includes the headers that are behind the face."""
    for page in html.glob("*.html"):
        text = page.read_text()
        if INCLUDE_OF_WORKS.search(text):
            page.write_text(INCLUDE_OF_WORKS.sub("", text))


def _write_input(tree: Path, work: Path) -> None:
    """The headers as an installation has them, and the first page."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    write_filtered(tree, work, installed_name)
    for header in headers(tree):
        name = installed_name(str(header))
        found[name.split("/")[1]].append((name, _first_sentence((tree / header).read_text())))
    (work / "first.md").write_text(_first_page(found))


def _first_sentence(text: str) -> str:
    begin = [line[3:] for line in text.split("#pragma once", maxsplit=1)[0].splitlines() if line]
    begin = [line for line in begin if not line.startswith("SPDX")]
    text = " ".join(line.strip() for line in itertools.takewhile(str.strip, begin))
    return text.split(". ")[0].rstrip(":.")


def _first_page(found: dict[str, list[tuple[str, str]]]) -> str:
    lines = [
        "# Orbweaver: the headers",
        "",
        "The headers that programs include. The page of each declaration says what it does, its"
        " units,"
        " the threads that may call it, whether it blocks, and how it fails. All else that an"
        " installation has, below `orbweaver/detail/`, may change at any time; these pages have of"
        " it what members and arguments are of.",
    ]
    for folder in [*FOLDERS, *sorted(set(found) - set(FOLDERS))]:
        if folder not in found:
            continue
        lines += ["", f"## {folder}", "", FOLDERS.get(folder, ""), ""]
        lines += ["| header | |", "|---|---|"]
        for name, sentence in sorted(found[folder]):
            shown = without_commands(sentence).replace("|", "\\|")
            lines.append(f"| [{name.split('/', 1)[1]}](@ref {name}) | {shown} |")
    return "\n".join(lines) + "\n"
