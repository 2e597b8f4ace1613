# SPDX-License-Identifier: Apache-2.0
"""`orbweaver try X.spd.xml`: one component alone, between files of samples."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table
from rich.text import Text

from orbweaver.cli.options import Bin, Json
from orbweaver.cli.output import STDOUT, check_writable, console, steps, write_json
from orbweaver.deployment.shown_lines import ShownLines
from orbweaver.model.trial import PortResult, TrialRun, trial_json
from orbweaver.problems import BadInput, JobFailed
from orbweaver.trial.request import TrialRequest
from orbweaver.trial.run_trial import Watcher, run_trial

Messaging = Literal["oneway", "oneway-worker", "twoway", "twoway-worker", "ordered"]
DROPPED = "dropped"
NONE = "-"


def try_component(
    spd: Annotated[Path, typer.Argument(metavar="X.spd.xml", help="The component.")],
    inputs: Annotated[
        list[str] | None,
        typer.Option(
            "--input", metavar="[PORT=]FILE", help="Samples that go in; - is stdin. Repeatable."
        ),
    ] = None,
    outputs: Annotated[
        list[str] | None,
        typer.Option(
            "--output",
            metavar="[PORT=]FILE",
            help="Where samples that come out go; - is stdout. Default: counted and dropped. "
            "Repeatable.",
        ),
    ] = None,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="PROPERTY=VALUE", help="A property's value. Repeatable."),
    ] = None,
    packet_samples: Annotated[
        int, typer.Option("--packet", min=1, max=1_000_000, help="Samples in a packet.")
    ] = 1024,
    seconds: Annotated[
        float | None,
        typer.Option("--seconds", min=0, max=1e9, help="End after this time, not with the stream."),
    ] = None,
    messaging: Annotated[
        Messaging | None,
        typer.Option("--messaging", help="How packets travel; default: as the component has it."),
    ] = None,
    implementation: Annotated[
        str | None,
        typer.Option(
            "--implementation", metavar="ID", help="Default: the first that fits this machine."
        ),
    ] = None,
    root: Annotated[
        Path | None,
        typer.Option(
            "--root",
            metavar="DIR",
            help="Root of the SCA file system. Default: the folder above the SPD in which its "
            "absolute names exist, else $SDRROOT/dom.",
        ),
    ] = None,
    orb: Annotated[
        list[str] | None,
        typer.Option(
            "--orb", metavar="NAME=VALUE", help="Option -ORBNAME of its ORB. Repeatable."
        ),
    ] = None,
    step_timeout: Annotated[
        float,
        typer.Option(
            "--step-timeout", min=0, max=1e9,
            help="Seconds for each step, for a packet to be taken, for the end; 0: no limit.",
        ),
    ] = 10,
    bin_folder: Bin = None,
    json_target: Json = None,
) -> None:  # fmt: skip
    """Run one component alone: samples of a file go in, what comes out is written to a file.

    Files hold the samples of the port's interface, little endian, each I followed by its Q. The
    component is started, initialised, configured, connected, started, fed, stopped and released as
    in a radio. It ends when the end of the stream is through, after --seconds, or with Ctrl-C. What
    the component prints goes to standard error.

    Examples:

        orbweaver try gain.spd.xml --input in.f32 --output out.f32 --set gain=2

        orbweaver try source.spd.xml --output iq_out=air.cs16 --seconds 1

        orbweaver try mixer.spd.xml --input left=a.f32 --input right=b.f32 --output - | od -f

        orbweaver try gain.spd.xml --input in.f32 --json result.json
    """
    request = TrialRequest(
        spd,
        inputs=inputs or [],
        outputs=outputs or [],
        settings=settings or [],
        orb=orb or [],
        root=root,
        implementation=implementation,
        messaging=messaging,
        packet_samples=packet_samples,
        seconds=seconds,
        step_timeout=step_timeout,
        bin=bin_folder,
    )
    if json_target == STDOUT and request.writes_samples_to_stdout:
        raise BadInput("--json - and --output - both want standard output: name a file for one")
    check_writable(json_target)
    _try(request, json_target)


def _try(request: TrialRequest, json_target: str | None) -> None:
    errors = console(to_stderr=True)
    lines = ShownLines(lambda text: errors.print(Text(text), soft_wrap=True))
    with steps() as step:
        step("reading profiles")
        run = run_trial(
            request,
            Watcher(
                on_begin=lambda name: step(f"{name} runs; Ctrl-C ends it"),
                on_output=lines.take,
                on_message=lambda text: errors.print(Text(text), soft_wrap=True),
            ),
        )
        lines.finish()
    human = console(to_stderr=json_target == STDOUT or request.writes_samples_to_stdout)
    if run.ports:
        human.print(ports_table(run))
    write_json(json_target, trial_json(run))
    for failure in run.failures[1:]:
        errors.print(Text(failure), soft_wrap=True)
    if run.failures:
        raise JobFailed(run.failures[0])  # the cause, where it is read first


def ports_table(run: TrialRun) -> Table:
    """Each port: what went through it."""
    lasted = "" if run.ran_ms is None else f" after {run.ran_ms / 1000:.2f} s"
    how = f"{run.component or run.spd}: {run.ended}{lasted}"
    ended = f"; its program: {run.program_end}" if run.program_end else ""
    table = Table(title=Text(how + ended), title_justify="left")
    for heading in ("port", "interface", "packets", "samples", "samples/s", "file"):
        table.add_column(heading, justify="right" if heading.startswith(("p", "s")) else "left")
    table.columns[0].justify = "left"
    for one in run.ports:
        table.add_row(*_cells(one))
    return table


def _cells(port: PortResult) -> list[Text]:
    rate = NONE if port.samples_per_second is None else f"{port.samples_per_second:,.0f}"
    interface = port.interface.removeprefix("IDL:").rpartition(":")[0]
    return [
        Text(f"{port.port} ({port.direction})"),
        Text(interface),
        Text(f"{port.packets:,}"),
        Text(f"{port.samples:,}"),
        Text(rate),
        Text(port.file or DROPPED),
    ]
