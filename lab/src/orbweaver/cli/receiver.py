# SPDX-License-Identifier: Apache-2.0
"""`orbweaver bench receiver`: the ADS-B receiver, held against a decode in one process."""

import json
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.text import Text

from orbweaver.cli.options import (
    Bin,
    CallTimeout,
    CollocatedCalls,
    Depth,
    Explain,
    Json,
    OrbTrace,
    Parallel,
    Sync,
    Threads,
    Together,
    Way,
)
from orbweaver.cli.output import (
    STDOUT,
    check_writable,
    console,
    progress,
    show_messages,
    write_json,
)
from orbweaver.model.events import Frame
from orbweaver.model.modes import MODES, Mode, placed
from orbweaver.model.schema import Runs, to_json
from orbweaver.page.sentence import waveform_sentence
from orbweaver.problems import BadInput, Problem
from orbweaver.report.explanation import explanation_table
from orbweaver.report.table import waveform_table
from orbweaver.waveform.receiver import (
    Received,
    Reference,
    WaveformSettings,
    decode_reference,
    receive,
)
from orbweaver.waveform.recording import Recording, recording

FRAMES_SHOWN = 20

Messaging = Literal["oneway", "oneway-worker", "twoway", "twoway-worker", "ordered", "all"]


def receiver(
    input_file: Annotated[
        Path | None,
        typer.Option("--input", metavar="FILE", help="IQ recording; default: a generated one."),
    ] = None,
    messaging: Annotated[
        Messaging, typer.Option("--messaging", help="Mode; all compares them.")
    ] = "ordered",
    transport: Way = "auto",
    sync: Sync = "transport",
    packet_samples: Annotated[
        int, typer.Option("--packet-samples", min=1, max=1_000_000, help="Samples in a packet.")
    ] = 1024,
    pace: Annotated[
        Literal["none", "realtime"], typer.Option("--pace", help="As fast as possible, or live.")
    ] = "none",
    threads: Threads = None,
    depth: Depth = None,
    parallel: Parallel = None,
    processes: Together = None,
    collocation: CollocatedCalls = None,
    call_timeout_ms: CallTimeout = 5000,
    explain: Explain = False,
    orb_trace: OrbTrace = None,
    output_format: Annotated[
        Literal["text", "json"], typer.Option("--format", help="How frames are printed.")
    ] = "text",
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Measure the ADS-B receiver: four components in four processes, or in one.

    The recording is decoded in one process first, then by the components; a table says whether
    they found the same frames, and at which speed.

    Examples:

        orbweaver bench receiver

        orbweaver bench receiver --input recording.cu8 --messaging all --json result.json

        orbweaver bench receiver --messaging twoway --transport tcp --format json | head

        orbweaver bench receiver --processes collocated --parallel 2 --explain
    """
    if json_target == STDOUT and output_format == "json":
        raise BadInput("--json - and --format json both want standard output: name a file for one")
    check_writable(json_target)
    way, together = placed(transport, processes, collocation)
    chosen = WaveformSettings(
        transport=way,
        sync=sync,
        packet_samples=packet_samples,
        pace=pace,
        threads=threads,
        depth=depth,
        parallel=parallel or 0,
        processes=together or "separate",
        collocation=collocation,
        call_timeout_ms=call_timeout_ms,
        explain=explain,
        orb_trace=orb_trace,
        format=output_format,
        bin=bin_folder,
    )
    modes = list(MODES.values()) if messaging == "all" else [MODES[messaging]]
    received = _receive_all(input_file, modes, chosen)
    human = console(to_stderr=json_target == STDOUT or output_format == "json")
    if len(received) == 1:
        _show_frames(human, received[0].frames, output_format)
    runs = [one.run for one in received]
    for one in runs:
        if one.explanation is not None:
            human.print(explanation_table(one))
    human.print(waveform_table(runs))
    human.print(Text(waveform_sentence(runs)), soft_wrap=True)
    write_json(json_target, to_json(Runs(runs=list(runs))))


def _receive_all(
    input_file: Path | None, modes: list[Mode], settings: WaveformSettings
) -> list[Received]:
    messages: list[str] = []
    received: list[Received] = []
    with recording(input_file, settings.bin) as source:
        with progress("decoding in one process"):
            reference = decode_reference(source, settings)
        messages += reference.messages
        for mode in modes:
            with progress(f"receiving, {mode.name}"):
                received.append(_receive(source, mode, settings, reference))
            messages += received[-1].messages
    show_messages(messages)
    return received


def _receive(
    source: Recording, mode: Mode, settings: WaveformSettings, reference: Reference
) -> Received:
    try:
        return receive(source, mode, settings, reference)
    except Problem as problem:
        raise type(problem)(f"{mode.name}: {problem}") from None


def _show_frames(human: Console, frames: list[Frame], output_format: str) -> None:
    if output_format == "json":
        for frame in frames:
            sys.stdout.write(json.dumps(frame.frame) + "\n")
        return
    shown = frames[:FRAMES_SHOWN] if human.is_terminal else frames
    for frame in shown:
        human.print(Text(frame.text or json.dumps(frame.frame)), soft_wrap=True)
    if len(shown) < len(frames):
        human.print(f"… {len(frames) - len(shown)} more")
