# SPDX-License-Identifier: Apache-2.0
"""What a result means, in one plain sentence that is derived from the numbers alone."""

from collections.abc import Sequence

from orbweaver.model.published import paper
from orbweaver.model.schema import Run
from orbweaver.results.measured import Measured, reordered

NEAR = 0.1
"""Two ratios that differ by less than this share count as near each other."""


def experiment_words(measured: Measured) -> str:
    """Order, then speed against the floor, then the paper."""
    return f"{_order(measured)}; {_speed(measured)}{_beside_paper(measured)}"


def _order(measured: Measured) -> str:
    if measured.lost:
        return f"{measured.lost} packets were lost, so the times below compare with nothing"
    worst = measured.reordered
    if not worst:
        return "every stage received all packets in order"
    share = 100 * worst / max(1, measured.first.config.packets)
    return f"up to {worst} packets ({share:.0f} %) did not follow their predecessor"


def _speed(measured: Measured) -> str:
    config, stages, ratio = measured.first.config, len(measured.first.stages), measured.ratio
    if not measured.first.floor_ms:
        return f"{measured.last_ms:.1f} ms for all packets, where no work sets a floor"
    empty = config.mode == "twoway" and stages > 1
    if empty and abs(ratio / stages - 1) < NEAR:
        return (
            f"{ratio:.2f} times the floor, near {_times(stages)} it, because only one of "
            f"{stages} stages works at a time: the pipeline stays empty"
        )
    if empty and config.work == "spin" and ratio < 1 + NEAR:
        return (
            f"{_over(ratio)} the floor of this one processor, where a stage that waits leaves "
            "it to another: the empty pipeline costs nothing here"
        )
    if ratio < 1:
        return (
            f"{_over(ratio)} the floor of one thread per stage, because up to "
            f"{measured.concurrency} packets were in work at a stage at once"
        )
    return f"{_over(ratio)} the floor{_judgement(ratio)}"


def _times(stages: int) -> str:
    return {2: "twice", 3: "three times", 4: "four times"}.get(stages, f"{stages} times")


def _over(ratio: float) -> str:
    share = 100 * (ratio - 1)
    digits = 2 if abs(share) < 10 else 0
    return f"{abs(share):.{digits}f} % {'above' if share >= 0 else 'below'}"


def _judgement(ratio: float) -> str:
    if ratio <= 1.01:
        return ", so the pipeline is full and messaging costs next to nothing"
    if ratio <= 1 + NEAR:
        return ", so the pipeline is nearly full"
    return ", so the pipeline is not kept full"


def _beside_paper(measured: Measured) -> str:
    published = measured.first.published
    if published is None or not measured.comparable:
        return ""
    setup = paper().setup
    floor = setup.floor_1_core_ms if published.cores == 1 else setup.floor_4_cores_ms
    ratio = published.stage_last_ms[-1] / floor
    far = f"{ratio:.2f} times its floor" if ratio > 1.5 else f"{_over(ratio)} its floor"
    worst = max(published.reordered_previous)
    return f" (paper, table {published.table}: {far}, {worst} out of order)"


def waveform_sentence(runs: Sequence[Run]) -> str:
    """Which modes kept the frames, what the others lost, and what order cost in speed."""
    if runs and all(map(_is_empty, runs)):
        return NOTHING_DECODED
    if len(runs) == 1:
        return _single(runs[0])
    whole = [run for run in runs if _whole(run)]
    broken = [run for run in runs if not _whole(run)]
    parts = [_kept(whole, runs[0]), *(_missed(run) for run in broken)]
    pace = _pace(whole)
    return "; ".join(part for part in (*parts, pace) if part) + "."


NOTHING_DECODED = (
    "Warning: nothing was decoded: 0 frames, and 0 in one process. The recording may be noise, or "
    "of another frequency than 1090 MHz, another sample rate than 2 million per second, or another "
    "sample format than its name says."
)


def _is_empty(run: Run) -> bool:
    return run.waveform is not None and not run.waveform.frames + run.waveform.frames_reference


def _whole(run: Run) -> bool:
    return run.waveform is not None and run.waveform.identical


def _single(run: Run) -> str:
    assert run.waveform
    busiest = max(run.stages, key=lambda stage: stage.busy)
    frames = (
        f"the very {run.waveform.frames} frames of the one-process decode"
        if _whole(run)
        else _missed(run)
    )
    realtime = run.waveform.msps / 2
    return (
        f"{run.config.mode}: {frames}, {reordered(run)} packets out of order, at "
        f"{run.waveform.msps:.1f} million samples per second ({realtime:.1f} times real time); "
        f"{busiest.name} was busiest, {100 * busiest.busy:.0f} % of the time."
    )


def _kept(whole: Sequence[Run], any_run: Run) -> str:
    assert any_run.waveform
    if not whole:
        return "no mode gave the frames of the one-process decode"
    names = _list([run.config.mode for run in whole])
    return f"{names} gave the very {any_run.waveform.frames_reference} frames of one process"


def _missed(run: Run) -> str:
    assert run.waveform
    missing = run.waveform.frames_reference - run.waveform.frames
    share = 100 * missing / max(1, run.waveform.frames_reference)
    count = reordered(run)
    why = f"{count} packets out of order" if count else "no packet out of order"
    if missing > 0:
        return f"{run.config.mode} lost {missing} frames ({share:.0f} %) with {why}"
    return f"{run.config.mode} gave other frames than one process, with {why}"


def _pace(whole: Sequence[Run]) -> str:
    if len(whole) < 2:
        return ""
    fast = max(whole, key=_msps)
    slow = min(whole, key=_msps)
    return (
        f"of these {fast.config.mode} was fastest with {_msps(fast):.1f} MS/s, "
        f"{_msps(fast) / max(_msps(slow), 1e-9):.1f} times {slow.config.mode}"
    )


def _msps(run: Run) -> float:
    assert run.waveform
    return run.waveform.msps


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
