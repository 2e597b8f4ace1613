"""`orbweaver plan X.sad.xml`: what would be placed where, and why not elsewhere."""

from itertools import groupby
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from orbweaver.cli.options import Bin, Placed, Root, Settings
from orbweaver.cli.output import STDOUT, check_writable, console, write_json
from orbweaver.deployment.plan import ComponentOptions, Plan, Trial, make_plan
from orbweaver.deployment.request import DomainRequest
from orbweaver.problems import JobFailed

NOTHING = "nothing"


def plan(
    sad: Annotated[Path, typer.Argument(metavar="X.sad.xml", help="The application.")],
    root: Root = None,
    settings: Settings = None,
    placement: Placed = "as-sad",
    bin_folder: Bin = None,
    json_target: Annotated[
        str | None,
        typer.Option("--json", metavar="FILE", help="Write every comparison; - is stdout."),
    ] = None,
) -> None:
    """Show for each component and device what matches and what does not, and run nothing.

    Ends with status 1 if a component fits nowhere.

    Examples:

        orbweaver plan radio.sad.xml

        orbweaver plan radio.sad.xml --placement together

        orbweaver plan radio.sad.xml --json - | jq '.trials[] | select(.fits | not)'
    """
    check_writable(json_target)
    made = make_plan(
        DomainRequest(sad, root=root, settings=settings or [], placement=placement, bin=bin_folder),
        say,
    )
    human = console(to_stderr=json_target == STDOUT)
    human.print(plan_table(made))
    for each in made.execute_options:
        human.print(Text(options_line(each)), soft_wrap=True)
    write_json(json_target, made.model_dump_json(indent=1) + "\n")
    for failure in made.failures[:-1]:
        say(f"{failure.component or made.application}: {failure.cause}")
    if not made.fits:
        why = made.failures[-1] if made.failures else None
        raise JobFailed(f"{why.component or made.application}: {why.cause}" if why else "no plan")


def say(line: str) -> None:
    """One of several reasons; the last one ends the command."""
    console(to_stderr=True).print(Text(line), soft_wrap=True)


def options_line(given: ComponentOptions) -> str:
    """How one component is executed, in one line."""
    options = " ".join(f"{name}={value}" for name, value in given.options.items())
    return f"{given.component} is executed with {options}"


def plan_table(made: Plan) -> Table:
    """A row for each comparison, below its component, implementation and device."""
    table = Table(title=f"plan of {made.application}", title_justify="left")
    headings = ("component", "implementation", "device", "verdict", "compared", "wanted", "found",
                "matches")  # fmt: skip
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for _, trials in groupby(made.trials, key=lambda trial: trial.component):
        for trial in trials:
            _add(table, trial)
        table.add_section()
    return table


def _add(table: Table, trial: Trial) -> None:
    verdict = Text("fits", "green") if trial.fits else Text("does not fit", "red")
    uses = f" uses {trial.uses_device}" if trial.uses_device else ""
    first = [Text(f"{trial.component or 'the application'}{uses}"), Text(trial.implementation),
             Text(trial.device), verdict]  # fmt: skip
    if not trial.comparisons:
        table.add_row(*first)
    for one in trial.comparisons:
        table.add_row(
            *first,
            Text(f"{one.what} {one.subject}".strip()),
            Text(one.wanted or NOTHING),
            Text(one.found or NOTHING),
            Text("yes") if one.matches else Text("no", "red"),
        )
        first = [Text("")] * len(first)
