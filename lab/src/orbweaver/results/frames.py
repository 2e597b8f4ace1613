"""The results as tables: one row for each stage of a run, one for each point of a sweep."""

from collections.abc import Iterator, Sequence

import polars as pl

from orbweaver.record.schema import Row, Run
from orbweaver.results.load import ResultFile

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


def all_frame(files: Sequence[ResultFile]) -> pl.DataFrame:
    """Both in one table, as `results.parquet` holds them; `kind` is `stage` or `point`."""
    frames = [
        frame.with_columns(pl.lit(kind).alias("kind"))
        for kind, frame in (("stage", stage_frame(files)), ("point", point_frame(files)))
        if frame.height
    ]
    return pl.concat(frames, how="diagonal_relaxed") if frames else pl.DataFrame()


def _frame(rows: Iterator[dict[str, Cell]]) -> pl.DataFrame:
    return pl.DataFrame(list(rows), infer_schema_length=None)


def _about(file: ResultFile) -> dict[str, Cell]:
    run = file.run
    return {
        "experiment": run.experiment,
        "orb": run.orb,
        "repeat": file.repeat,
        **run.config.model_dump(exclude={"cores"}),
        "cores": str(run.config.cores),
        **run.provenance.model_dump(exclude={"cores"}),
        "machine_cores": run.provenance.cores,
        "stages": len(run.stages),
    }


def _run_cells(run: Run) -> dict[str, Cell]:
    return {
        "floor_ms": run.floor_ms,
        "producer_last_sent_ms": run.producer.last_sent_ms,
        **_summary("send_us", run.producer.send_us.model_dump()),
    }


def _stages(run: Run) -> Iterator[dict[str, Cell]]:
    for number, stage in enumerate(run.stages, 1):
        cells = stage.model_dump(exclude={"latency_us", "name"})
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


def _summary(name: str, values: dict[str, Cell]) -> dict[str, Cell]:
    return {f"{name}_{part}": value for part, value in values.items()}
