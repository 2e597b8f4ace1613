# SPDX-License-Identifier: Apache-2.0
"""Tables for a terminal: one experiment beside its floor and the paper; waveforms by mode."""

from collections.abc import Sequence
from statistics import median

from rich.table import Table

from orbweaver.experiments.find import shown
from orbweaver.model.published import PublishedSendTimes, send_times_of
from orbweaver.model.schema import Published, Row, Run, SendTimes
from orbweaver.results.measured import Measured, reordered

PERCENTILES = (("min", 0.0), ("p50", 50.0), ("p80", 80.0), ("p90", 90.0), ("p99", 99.0),
               ("p999", 99.9), ("max", 100.0))  # fmt: skip
NONE = "-"


def experiment_table(measured: Measured) -> Table:
    """Each component: measured, floor and share over it, published, packets out of order."""
    run = measured.first
    table = Table(title=_title(measured), title_justify="left")
    table.add_column("component")
    for heading in (
        "last packet ms",
        "floor ms",
        "over floor",
        "published ms",
        "reordered: previous",
        "published",
        "original",
        "published",
        "lost",
        "busy",
    ):
        table.add_column(heading, justify="right")  # fmt: skip
    table.add_row(*_producer_row(measured))
    for index in range(len(run.stages)):
        table.add_row(*_stage_row(measured, index))
    return table


def _title(measured: Measured) -> str:
    run, config = measured.first, measured.first.config
    cores = "all processors" if config.cores == "all" else f"{config.cores} processor(s)"
    pace = f"paced {config.pace_ms:g} ms" if config.pace_ms else "unpaced"
    repeats = f", median of {len(measured.runs)}" if len(measured.runs) > 1 else ""
    return (
        f"{shown(run.experiment)}: {config.mode}{_threads(run)}, {pace}, {config.packets} packets, "
        f"{config.work} {config.work_ms:g} ms, {cores}, {run.orb} over {config.transport}{repeats}"
    )


def _threads(run: Run) -> str:
    """The threads, which the mode does not name."""
    together = ", collocated" if run.config.processes == "collocated" else ""
    return f"{together}, {run.config.parallel} at once" if run.config.parallel else together


def _producer_row(measured: Measured) -> list[str]:
    last = _median([run.producer.last_sent_ms for run in measured.runs])
    published = measured.first.published
    paper = published.producer_last_ms if published else None
    return ["producer", _ms(last), "", "", _ms(paper)]


def _stage_row(measured: Measured, index: int) -> list[str]:
    last = measured.stage(index, lambda stage: stage.last_ms)
    floor = measured.floor_at(index)
    published = measured.first.published
    return [
        measured.first.stages[index].name,
        _ms(last),
        _ms(floor),
        f"{100 * (last / floor - 1):+.2f} %" if floor else NONE,
        _ms(_entry(published.stage_last_ms, index) if published else None),
        f"{measured.stage(index, lambda stage: stage.reordered_previous):g}",
        _count(published, "reordered_previous", index),
        f"{measured.stage(index, lambda stage: stage.reordered_original):g}",
        _count(published, "reordered_original", index),
        f"{measured.stage(index, lambda stage: stage.lost):g}",
        f"{100 * measured.stage(index, lambda stage: stage.busy):.0f} %",
    ]


def send_time_table(measured: Measured) -> Table:
    """How long the producer's calls took, beside the paper's figure."""
    run = measured.first
    table = Table(title="producer: time of a call, µs", title_justify="left")
    table.add_column("")
    for name, _ in PERCENTILES:
        table.add_column("p99.9" if name == "p999" else name, justify="right")
    table.add_column("mean", justify="right")
    table.add_row("measured", *_send_row([run.producer.send_us for run in measured.runs]))
    published = send_times_of(run.experiment, one_core=run.config.cores == 1)
    if published is not None:
        table.add_row(f"published (figure {published.figure})", *_published_send_row(published))
    return table


def _send_row(times: Sequence[SendTimes]) -> list[str]:
    names = [name for name, _ in PERCENTILES] + ["mean"]
    return [_us(_median([getattr(one, name) for one in times])) for name in names]


def _published_send_row(figure: PublishedSendTimes) -> list[str]:
    """The paper gives percentiles of its own choice; each goes where it is nearest."""
    cells = {name: "" for name, _ in PERCENTILES}
    cells["min"], cells["max"] = _us(figure.min), _us(figure.max)
    for percentile, value in figure.points:
        name, exact = min(PERCENTILES[1:-1], key=lambda p: abs(p[1] - percentile))
        mark = "" if exact == percentile else f" (p{percentile:g})"
        cells[name] = f"<{_us(value)}{mark}"
    return [*(cell or NONE for cell in cells.values()), _published_mean(figure)]


def _published_mean(figure: PublishedSendTimes) -> str:
    if figure.mean is not None:
        return _us(figure.mean)
    if figure.mean_below and figure.mean_above:
        share, below = figure.mean_below
        return f"{_us(below)} (lowest {share:g} %), {_us(figure.mean_above[1])} (rest)"
    return NONE


SWEPT = (
    "mode", "dispatch", "sync", "depth", "lane_low", "stages", "parallel", "processes", "senders",
    "skip_ms", "link_loses_percent", "link_delays_percent",
)  # fmt: skip
"""What may tell the points of a sweep apart."""


def sweep_table(run: Run) -> Table:
    """One row for each point; of its coordinates, those that differ."""
    rows = run.rows or []
    swept = [name for name in SWEPT if len({getattr(row, name) for row in rows}) > 1]
    table = Table(title=_title(Measured([run])), title_justify="left")
    measured = ("last packet ms", "floor ms", "over floor", "reordered", "lost", "queue",
                "call p50 µs", "call p99 µs")  # fmt: skip
    for heading in (*swept, *measured):
        table.add_column(heading.replace("_", " "), justify="right")
    for row in rows:
        table.add_row(*(_coordinate(getattr(row, name)) for name in swept), *_sweep_row(row))
    return table


def _coordinate(value: object) -> str:
    if value is None:
        return NONE
    return f"{value:g}" if isinstance(value, float) else str(value)


def _sweep_row(row: Row) -> list[str]:
    return [
        _ms(row.last_ms),
        _ms(row.floor_ms),
        f"{100 * (row.last_ms / row.floor_ms - 1):+.2f} %" if row.floor_ms else NONE,
        str(row.reordered_previous),
        str(row.lost),
        str(row.max_queue),
        _us(row.send_us.p50),
        _us(row.send_us.p99),
    ]


def waveform_table(runs: Sequence[Run]) -> Table:
    """One row for each messaging mode."""
    table = Table(title=_waveform_title(runs[0]), title_justify="left")
    table.add_column("mode")
    for heading in (
        "frames",
        "of reference",
        "identical",
        "reordered",
        "lost",
        "MS/s",
        "latency p50 ms",
        "p99 ms",
        "busy",
    ):
        table.add_column(heading, justify="right" if heading != "busy" else "left")  # fmt: skip
    for run in runs:
        table.add_row(*_waveform_row(run))
    return table


def _waveform_title(run: Run) -> str:
    config = run.config
    assert run.waveform
    return (
        f"{run.experiment}: {run.waveform.samples / 1e6:.2f} million samples, {config.packets} "
        f"packets of {config.elements}, transport {config.transport}"
    )


def _waveform_row(run: Run) -> list[str]:
    assert run.waveform
    last = run.stages[-1]
    busy = ", ".join(f"{stage.name} {100 * stage.busy:.0f} %" for stage in run.stages)
    return [
        run.config.mode,
        str(run.waveform.frames),
        str(run.waveform.frames_reference),
        "yes" if run.waveform.identical else "no",
        str(reordered(run)),
        str(sum(stage.lost for stage in run.stages)),
        f"{run.waveform.msps:.2f}",
        f"{last.latency_us.p50 / 1000:.2f}",
        f"{last.latency_us.p99 / 1000:.2f}",
        busy,
    ]


def _count(published: Published | None, what: str, index: int) -> str:
    if published is None:
        return NONE
    value = _entry(getattr(published, what), index)
    return NONE if value is None else f"{value:g}"


def _entry(values: Sequence[float], index: int) -> float | None:
    return values[index] if index < len(values) else None


def _median(values: Sequence[float]) -> float:
    return median(values)


def _ms(value: float | None) -> str:
    return NONE if value is None else f"{value:.2f}"


def _us(value: float | None) -> str:
    if value is None:
        return NONE
    return f"{value:.2f}" if value < 100 and value != int(value) else f"{value:.0f}"
