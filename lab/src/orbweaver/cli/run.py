# SPDX-License-Identifier: Apache-2.0
"""`orbweaver run`: run a waveform, any SCA application, from its profiles."""

import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

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
from orbweaver.cli.sad_options import (
    given_words,
    is_of_before,
    sad_orb_options,
    sad_placement,
    sad_settings,
)
from orbweaver.deployment.debugger import DEFAULT, Debugger
from orbweaver.deployment.request import DomainRequest, is_sad
from orbweaver.problems import BadInput
from orbweaver.run.programs import waveforms
from orbweaver.waveform.description import default_waveform, description_of

Messaging = Literal["oneway", "oneway-worker", "twoway", "twoway-worker", "ordered", "all"]


def run(
    context: typer.Context,
    waveform: Annotated[
        str | None,
        typer.Argument(
            metavar="[WAVEFORM]",
            help="X.sad.xml, or the name of a waveform that is installed.",
        ),
    ] = None,
    messaging: Annotated[
        Messaging | None, typer.Option("--messaging", help="How packets travel.")
    ] = None,
    transport: Way = "auto",
    sync: Sync = "transport",
    threads: Threads = None,
    depth: Depth = None,
    parallel: Parallel = None,
    processes: Together = None,
    collocation: CollocatedCalls = None,
    call_timeout_ms: CallTimeout = 5000,
    explain: Explain = False,
    orb_trace: OrbTrace = None,
    settings: Settings = None,
    root: Root = None,
    placement: Placed = "as-sad",
    seconds: Seconds = None,
    debug: Debug = None,
    debugger: DebuggerCommand = DEFAULT,
    bin_folder: Bin = None,
    json_target: Json = None,
    input_file: Annotated[str | None, typer.Option("--input", hidden=True)] = None,
    packet_samples: Annotated[str | None, typer.Option("--packet-samples", hidden=True)] = None,
    pace: Annotated[str | None, typer.Option("--pace", hidden=True)] = None,
    output_format: Annotated[str | None, typer.Option("--format", hidden=True)] = None,
) -> None:
    """Run a waveform, an SCA application, from its profiles in a domain of its own.

    It ends with its data, after --seconds, or with Ctrl-C. --messaging, --sync, --depth,
    --call-timeout-ms, --parallel and --explain are properties of every component that has them.

    Examples:

        orbweaver run

        orbweaver run ax25 --set source.frames=100 --set source.noise=0.05

        orbweaver run radio.sad.xml --set tuner.frequency=100.1e6 --seconds 10 --json result.json

        orbweaver run radio.sad.xml --debug tuner
    """
    if is_of_before(context, lambda: default_waveform(bin_folder)):
        _measure_receiver(context)
        return
    request = DomainRequest(
        _sad_of(waveform or default_waveform(bin_folder), bin_folder),
        root=root,
        settings=[*sad_settings(context), *(settings or [])],
        orb=sad_orb_options(context),
        placement=sad_placement(context),
        seconds=seconds,
        debug=debug,
        bin=bin_folder,
    )
    request.check()
    about = description_of(request.sad, bin_folder)
    run_sad(request, json_target, Debugger(debugger), about)


def _sad_of(waveform: str, bin_folder: Path | None) -> Path:
    """Of a file, or of a name. Raises BadInput: nothing of this name is installed."""
    if is_sad(waveform):
        return Path(waveform)
    known = waveforms(bin_folder)
    if waveform in known:
        return known[waveform]
    names = ", ".join(sorted(known)) or "none is installed"
    raise BadInput(f"unknown waveform '{waveform}'; name X.sad.xml, or one of: {names}")


def _measure_receiver(context: typer.Context) -> None:
    """Until 0.2 `run` compared modes of one receiver, with these options."""
    print("orbweaver: with these options `run` is called `bench receiver` now", file=sys.stderr)
    from orbweaver.cli.receiver import receiver  # noqa: PLC0415

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(receiver)
    app(args=given_words(context), prog_name="orbweaver bench receiver", standalone_mode=False)
