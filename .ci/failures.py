#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints what failed in the log of a CI lane, and nothing else: `failures.py [--names] LOG`.

A whole log is a megabyte of tests that passed; a reader of a failed run wants these
lines. A log in which nothing of the known kinds stands is answered with its last lines.
With --names: one line for each test that failed.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ONE_TEST = r"\d+/\d+ Test +#\d+: "
KINDS = (  # what begins a failure, and what ends it (that line excluded)
    (ONE_TEST + r".*\*\*\*(?!Skipped)", rf" *Start +\d+: | *{ONE_TEST}|\d+% tests passed"),  # ctest
    (r"=+ (FAILURES|ERRORS) =+$", r"x: "),  # pytest
    (r"==\d+==(ERROR|WARNING: ThreadSanitizer)|.*: runtime error: ", r"x: "),  # sanitizers
    (r"FAILED: |.*\berror: ", r"\[\d+/\d+\] "),  # compilers
    (r"FAILED  \S+ seed \d+ ", r"ok  |FAILED  |faults$"),  # the simulator: a broken law
    (r".*  TOO SELDOM$", r""),  # the simulator: what it was to reach
    (r".*: Failure$", r"\[ +(FAILED|OK|PASSED) +\]"),  # a test program that runs alone
    (r"x: failed: ", r""),
)
FAILED_TEST = (
    rf"{ONE_TEST}(?P<name>.+?) \.*\*\*\*(?!Skipped)",  # ctest
    r"(FAILED|ERROR) (?P<name>\S+::\S+)",  # pytest
    r"FAILED  (?P<name>\S+ seed \d+) ",  # the simulator
    r"\d+  (?P<name>.+)   TOO SELDOM$",
    r"\[  FAILED  \] (?P<name>\S+) \(",  # a test program that runs alone
)
LONGEST = 120
LAST = 40


def failures(lines: Iterable[str]) -> Iterator[str]:
    """The lines that belong to a failure; of each failure at most LONGEST."""
    end, length = None, 0
    for line in lines:
        if end is not None and re.match(end, line):
            end = None
        started = next((ends for begins, ends in KINDS if re.match(begins, line.lstrip())), None)
        if end is None and started is not None:
            end, length = started, 0
        if end is not None and length < LONGEST:
            yield line
            length += 1


def names(lines: Iterable[str]) -> Iterator[str]:
    """The tests that failed, in the order of the log."""
    for line in lines:
        for kind in FAILED_TEST:
            if found := re.match(kind, line.lstrip()):
                yield found["name"]


def main(log: Path, names_only: bool) -> None:
    """Prints them."""
    lines = log.read_text(errors="replace").splitlines()
    found = names(lines) if names_only else list(failures(lines)) or lines[-LAST:]
    for line in found:
        print(line)


if __name__ == "__main__":
    *options, file = sys.argv[1:]
    main(Path(file), options == ["--names"])
