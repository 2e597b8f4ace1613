# SPDX-License-Identifier: Apache-2.0
"""`orbweaver run X.sad.xml`: an SCA application, run from its profiles."""

import shlex

from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.cli.output import STDOUT, check_writable, console, steps, write_json
from orbweaver.deployment.application import Watcher, run_application
from orbweaver.deployment.debugger import Debugger
from orbweaver.deployment.request import DomainRequest
from orbweaver.deployment.shown_lines import ShownLines
from orbweaver.model.application import ApplicationRun, application_json
from orbweaver.problems import JobFailed, Problem
from orbweaver.waveform.description import Description
from orbweaver.waveform.supply import supplied
from orbweaver.waveform.verdicts import verdict

STATES = {
    "created": "components are created",
    "running": "running; Ctrl-C ends it",
    "stopped": "stopped",
    "released": "released",
}
NONE = "-"


def run_sad(
    request: DomainRequest,
    json_target: str | None,
    debugger: Debugger,
    description: Description | None = None,
) -> None:
    """Run the application, show what its components print, and write its record."""
    about = description or Description()
    with supplied(request, about) as whole:
        _run(whole, json_target, debugger, about)


def _run(
    request: DomainRequest, json_target: str | None, debugger: Debugger, about: Description
) -> None:
    check_writable(json_target)
    human = console(to_stderr=json_target == STDOUT)
    lines = ShownLines(lambda text: human.print(Text(text), soft_wrap=True))
    with steps(is_shown=request.debug is None) as step:
        step("reading profiles")
        domains: list[str] = []

        def on_state(state: str) -> None:
            step(STATES[state])
            if state == "running":
                _say_how_it_is_reached(domains, request)

        watcher = Watcher(
            on_domain=domains.append,
            on_state=on_state,
            on_output=lines.take,
            on_message=lambda text: console(to_stderr=True).print(Text(text), soft_wrap=True),
            debugger=debugger,
        )
        run = run_application(request, watcher)
        lines.finish()
        if not run.failures and not run.interrupted:
            step("comparing with the reference")
            run = _compared(run, request, human, about)
    if run.components:
        human.print(components_table(run))
        if about.see:
            human.print(Text(about.see), soft_wrap=True)
    write_json(json_target, application_json(run))
    for failure in run.failures[1:]:
        console(to_stderr=True).print(Text(failure), soft_wrap=True)
    if run.failures:
        raise JobFailed(run.failures[0])  # the cause, where it is read first


def _compared(
    run: ApplicationRun, request: DomainRequest, human: Console, about: Description
) -> ApplicationRun:
    """The record with its verdict. The run has been: what cannot be compared does not lose it."""
    try:
        found = verdict(run, request, about.verdict) if about.verdict is not None else None
        if found is not None:
            human.print(Text(found.line), soft_wrap=True)
            run = run.model_copy(update=found.record)
    except Problem as problem:
        why = f"not compared with the reference: {problem}"
        return run.model_copy(update={"failures": [*run.failures, why]})
    return run


def _say_how_it_is_reached(domains: list[str], request: DomainRequest) -> None:
    """For another terminal; on standard error, as it is no result."""
    for name in filter(None, domains):
        text = (
            f"domain '{name}' runs {request.sad.name}; "
            f"operate it: orbweaver apps --domain {shlex.quote(name)}"
        )
        console(to_stderr=True).print(Text(text), soft_wrap=True)


def components_table(run: ApplicationRun) -> Table:
    """Each component: where it ran and what came of it."""
    lasted = "" if run.ran_ms is None else f", ran {run.ran_ms / 1000:.1f} s"
    table = Table(title=f"{run.sad}{lasted}", title_justify="left")
    for heading in ("component", "device", "process", "JSON lines", "other lines", "ended"):
        table.add_column(heading, justify="right" if "lines" in heading else "left")
    for one in run.components:
        process = NONE if one.process is None else str(one.process)
        table.add_row(
            Text(one.name), Text(one.device), process, str(len(one.events)), str(len(one.lines)),
            Text(one.ended or "as asked"),
        )  # fmt: skip
    return table
