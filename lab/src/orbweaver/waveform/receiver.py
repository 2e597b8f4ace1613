"""The ADS-B receiver: a reference decode in one process, and four components in a pipeline."""

import json
import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from orbweaver.model.events import Frame
from orbweaver.model.modes import (
    Collocation,
    Mode,
    Processes,
    SyncScope,
    Transport,
    chosen_options,
    queue_options,
)
from orbweaver.model.peer import OURS
from orbweaver.model.schema import Config, Run, Waveform
from orbweaver.problems import JobFailed
from orbweaver.record.convert import (
    chosen_transport,
    explanation_records,
    producer_record,
    stage_records,
)
from orbweaver.record.provenance import provenance
from orbweaver.run import programs
from orbweaver.run.pipeline import Outcome, run_collocated, run_pipeline
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits, Supervisor
from orbweaver.waveform.recording import Recording

SAMPLE_RATE = 2_000_000
STAGES = ("magnitude", "slicer", "checker")
STATELESS = "magnitude"


@dataclass(frozen=True)
class WaveformSettings:
    """What a person may choose for a run of the receiver."""

    transport: Transport = "auto"
    sync: SyncScope = "transport"
    packet_samples: int = 1024
    pace: Literal["none", "realtime"] = "none"
    threads: int | None = None
    depth: int | None = None
    parallel: int = 0
    """threads of the component without state, the magnitude"""
    processes: Processes = "separate"
    collocation: Collocation | None = None
    call_timeout_ms: int = 5000
    explain: bool = False
    orb_trace: str | None = None
    """what each component's ORB writes to standard error, as -ORBtrace takes it"""
    format: Literal["text", "json"] = "text"
    bin: Path | None = None

    def limits(self, source: Recording) -> Limits:
        """Even a slow machine is not many times slower than the radio that made the recording."""
        seconds = source.size() / 2 / SAMPLE_RATE
        return Limits(idle=max(self.call_timeout_ms / 1000, 2.0), total=60 + 20 * seconds)


@dataclass(frozen=True)
class Received:
    """One run of the receiver: its record, its frames, and what the programs had to say."""

    run: Run
    frames: list[Frame]
    messages: list[str]


@dataclass(frozen=True)
class Reference:
    """What one process decodes from the recording: the truth that each mode is held against."""

    frames: list[Frame]
    messages: list[str]


def decode_reference(source: Recording, settings: WaveformSettings) -> Reference:
    """Decode the recording in one process."""
    program = programs.locate("adsb-decode", settings.bin)
    arguments = ["--input", str(source.path), "--format", "json"]
    command = Command("adsb-decode", program, arguments, speaks="frames")
    with Supervisor(settings.limits(source)) as supervisor:
        process = supervisor.start(command)
        supervisor.await_results()
        # Its own count of frames would only stand beside the table's; warnings must be seen.
        warnings = [line for line in supervisor.messages() if ": warning: " in line]
        return Reference(process.frames, warnings)


def receive(
    source: Recording, mode: Mode, settings: WaveformSettings, reference: Reference
) -> Received:
    """Run the four components in one messaging mode."""
    origin = provenance(None, "other", programs.folder(settings.bin))
    outcome = _run_components(source, mode, settings)
    samples = outcome.producer.samples
    if samples is None:
        raise JobFailed("source printed a result without 'samples'")
    run = Run(
        experiment="adsb",
        orb=OURS,
        provenance=origin,
        config=_config(source, mode, settings, samples, outcome),
        floor_ms=_floor_ms(samples, settings),
        producer=producer_record(outcome.producer),
        stages=stage_records(outcome),
        waveform=_waveform(outcome, samples, reference),
        explanation=explanation_records(outcome),
    )
    return Received(run, outcome.frames, outcome.messages)


def _run_components(source: Recording, mode: Mode, settings: WaveformSettings) -> Outcome:
    components = commands(source, mode, settings)
    limits = settings.limits(source)
    if settings.processes == "separate":
        return run_pipeline(components, limits)
    return run_collocated(programs.locate("adsb-pipeline", settings.bin), components, limits)


def commands(source: Recording, mode: Mode, settings: WaveformSettings) -> list[Command]:
    """The four components, first to last."""
    shared = ["--sync", settings.sync, "--transport", settings.transport,
              "--call-timeout-ms", str(settings.call_timeout_ms)]  # fmt: skip
    if settings.processes == "collocated":
        shared += chosen_options({"--collocation": settings.collocation})
    if settings.explain:
        shared += ["--explain"]
    if settings.orb_trace:
        shared += ["--orb", f"ORBtrace={settings.orb_trace}"]
    first = ["--input", str(source.path), "--packet-samples", str(settings.packet_samples),
             "--pace", settings.pace, *mode.first_options(), *shared]  # fmt: skip
    stage = [*mode.stage_options(), *queue_options(settings.threads, settings.depth), *shared]
    chain = [Command("source", programs.locate("adsb-source", settings.bin), first)]
    for name in STAGES:
        own = ["--format", settings.format] if name == STAGES[-1] else []
        if name == STATELESS:
            own = chosen_options({"--parallel": settings.parallel or None})
        chain.append(Command(name, programs.locate(f"adsb-{name}", settings.bin), [*stage, *own]))
    return chain


def same_frames(some: list[Frame], others: list[Frame]) -> bool:
    """The same frames, each as often, whatever the order in which they were printed."""
    return _counted(some) == _counted(others)


def _counted(frames: list[Frame]) -> Counter[str]:
    return Counter(json.dumps(frame.frame, sort_keys=True) for frame in frames)


def _floor_ms(samples: int, settings: WaveformSettings) -> float | None:
    """Only real time sets a floor: how fast a processor decodes is not known beforehand."""
    if settings.pace == "realtime":
        return samples / SAMPLE_RATE * 1000
    return None


def _config(
    source: Recording, mode: Mode, settings: WaveformSettings, samples: int, outcome: Outcome
) -> Config:
    paced = settings.pace == "realtime"
    return Config(
        mode=mode.name,
        messaging=mode.messaging,
        sync=mode.effective_sync(settings.sync),
        worker=mode.worker,
        dispatch=mode.dispatch,
        pace_ms=settings.packet_samples / SAMPLE_RATE * 1000 if paced else 0,
        packets=math.ceil(samples / settings.packet_samples),
        elements=settings.packet_samples,
        type=source.type,
        work="signal",
        work_ms=None,
        transport=chosen_transport(outcome, settings.transport),
        processes=settings.processes,
        collocation=settings.collocation if settings.processes == "collocated" else None,
        parallel=settings.parallel,
        cores="all",
    )


def _waveform(outcome: Outcome, samples: int, reference: Reference) -> Waveform:
    _, last = outcome.stages[-1]
    lasted_us = (last.last_ns - outcome.producer.started_ns) / 1000
    return Waveform(
        frames=len(outcome.frames),
        frames_reference=len(reference.frames),
        identical=same_frames(outcome.frames, reference.frames),
        samples=samples,
        msps=samples / lasted_us if lasted_us > 0 else 0.0,
    )
