"""The command `orbweaver`: gathers the commands, and turns every failure into one line."""

import json
import os
import signal
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import Annotated

import typer

from orbweaver import __version__
from orbweaver.cli.bench import bench
from orbweaver.cli.check import check
from orbweaver.cli.control import VERBS, add_control
from orbweaver.cli.daemons import add_daemons
from orbweaver.cli.doctor import doctor
from orbweaver.cli.idl import idl
from orbweaver.cli.ior import ior
from orbweaver.cli.lab import lab
from orbweaver.cli.log import log
from orbweaver.cli.new import new
from orbweaver.cli.output import Printed
from orbweaver.cli.plan import plan
from orbweaver.cli.run import run
from orbweaver.cli.sad import sad
from orbweaver.cli.streams import fill_missing_streams, give_up_output, print_error
from orbweaver.cli.try_component import try_component
from orbweaver.extras import EXTRAS, how_to_get
from orbweaver.problems import Problem
from orbweaver.record.store import FULL

app = typer.Typer(
    help="Run software radio waveforms over the Orbweaver ORB, and measure what they cost.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command()(run)
app.add_typer(lab, name="lab")
app.add_typer(bench, name="bench")
app.command()(check)
app.command()(plan)
app.command("try")(try_component)
add_daemons(app)
add_control(app)
app.command()(log)
app.add_typer(new, name="new")
app.add_typer(sad, name="sad")
app.command()(idl)
app.command()(ior)
app.command()(doctor)


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"orbweaver {__version__}")
        raise typer.Exit


@app.callback()
def _options(  # pyright: ignore[reportUnusedFunction]
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show it.")
    ] = False,
) -> None:
    """Run software radio waveforms over the Orbweaver ORB, and measure what they cost."""


def _in_one_line(message: str) -> str:
    """Without what the library that checks values says of itself."""
    return message.replace("\n", " ").replace(": Value error, ", ": ").removesuffix(".")


def run_command(arguments: list[str]) -> int:
    """Run one command line; gives the exit status: 0 done, 1 the job failed, 2 bad input.

    A program that asks for JSON on standard output gets JSON of a failure, too, unless it has the
    document of what failed.
    """
    Printed.document = False
    failure = _run(arguments)
    if isinstance(failure, int):
        return failure
    if _wants_json_here(arguments) and not Printed.document:
        with suppress(OSError):  # its reader has left, or there is no room: the line below says why
            print(json.dumps({"error": {"line": failure.text}}), flush=True)
    print_error(f"orbweaver: {failure.text}")
    return failure.status


@dataclass(frozen=True)
class _Failure:
    text: str
    status: int


def _run(arguments: list[str]) -> int | _Failure:  # noqa: PLR0911
    try:
        status = app(args=arguments, prog_name="orbweaver", standalone_mode=False)
        sys.stdout.flush()
    except Problem as problem:
        return _Failure(str(problem), problem.status)
    except typer.TyperException as problem:
        text = _in_one_line(problem.format_message())
        return _Failure(f"{text} (try --help)", 2) if text else 2
    except BrokenPipeError:
        # The reader of the output has left: there is nothing to report to.
        give_up_output()
        return 1
    except (KeyboardInterrupt, typer.Abort):
        return _Failure("interrupted", 1)
    except ModuleNotFoundError as problem:
        if problem.name not in EXTRAS:
            raise
        return _Failure(how_to_get(problem.name), 1)
    except OSError as problem:
        if problem.filename is None and problem.errno in FULL:
            give_up_output()
        return _Failure(
            f"{problem.filename or _unnamed(problem)}: {problem.strerror or problem}", 1
        )
    except Exception as problem:
        if os.environ.get("ORBWEAVER_DEBUG"):
            raise
        text = f"{type(problem).__name__}: {problem}".splitlines()[0]
        return _Failure(f"internal error: {text} (ORBWEAVER_DEBUG=1 shows where)", 1)
    if status == 130:
        return _Failure("interrupted", 1)
    return status if isinstance(status, int) else 0


def _unnamed(problem: OSError) -> str:
    """What an error is about that names no file: the programs write to files by name."""
    return "standard output" if problem.errno in FULL else "system"


# Commands whose --json is no name of a file: it means standard output.
PRINT_JSON = {"doctor", "ior", "list", "log", *VERBS}


def _wants_json_here(arguments: list[str]) -> bool:
    if "--json" not in arguments:
        return "--json=-" in arguments
    following = arguments[arguments.index("--json") + 1 :]
    return not PRINT_JSON.isdisjoint(arguments[:2]) or following[:1] == ["-"]


def main() -> None:
    """Entry point of the console script."""
    fill_missing_streams()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.default_int_handler)
    sys.exit(run_command(sys.argv[1:]))


if __name__ == "__main__":
    main()
