# SPDX-License-Identifier: Apache-2.0
"""The results as tables: a row for each stage of a run, point of a sweep, row of a study."""

from collections.abc import Iterator, Mapping, Sequence

import polars as pl

from orbweaver.model.schema import Provenance, Row, Run, StudyRow
from orbweaver.results.load import ResultFile, Results, StudyFile

Cell = str | float | int | bool | None


def stage_frame(files: Sequence[ResultFile]) -> pl.DataFrame:
    """One row for each stage of each run that is no sweep; the unit is in a column's name."""
    return _frame(
        {**_about(file), **_run_cells(file.run), **cells}
        for file in files
        if file.run.rows is None
        for cells in _stages(file.run)
    )


def point_frame(files: Sequence[ResultFile]) -> pl.DataFrame:
    """One row for each point of each sweep."""
    return _frame(
        {**_about(file), "point": number, **_point(row)}
        for file in files
        for number, row in enumerate(file.run.rows or [], 1)
    )


def study_frame(files: Sequence[StudyFile]) -> pl.DataFrame:
    """One row for each row of each study; lists of samples stay in the result files."""
    return _frame(
        {**_about_study(file), "row": number, **_measured(row)}
        for file in files
        for number, row in enumerate(file.run.rows, 1)
    )


def all_frame(results: Results) -> pl.DataFrame:
    """All in one table, as `results.parquet` holds them; `kind` is `stage`, `point` or `study`.

    A column that holds numbers in one study and texts in another holds texts.
    """
    kinds = (
        ("stage", stage_frame(results.files)),
        ("point", point_frame(results.files)),
        ("study", study_frame(results.studies)),
    )
    frames = [
        frame.with_columns(pl.lit(kind).alias("kind")) for kind, frame in kinds if frame.height
    ]
    return pl.concat(_same_types(frames), how="diagonal_relaxed") if frames else pl.DataFrame()


def _same_types(frames: Sequence[pl.DataFrame]) -> list[pl.DataFrame]:
    """Texts and numbers in columns of one name become texts; numbers of any kind go together."""
    texts = {name for frame in frames for name in frame.columns if frame[name].dtype == pl.String}
    return [
        frame.with_columns(pl.col(name).cast(pl.String) for name in frame.columns if name in texts)
        for frame in frames
    ]


def _frame(rows: Iterator[dict[str, Cell]]) -> pl.DataFrame:
    return pl.DataFrame(_one_type(list(rows)), infer_schema_length=None)


def _one_type(rows: list[dict[str, Cell]]) -> list[dict[str, Cell]]:
    """Where rows have texts and numbers under one name, all are texts."""
    texts = {name for row in rows for name, cell in row.items() if isinstance(cell, str)}
    return [{name: _text(cell) if name in texts else cell for name, cell in row.items()}
            for row in rows]  # fmt: skip


def _text(cell: Cell) -> str | None:
    return None if cell is None else str(cell)


def _about(file: ResultFile) -> dict[str, Cell]:
    run = file.run
    return {
        "experiment": run.experiment,
        "orb": run.orb,
        "repeat": file.repeat,
        **run.config.model_dump(exclude={"cores"}),
        "cores": str(run.config.cores),
        **_origin(run.provenance),
        "stages": len(run.stages),
    }


def _about_study(file: StudyFile) -> dict[str, Cell]:
    run = file.run
    return {
        "experiment": run.experiment,
        "orb": run.orb,
        "repeat": file.repeat,
        "paper": run.paper,
        **{f"config_{name}": value for name, value in run.config.items()},
        **_origin(run.provenance),
    }


def _origin(about: Provenance) -> dict[str, Cell]:
    return {**about.model_dump(exclude={"cores"}), "machine_cores": about.cores}


def _measured(row: StudyRow) -> dict[str, Cell]:
    cells: dict[str, Cell] = {}
    for name, value in row.items():
        if isinstance(value, dict):
            cells |= _summary(name, value)
        elif not isinstance(value, list):
            cells[name] = value
    return cells


def _run_cells(run: Run) -> dict[str, Cell]:
    return {
        "floor_ms": run.floor_ms,
        "producer_last_sent_ms": run.producer.last_sent_ms,
        **_summary("send_us", run.producer.send_us.model_dump()),
    }


def _stages(run: Run) -> Iterator[dict[str, Cell]]:
    for number, stage in enumerate(run.stages, 1):
        cells = stage.model_dump(exclude={"latency_us", "name", "trace"})
        yield {
            "stage": number,
            "stage_name": stage.name,
            **cells,
            **_summary("latency_us", stage.latency_us.model_dump()),
        }


def _point(row: Row) -> dict[str, Cell]:
    return {
        **row.model_dump(exclude={"send_us", "latency_us"}),
        **_summary("send_us", row.send_us.model_dump()),
        **_summary("latency_us", row.latency_us.model_dump()),
    }


def _summary(name: str, values: Mapping[str, Cell]) -> dict[str, Cell]:
    return {f"{name}_{part}": value for part, value in values.items()}
