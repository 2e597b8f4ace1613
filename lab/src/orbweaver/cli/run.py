"""`orbweaver run`: run a waveform."""

import json
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.console import Console
from rich.text import Text

from orbweaver.cli.application import run_sad
from orbweaver.cli.options import (
    Bin,
    CallTimeout,
    CollocatedCalls,
    Debug,
    DebuggerCommand,
    Depth,
    Explain,
    Json,
    OrbTrace,
    Parallel,
    Placed,
    Root,
    Seconds,
    Settings,
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
from orbweaver.cli.sad_options import (
    refuse_sad_options,
    sad_orb_options,
    sad_placement,
    sad_settings,
)
from orbweaver.deployment.debugger import DEFAULT, Debugger
from orbweaver.deployment.request import DomainRequest, is_sad
from orbweaver.model.events import Frame
from orbweaver.model.modes import MODES, Mode, placed
from orbweaver.model.schema import Runs, to_json
from orbweaver.page.sentence import waveform_sentence
from orbweaver.problems import BadInput, Problem
from orbweaver.report.explanation import explanation_table
from orbweaver.report.table import waveform_table
from orbweaver.run.programs import locate_profile
from orbweaver.waveform.adsb_source import INPUT, source_without_input
from orbweaver.waveform.receiver import (
    Received,
    Reference,
    WaveformSettings,
    decode_reference,
    receive,
)
from orbweaver.waveform.recording import Recording, recording

FRAMES_SHOWN = 20
BY_SAD = ("ax25", "fm")
"""receivers that are run from their profiles as any application"""

Messaging = Literal["oneway", "oneway-worker", "twoway", "twoway-worker", "ordered", "all"]


def run(
    context: typer.Context,
    waveform: Annotated[
        str,
        typer.Argument(
            metavar="[WAVEFORM]",
            help="adsb, ax25 or fm: a receiver that comes with Orbweaver; or X.sad.xml: any "
            "application.",
        ),
    ] = "adsb",
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
    settings: Settings = None,
    root: Root = None,
    placement: Placed = "as-sad",
    seconds: Seconds = None,
    debug: Debug = None,
    debugger: DebuggerCommand = DEFAULT,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:
    """Run a waveform: the ADS-B receiver, four components in four processes, or in one.

    The recording is decoded in one process first, then by the components; a table says whether
    they found the same frames, and at which speed.

    ax25 and fm stand for the SAD of these receivers, waveforms/ax25/ax25.sad.xml for one.

    With X.sad.xml: run an SCA application from its profiles, in a domain of its own, until its
    data ends, --seconds are over, or Ctrl-C. The source of the ADS-B receiver reads a generated
    recording, unless --set or the SAD names one. --messaging, --sync, --depth, --call-timeout-ms
    and --explain are then the properties messaging, sync, queue_depth, call_timeout_ms and explain
    of every component that has them.

    Examples:

        orbweaver run

        orbweaver run --input recording.cu8 --messaging all --json result.json

        orbweaver run --messaging twoway --transport tcp --format json | head

        orbweaver run --processes collocated --parallel 2

        orbweaver run --explain

        orbweaver run --orb-trace connections

        orbweaver run radio.sad.xml --debug tuner

        orbweaver run ax25 --set source.frames=100 --set source.noise=0.05

        orbweaver run radio.sad.xml --set tuner.frequency=100.1e6 --seconds 10 --json result.json
    """
    if waveform in BY_SAD:
        waveform = str(locate_profile(f"waveforms/{waveform}/{waveform}.sad.xml", bin_folder))
    if is_sad(waveform):
        request = DomainRequest(
            Path(waveform),
            root=root,
            settings=[*sad_settings(context), *(settings or [])],
            orb=sad_orb_options(context),
            placement=sad_placement(context),
            seconds=seconds,
            debug=debug,
            bin=bin_folder,
        )
        request.check()
        with _with_recording(request) as whole:
            return run_sad(whole, json_target, Debugger(debugger))
    refuse_sad_options(context)
    if waveform != "adsb":
        raise BadInput(
            f"unknown waveform '{waveform}'; known are adsb, ax25 and fm; others are run by "
            "their SAD: X.sad.xml"
        )
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


@contextmanager
def _with_recording(request: DomainRequest) -> Generator[DomainRequest]:
    """The request; a source of the ADS-B receiver that has no input reads a generated recording."""
    source = source_without_input(request.sad, request.settings)
    if source is None:
        yield request
        return
    with recording(None, request.bin) as generated:
        given = [*request.settings, f"{source}.{INPUT}={generated.path}"]
        yield replace(request, settings=given)


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
