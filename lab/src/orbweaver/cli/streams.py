# SPDX-License-Identifier: Apache-2.0
"""Standard streams: a command may be started without one, or with one that takes no more."""

import contextlib
import os
import sys

STREAMS = ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w"))


def fill_missing_streams() -> None:
    """Let /dev/null take the place of each stream that the command was started without.

    Without that the next file or socket, here and in the programs that the command starts, gets
    the stream's number, and what is printed goes into it.
    """
    for number, name, mode in STREAMS:
        if getattr(sys, name) is not None:
            continue
        opened = os.open(os.devnull, os.O_RDWR)
        if opened != number and not _is_open(number):
            os.dup2(opened, number)
            os.close(opened)
            opened = number
        os.set_inheritable(opened, opened == number)
        setattr(sys, name, open(opened, mode, encoding="utf-8", closefd=False))  # noqa: SIM115


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def give_up_output() -> None:
    """Standard output takes no more: what is still in its buffer must not fail a second time."""
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 1)
    os.close(null)


def print_error(text: str) -> None:
    """Print a line on standard error, if it takes it: there is no other place for the reason."""
    with contextlib.suppress(OSError):
        print(text, file=sys.stderr, flush=True)
        return
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)
    os.close(null)
