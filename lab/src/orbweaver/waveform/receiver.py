# SPDX-License-Identifier: Apache-2.0
"""The ADS-B receiver: a reference decode in one process, and an SCA application."""

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
from orbweaver.run.pipeline import Outcome, run_application
from orbweaver.run.process import Command
from orbweaver.run.supervisor import Limits, Supervisor
from orbweaver.waveform.recording import Recording

SAMPLE_RATE = 2_000_000
COMPONENTS = ("source", "magnitude", "slicer", "checker")
"""Of the SAD, in the order of the signal."""
STATELESS = "magnitude"
PROFILE = "waveforms/adsb/adsb.sad.xml"


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
        idle = max(self.call_timeout_ms / 1000, 2.0)
        # A domain that is interrupted takes its components down before it ends.
        return Limits(idle=idle, total=60 + 20 * seconds, abandon=5.0)


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
    """Run the application in one messaging mode."""
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
    return run_application(command(source, mode, settings), settings.limits(source))


def command(source: Recording, mode: Mode, settings: WaveformSettings) -> Command:
    """The application in a domain of its own, with what is chosen."""
    placement = "separate" if settings.processes == "separate" else "together"
    words = ["--events", str(programs.locate_profile(PROFILE, settings.bin))]
    words += ["--placement", placement]
    for name, value in _properties(source, mode, settings).items():
        words += ["--set", f"{name}={value}"]
    for name, value in _orb_options(settings).items():
        words += ["--orb", f"{name}={value}"]
    program = programs.locate("orbweaver-run", settings.bin)
    return Command("the receiver", program, words, hosts=COMPONENTS, speaks="domain")


def _properties(source: Recording, mode: Mode, settings: WaveformSettings) -> dict[str, str | int]:
    chosen: dict[str, str | int | None] = {
        "source.input": str(source.path),
        "source.packet_samples": settings.packet_samples,
        "source.pace": settings.pace,
        f"{STATELESS}.parallel": settings.parallel or None,
        "checker.format": settings.format,
        "*.messaging": mode.name,
        "*.sync": settings.sync,
        "*.queue_depth": settings.depth,
        "*.call_timeout_ms": settings.call_timeout_ms,
        "*.explain": "true" if settings.explain else None,
    }
    return {name: value for name, value in chosen.items() if value is not None}


def _orb_options(settings: WaveformSettings) -> dict[str, str | int]:
    together = settings.processes == "collocated"
    chosen: dict[str, str | int | None] = {
        "transport": settings.transport,
        "threads": settings.threads,
        "laneDepth": settings.depth,
        "collocation": settings.collocation if together else None,
        "trace": settings.orb_trace,
    }
    return {name: value for name, value in chosen.items() if value is not None}


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
