# SPDX-License-Identifier: Apache-2.0
"""The commands that are written in Python: runs one, and turns every failure into one line."""

import json
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from typing import Annotated

import typer

from orbweaver import __version__
from orbweaver.cli.describe import description, use_plain_help
from orbweaver.cli.names import COMMANDS
from orbweaver.cli.output import Printed
from orbweaver.cli.refusals import check_verb, in_plain_words
from orbweaver.cli.streams import fill_missing_streams, give_up_output, print_error
from orbweaver.extras import EXTRAS, how_to_get
from orbweaver.problems import BadInput, Problem
from orbweaver.record.store import FULL
from orbweaver.run import programs

ABOUT = "Run software radio waveforms over the Orbweaver ORB, and measure what they cost."


def app_of(names: Iterable[str]) -> typer.Typer:
    """The command line with these commands: what another one needs is not loaded."""
    app = typer.Typer(
        help=ABOUT,
        no_args_is_help=True,
        add_completion=False,
        pretty_exceptions_enable=False,
        rich_markup_mode="markdown",
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_options)
    for name in names:
        module, member = COMMANDS[name]
        command = getattr(import_module(module), member)
        if isinstance(command, typer.Typer):
            app.add_typer(command, name=name)
        else:
            settings = getattr(import_module(module), "AS_TYPED", None)
            app.command(name, context_settings=settings)(command)
    return app


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"orbweaver {__version__}")
        raise typer.Exit


def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show it.")
    ] = False,
) -> None:
    """Run software radio waveforms over the Orbweaver ORB, and measure what they cost."""


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
        chosen = [name for name in arguments[:1] if name in COMMANDS]
        if not chosen and arguments and not arguments[0].startswith("-"):
            _refuse_native(arguments[0])
        command = use_plain_help(typer.main.get_command(app_of(chosen or COMMANDS)))
        check_verb(command, arguments)
        status = command.main(args=arguments, prog_name="orbweaver", standalone_mode=False)
        sys.stdout.flush()
    except Problem as problem:
        return _Failure(str(problem), problem.status)
    except typer.TyperException as problem:
        text = in_plain_words(problem)
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


def _refuse_native(command: str) -> None:
    """Raises BadInput: the native program serves it, and could not be started."""
    native = programs.locate("orbweaver")
    raise BadInput(f"no command '{command}' is written in Python; start {native} {command}")


def _unnamed(problem: OSError) -> str:
    """What an error is about that names no file: the programs write to files by name."""
    return "standard output" if problem.errno in FULL else "system"


# Commands whose --json is no name of a file: it means standard output.
PRINT_JSON = {"doctor", "ior", "list", "log"}


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
    if sys.argv[1:] == ["--describe"]:
        print(description(typer.main.get_command(app_of(COMMANDS))))
        return
    sys.exit(run_command(sys.argv[1:]))


if __name__ == "__main__":
    main()
