# SPDX-License-Identifier: Apache-2.0
"""`orbweaver lab report`: the page of a folder of results."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.text import Text

from orbweaver.cli.output import STDOUT, console
from orbweaver.extras import how_to_get, need
from orbweaver.problems import BadInput
from orbweaver.record.store import write_whole
from orbweaver.results.load import Results, load

Format = Literal["html", "md", "csv"]
ENDINGS: dict[str, Format] = {".html": "html", ".htm": "html", ".md": "md", ".csv": "csv"}


def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="What `lab run --out` has made.")],
    form: Annotated[
        Format | None,
        typer.Option(
            "--format",
            help="A page, Markdown, or every value on a line. Default: as FILE ends, or html.",
        ),
    ] = None,
    out: Annotated[
        str | None,
        typer.Option("-o", "--out", metavar="FILE", help="Default: DIR/report.FORMAT; - stdout."),
    ] = None,
) -> None:
    """Make one page of all results in a folder, beside what the papers published.

    The HTML page is one file that needs no network. The results are kept as results.parquet beside
    the result files too.

    Examples:

        orbweaver lab report results

        orbweaver lab report results --format md -o -

        orbweaver lab report results -o page.html

        orbweaver lab report results -o values.csv
    """
    form = _format(form, out)
    if form == "html":
        need("plotly", "jinja2")
    target = out or str(folder / f"report.{form}")
    results = load(folder)
    human = console(to_stderr=True)
    for broken in results.broken:
        human.print(Text(f"left out: {broken}"), soft_wrap=True)
    text = written(results, form)
    keep_parquet(results)
    if target == STDOUT:
        sys.stdout.write(text)
        return
    try:
        write_whole(Path(target), text)
    except OSError as problem:
        raise BadInput(f"cannot write {target}: {problem.strerror}") from None
    human.print(Text(f"report: {target}"), soft_wrap=True)


def _format(asked: Format | None, out: str | None) -> Format:
    """What is asked for must be what the file's name says."""
    ending = Path(out).suffix if out and out != STDOUT else ""
    named = ENDINGS.get(ending.lower())
    if asked is None and ending and named is None:
        raise BadInput(f"{out}: a report ends with {', '.join(ENDINGS)}; or say --format")
    if asked and named and asked != named:
        raise BadInput(f"{out} ends with {ending}, and --format says {asked}: change one of them")
    return asked or named or "html"


def written(results: Results, form: Format) -> str:
    """The page in a format."""
    from orbweaver.report.build import build  # noqa: PLC0415
    from orbweaver.report.html import html  # noqa: PLC0415
    from orbweaver.report.markdown import markdown  # noqa: PLC0415
    from orbweaver.report.values import values_csv  # noqa: PLC0415

    return {"html": html, "md": markdown, "csv": values_csv}[form](build(results))


def keep_parquet(results: Results) -> None:
    """Beside the result files; where that cannot be, a line says so and the rest goes on."""
    from orbweaver.results.export import export_parquet  # noqa: PLC0415

    if not results.all_runs:
        return
    try:
        export_parquet(results)
    except ModuleNotFoundError as problem:
        _say_no_parquet(results, how_to_get(problem.name or "polars"))
    except OSError as problem:
        _say_no_parquet(results, str(problem.strerror or problem))


def _say_no_parquet(results: Results, reason: str) -> None:
    from orbweaver.results.export import NAME  # noqa: PLC0415

    console(to_stderr=True).print(Text(f"no {NAME} in {results.folder}: {reason}"), soft_wrap=True)
