# SPDX-License-Identifier: Apache-2.0
"""Where a command's words go: results for programs, tables for a reader, progress on a terminal.

When a program reads standard output (`--json -`), everything else goes to standard error.
"""

import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from orbweaver.problems import BadInput
from orbweaver.record.store import write_whole

STDOUT = "-"
PLAIN_WIDTH = 160


class Printed:
    """Whether this command has printed a document: who reads it expects no second one."""

    document = False


def console(to_stderr: bool = False) -> Console:
    """The console; off a terminal lines are wide enough to keep a table whole."""
    stream = sys.stderr if to_stderr else sys.stdout
    return Console(
        file=stream, width=None if stream.isatty() else PLAIN_WIDTH, highlight=False, emoji=False
    )


def check_writable(target: str | None) -> None:
    """Find out before the work, not after it, that the result cannot be written."""
    if target in (None, STDOUT):
        return
    if not target:
        raise BadInput("--json names no file; give one, or - for standard output")
    path = Path(target)
    if path.is_dir():
        raise BadInput(f"{target} is a folder; --json wants a file, or - for standard output")
    if not path.absolute().parent.is_dir():
        raise BadInput(f"the folder of {target} does not exist: make it, or choose another --json")


def write_json(target: str | None, text: str) -> None:
    """Write a result for programs to a file or to standard output."""
    if target is None:
        return
    if target == STDOUT:
        Printed.document = True
        sys.stdout.write(text)
        sys.stdout.flush()
        return
    try:
        write_whole(Path(target), text)
    except OSError as problem:
        raise BadInput(f"cannot write {target}: {problem.strerror}") from None


@contextmanager
def progress(description: str) -> Generator[None]:
    """Show that something runs, on a terminal only."""
    err = Console(stderr=True)
    if not err.is_terminal:
        yield
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, refresh_per_second=4) as bar:
        bar.add_task(description)
        yield


@contextmanager
def steps(is_shown: bool = True) -> Generator[Callable[[str], None]]:
    """Show which of many steps runs, on a terminal only, and not if another program has it."""
    err = Console(stderr=True)
    if not (is_shown and err.is_terminal):
        yield lambda _: None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, refresh_per_second=4) as bar:
        task = bar.add_task("")
        yield lambda description: bar.update(task, description=description)


def show_messages(messages: Sequence[str]) -> None:
    """Pass on what the programs reported, the same words of several only once."""
    err = console(to_stderr=True)
    said = {line.partition(": ")[2]: line for line in reversed(messages)}
    for line in reversed(said.values()):
        err.print(Text(line), soft_wrap=True)
