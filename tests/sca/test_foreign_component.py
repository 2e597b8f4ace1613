# SPDX-License-Identifier: Apache-2.0
"""A component of Orbweaver, controlled, fed and emptied by programs of other ORBs."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from typing import cast

import pytest
from programs import ENDS_WITHIN_S, Line, lines_of, path_of

CASES, JACORB_CASES = 26, 10
# Three times 500, two of which one was refused, and one that came with the end.
PACKETS = 3 * 500 + 2 + 1
# The client raises UnableToComplete once; a one-way call has no answer that could say so.
REFUSED_ONE = "the connection 'one' of port 'words_out' lost 1 of "


@contextmanager
def component(*parameters: str) -> Generator[tuple[str, "subprocess.Popen[str]"], None, None]:
    """The relay, with its reference; gone afterwards."""
    process = subprocess.Popen(
        [path_of("sca-relay"), "COMPONENT_IDENTIFIER", "relay", *parameters],
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip(), process
    finally:
        if process.poll() is None:
            process.kill()
            process.wait()
        process.stdout.close()


def cases_of(client: str, *options: str) -> list[Line]:
    """What a foreign client tried, all of it well."""
    done = subprocess.run(
        [path_of(client), *options],
        capture_output=True,
        text=True,
        timeout=ENDS_WITHIN_S,
        check=False,
    )
    assert not done.stderr
    cases = lines_of(done.stdout)
    assert [case for case in cases if not case["ok"]] == []
    assert done.returncode == 0
    return cases


def result_of(process: "subprocess.Popen[str]", *errors: str) -> Line:
    """What it counted, once it has been released. `errors`: how those begin that it prints."""
    assert process.stdout is not None
    lines = lines_of(process.stdout.read())
    assert process.wait(ENDS_WITHIN_S) == 0
    printed = [line["error"] for line in lines if line["event"] == "error"]
    assert len(printed) == len(errors), printed
    assert all(map(str.startswith, printed, errors)), printed
    assert lines[-1] == {"event": "end_of_stream"}
    (result,) = (line for line in lines if line["event"] == "result")
    return cast("Line", result["stage"])


@pytest.mark.parametrize(
    ("messaging", "options", "errors"),
    [
        ("ordered", [], [REFUSED_ONE]),
        ("twoway", [], [REFUSED_ONE]),
        ("twoway-worker", ["--with-queue"], [REFUSED_ONE]),
        ("oneway", ["--without-order"], []),
    ],
)
def test_omniorb_controls_a_component_and_exchanges_packets_with_it(
    messaging: str, options: list[str], errors: list[str]
) -> None:
    path_of("omniorb-component-client")
    with component("messaging", messaging) as (ior, process):
        cases = cases_of("omniorb-component-client", "--ior", ior, *options)
        assert len(cases) == CASES
        counted = result_of(process, *errors)
        assert (counted["received"], counted["lost"]) == (PACKETS, 0)


def test_jacorb_controls_a_component_and_exchanges_packets_with_it() -> None:
    path_of("jacorb-component-client")
    with component() as (ior, process):
        assert len(cases_of("jacorb-component-client", "--ior", ior)) == JACORB_CASES
        assert process.wait(ENDS_WITHIN_S) == 0
