# SPDX-License-Identifier: Apache-2.0
"""`orbweaver bench size`: how large the least programs are, beside omniORB's."""

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.bench.document import origin, size_json
from orbweaver.bench.weight import BASE, Verdict, Weight, verdicts, weigh
from orbweaver.cli.bench_options import need_programs
from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import STDOUT, check_writable, console, write_json
from orbweaver.model.peer import peers
from orbweaver.report.table import NONE


def size(bin_folder: Bin = None, json_target: Json = None) -> None:
    """Weigh the least server and client, statically linked, beside omniORB's; status 1 if larger.

    `./x bench size` builds them for size first. Text is code and constants, the C library's too;
    what `raw-minimal` has is that library alone.

    Examples:

        orbweaver bench size --bin build/size/bin

        orbweaver bench size --bin build/size/bin --json size.json
    """
    need_programs(bin_folder)
    check_writable(json_target)
    weights = weigh(bin_folder)
    found = verdicts(weights)
    human = console(to_stderr=json_target == STDOUT)
    _show(human, weights)
    for verdict in found:
        human.print(Text(_words(verdict)), soft_wrap=True)
    write_json(json_target, size_json(weights, found, origin(bin_folder)))
    raise typer.Exit(0 if all(verdict.ok for verdict in found) else 1)


def _show(human: Console, weights: list[Weight]) -> None:
    base = next((weight.text for weight in weights if weight.program == BASE), None)
    table = Table("program", "text", "without the C library", "data", "bss", caption="bytes")
    for weight in weights:
        own = NONE if base is None else f"{weight.text - base:,}"
        table.add_row(weight.program, f"{weight.text:,}", own, f"{weight.data:,}",
                      f"{weight.bss:,}")  # fmt: skip
    human.print(table)


def _words(verdict: Verdict) -> str:
    if verdict.ratio is None:
        install = peers()["omniorb"].install
        return f"{verdict.side}: omniORB's is missing; {install}, then ./x bench size"
    word = "smaller" if verdict.ok else "not smaller"
    return f"{verdict.side}: {verdict.ratio:.2f} of omniORB's text: {word}"
