# SPDX-License-Identifier: Apache-2.0
"""The lab for programs and notebooks: `from orbweaver import lab` (docs/guides/lab-python.md)."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import polars as pl

from orbweaver.compare.changes import compare as find_changes
from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.find import find
from orbweaver.model.published import paper
from orbweaver.model.settings import Settings
from orbweaver.model.task import silent
from orbweaver.page.blocks import Cell, Chart, Number, Table, flat
from orbweaver.page.evidence import Evidence
from orbweaver.problems import BadInput
from orbweaver.record.plan import Journal
from orbweaver.record.store import write_whole
from orbweaver.report.build import build
from orbweaver.report.html import html
from orbweaver.report.markdown import markdown
from orbweaver.report.values import values_csv
from orbweaver.report.verdict import verdict as sentences
from orbweaver.results.export import NAME as PARQUET
from orbweaver.results.export import export_parquet
from orbweaver.results.frames import point_frame, stage_frame, study_frame
from orbweaver.results.load import Results, load
from orbweaver.series.drive import begin, drive, judge
from orbweaver.series.plan import LeftOut
from orbweaver.series.request import Request, planned, unfinished
from orbweaver.series.watcher import LineWatcher, Say

if TYPE_CHECKING:
    from plotly.graph_objects import Figure  # pyright: ignore[reportMissingTypeStubs]

T = TypeVar("T")

WRITERS = {".html": html, ".md": markdown, ".csv": values_csv}


def run(  # noqa: PLR0913
    names: str | Sequence[str],
    out: str | Path,
    orb: str | Sequence[str] | None = None,
    repeat: int | None = None,
    settings: Settings | None = None,
    *,
    minutes: float | None = None,
    say: Say | None = None,
) -> Results:
    """Run experiments, peers and repetitions in turns, and give all that `out` then holds.

    As the command `orbweaver lab run`: `names` may be `"all"`, `orb` too. Without `orb` that is
    Orbweaver, or the peers that a study without Orbweaver is about; of `all`, every peer that is
    here. Old names of experiments (`exp7` to `exp20`) are taken too.
    Without `repeat` once; of `all`, as often as `minutes` allow. `say` is called with each line of
    what happens; `print` will do. Blocks until all are done. What fails does not stop the others:
    RunsFailed, raised at the end, has the failures, and `load(out)` the rest. Raises BadInput,
    before anything runs, for what cannot be run; of a single run JobFailed, if it fails. Results
    that were there before stay.
    """
    wanted = [names] if isinstance(names, str) else list(names)
    orbs = [orb] if isinstance(orb, str) else orb and list(orb)
    request = Request(wanted, orbs, repeat, minutes, settings or Settings())
    journal, left_out = planned(request, Path(out))
    return _to_the_end(journal, left_out, say)


def resume(out: str | Path, *, say: Say | None = None) -> Results:
    """Go on with the series in `out`: what failed, and what has no result yet. Else as `run`."""
    return _to_the_end(unfinished(Path(out)), [], say)


def _to_the_end(journal: Journal, left_out: Sequence[LeftOut], say: Say | None) -> Results:
    watcher = LineWatcher(say or silent, len(journal.plan.steps))
    begin(journal, left_out)
    watcher.left_out(left_out)
    outcome = drive(journal, watcher, watcher.say)
    results = load(journal.folder)
    if outcome.runs:
        _keep_parquet(results, watcher)
    judge(journal, outcome)
    return results


def _keep_parquet(results: Results, watcher: LineWatcher) -> None:
    try:
        export_parquet(results)
    except OSError as problem:
        watcher.say(f"no {PARQUET} in {results.folder}: {problem.strerror or problem}")


def stages(results: Results) -> pl.DataFrame:
    """One row for each stage of each run that is no sweep."""
    return stage_frame(results.files)


def points(results: Results) -> pl.DataFrame:
    """One row for each point of each sweep."""
    return point_frame(results.files)


def rows(results: Results) -> pl.DataFrame:
    """One row for each row of each study."""
    return study_frame(results.studies)


def verdict(results: Results) -> list[str]:
    """The five sentences at the top of the page."""
    return sentences(Evidence(results))


def tables(results: Results, experiment: str) -> dict[str, pl.DataFrame]:
    """The tables of an experiment's section by their titles, a value on each row.

    `experiment`: its name or its alias, as `queue-depth` or `exp13`.
    """
    blocks = flat(_section(results, experiment).blocks(Evidence(results)))
    return {block.title: _frame(block) for block in blocks if isinstance(block, Table)}


def figures(results: Results, experiment: str) -> "dict[str, Figure]":
    """The figures of an experiment's section by their titles."""
    blocks = flat(_section(results, experiment).blocks(Evidence(results)))
    return {block.title: _figure(block) for block in blocks if isinstance(block, Chart)}


def table(results: Results, number: int) -> pl.DataFrame:
    """Table 2 to 13 of paper 1: published and measured, a value on each row."""
    experiments = {one.table: one.experiment for one in paper().tables}
    experiment = _experiment_of(number, experiments, "tables")
    return _numbered(tables(results, experiment), f"Table {number}", experiment)


def figure(results: Results, number: int) -> "Figure":
    """Figure 9 to 16 of paper 1: published and measured."""
    experiments = {one.figure: one.experiment for one in paper().producer_send_time_us}
    experiment = _experiment_of(number, experiments, "figures")
    return _numbered(figures(results, experiment), f"Figure {number}", experiment)


def report(results: Results, path: str | Path) -> Path:
    """Write the page; the end of the name chooses: .html, .md or .csv."""
    path = Path(path)
    writer = WRITERS.get(path.suffix)
    if writer is None:
        raise BadInput(f"{path}: a report ends with {', '.join(WRITERS)}")
    write_whole(path, writer(build(results)))
    return path


def compare(
    a: Results | str | Path, b: Results | str | Path, orbs: tuple[str, str] | None = None
) -> pl.DataFrame:
    """What changed from A to B, one row for each quantity; `ratio` is B divided by A.

    A and B are results, or the names of their folders. With `orbs`, of which A and B may be the
    same: the first peer's results in A against the second one's in B.
    """
    first, second = (one if isinstance(one, Results) else load(one) for one in (a, b))
    rows = [_flat(asdict(change)) for change in find_changes(first, second, orbs).changes]
    return pl.DataFrame(rows, infer_schema_length=None)


def _flat(row: dict[str, object]) -> dict[str, object]:
    """The medians of a change as columns of their own."""
    found: dict[str, object] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            found |= {f"{name}_{part}": inner for part, inner in value.items()}  # pyright: ignore
        elif name == "ratio":
            found |= {
                f"ratio_{part}": None for part in ("value", "low", "high", "coverage", "count")
            }
        else:
            found[name] = value
    return found


def _section(results: Results, experiment: str) -> Experiment:
    found = find(experiment)
    if found is None:
        raise BadInput(f"there is no section about '{experiment}'")
    if not found.is_measured(Evidence(results)):
        raise BadInput(f"{results.folder} has no result of {experiment}: {found.how_to_run}")
    return found


def _experiment_of(number: int, experiments: dict[int, str], what: str) -> str:
    if number in experiments:
        return experiments[number]
    raise BadInput(
        f"of paper 1 the {what} {min(experiments)} to {max(experiments)} are there, not {number}"
    )


def _numbered(found: dict[str, T], name: str, experiment: str) -> T:
    by_name = {title.split(",")[0].split(":")[0]: one for title, one in found.items()}
    if name in by_name:
        return by_name[name]
    there = (
        ", ".join(one for one in by_name if one.split()[0] == name.split(maxsplit=1)[0]) or "none"
    )
    raise BadInput(
        f"these results of {experiment} give {there}, not {name}: that one is of another setup "
        "(`lab run` with all processors, or with --cores 1)"
    )


def _frame(block: Table) -> pl.DataFrame:
    return pl.DataFrame(list(_lines(block)), infer_schema_length=None)


def _lines(block: Table) -> Iterator[dict[str, object]]:
    for group in block.groups:
        for row in group.rows:
            for column, cell in zip(block.columns, row.cells, strict=True):
                if cell is not None:
                    about = {"quantity": group.title, "who": row.head, "column": column}
                    yield {**about, **_values(cell)}


def _values(cell: Cell) -> dict[str, object]:
    if isinstance(cell, Number):
        return {"value": cell.value, "low": cell.low, "high": cell.high, "text": cell.text}
    return {"value": None, "low": None, "high": None, "text": cell}


def _figure(block: Chart) -> "Figure":
    from plotly.graph_objects import Figure  # noqa: PLC0415  # pyright: ignore

    layout = {"title": {"text": block.title}, "template": "simple_white", **block.layout}
    # It takes the dictionaries apart that it is given.
    return Figure(data=[dict(trace) for trace in block.traces], layout=layout)
