#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run programs of tests under QEMU, and count.

    run_tests.py ROOT ARCH EMULATOR PROGRAM...

A program runs whole: to start one under QEMU takes as long as many tests. A test that ends its
program is one that failed; the tests behind it run in another start. What cannot run under QEMU is
named in skipped.txt, with the reason. Of a fuzzer the corpus is replayed, which is one test. Ends
with 1 if a test failed.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

PROGRAM_WITHIN_S = 1800


@dataclass
class Suite:
    """What the tests of a program came to."""

    name: str
    counts: Counter[str] = field(default_factory=Counter[str])
    failures: list[str] = field(default_factory=list[str])
    reasons: Counter[str] = field(default_factory=Counter[str])


def read_skips(file: Path, arch: str) -> list[tuple[str, str]]:
    """Patterns of tests, and why they cannot run on that architecture."""
    lines = [line for line in file.read_text().splitlines() if line and not line.startswith("#")]
    entries = [[part.strip() for part in line.split("|", 2)] for line in lines]
    return [(pattern, why) for where, pattern, why in entries if where in ("all", arch)]


def tests_of(command: list[str]) -> list[str]:
    """Whole names, as GoogleTest lists them."""
    done = subprocess.run(
        [*command, "--gtest_list_tests"], capture_output=True, text=True, check=True
    )
    names: list[str] = []
    suite = ""
    for line in done.stdout.splitlines():
        word = line.split("#")[0].strip()
        if line.startswith("  "):
            names.append(suite + word)
        elif word.endswith("."):
            suite = word
    return [name for name in names if ".DISABLED_" not in name and not name.startswith("DISABLED_")]


def run_once(command: list[str], names: list[str], report: Path) -> tuple[str, str]:
    """Run these tests; gives what was printed, and how the program ended if not by itself."""
    report.unlink(missing_ok=True)
    arguments = [f"--gtest_output=json:{report}", "--gtest_filter=" + ":".join(names)]
    try:
        done = subprocess.run(
            [*command, *arguments], capture_output=True, text=True, check=False, errors="replace",
            timeout=PROGRAM_WITHIN_S, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired as over:
        text = (over.stdout or b"").decode(errors="replace")
        return text, f"did not end within {PROGRAM_WITHIN_S} s"
    how = "" if report.exists() else f"ended with status {done.returncode}"
    return done.stdout + done.stderr, how


def note_finished(suite: Suite, report: Path) -> None:
    """Count the tests of a program that ended by itself."""
    for group in json.loads(report.read_text())["testsuites"]:
        for test in group["testsuite"]:
            name = f"{test['classname']}.{test['name']}"
            if test.get("failures"):
                suite.counts["failed"] += 1
                suite.failures.append(f"{name}: {test['failures'][0]['failure'].strip()}")
            else:
                suite.counts["skipped" if test["result"] == "SKIPPED" else "passed"] += 1


def note_printed(suite: Suite, printed: str, how: str, left: list[str]) -> list[str]:
    """Count by what was printed before a program ended too early; gives the tests that are left."""
    results = re.findall(r"^\[ +(OK|FAILED|SKIPPED) +\] (\S+?)(?:,| \()", printed, re.MULTILINE)
    for result, name in dict((name, (result, name)) for result, name in results).values():
        suite.counts[{"OK": "passed", "FAILED": "failed", "SKIPPED": "skipped"}[result]] += 1
        if result == "FAILED":
            suite.failures.append(name)
    begun = re.findall(r"^\[ RUN +\] (\S+)", printed, re.MULTILINE)
    finished = {name for _, name in results}
    last = begun[-1] if begun and begun[-1] not in finished else left[0]
    suite.counts["failed"] += 1
    suite.failures.append(f"{last}: the program {how}")
    return [name for name in left if name not in finished and name != last]


def run_suite(root: Path, arch: str, emulator: str, program: str) -> Suite:
    """Run one program."""
    suite = Suite(program)
    command = [emulator, str(root / "build" / arch / "bin" / program)]
    if program.endswith("_fuzz"):
        (source,) = root.glob(f"*/*/fuzz/{program}.cpp")
        corpus = source.parent / "corpus" / program.removesuffix("_fuzz")
        done = subprocess.run(
            [*command, corpus], capture_output=True, text=True, check=False, errors="replace"
        )
        suite.counts["passed" if done.returncode == 0 else "failed"] += 1
        if done.returncode:
            suite.failures.append(f"replay: status {done.returncode}: {done.stderr.strip()[-300:]}")
        return suite
    left: list[str] = []
    skips = read_skips(root / "tools/cross/skipped.txt", arch)
    try:
        names = tests_of(command)
    except subprocess.CalledProcessError as error:
        suite.counts["failed"] += 1
        suite.failures.append(f"it lists no tests: {error.stderr.strip()[-300:]}")
        return suite
    for name in names:
        whole = f"{program}/{name}"
        why = next((why for pattern, why in skips if fnmatchcase(whole, pattern)), None)
        if why is None:
            left.append(name)
        else:
            suite.counts["not run"] += 1
            suite.reasons[why] += 1
    report = root / "build" / arch / f"{program}.json"
    report.with_suffix(".log").unlink(missing_ok=True)
    while left:
        printed, how = run_once(command, left, report)
        with (root / "build" / arch / f"{program}.log").open("a") as log:
            log.write(printed)
        if not how:
            note_finished(suite, report)
            break
        left = note_printed(suite, printed, how, left)
    return suite


def main() -> int:
    """Print a line for each program, then what failed, and why tests were not run."""
    root, arch, emulator = Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    kinds = ("passed", "skipped", "not run", "failed")
    print(f"{arch:24}" + "".join(f"{kind:>9}" for kind in kinds))
    suites: list[Suite] = []
    for program in sys.argv[4:]:
        suite = run_suite(root, arch, emulator, program)
        suites.append(suite)
        print(f"{program:24}" + "".join(f"{suite.counts[kind]:9}" for kind in kinds), flush=True)
    whole = sum((suite.counts for suite in suites), Counter[str]())
    print(f"{'all':24}" + "".join(f"{whole[kind]:9}" for kind in kinds))
    for why, number in sum((suite.reasons for suite in suites), Counter[str]()).items():
        print(f"not run: {number}: {why}")
    for suite in suites:
        for failure in suite.failures:
            print(f"failed: {suite.name}: {failure}")
    return 1 if whole["failed"] else 0


if __name__ == "__main__":
    sys.exit(main())
