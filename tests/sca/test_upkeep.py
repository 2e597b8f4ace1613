# SPDX-License-Identifier: Apache-2.0
"""What should be there, of a domain and a node: it is made, and made again whatever ends it."""

import json
import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
from lab_place import Place, await_ends
from programs import ENDS_WITHIN_S, path_of

WANTED = """
[expect]
nodes = ["Mast"]

[application.radio]
sad = "/radio.sad.xml"
on = { rx = "this_machine" }
"""


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as result:
        yield result


@pytest.fixture
def wanted(tmp_path: Path) -> Path:
    path = tmp_path / "wanted.toml"
    path.write_text(WANTED)
    return path


def await_upkeep(place: Place, what: str) -> str:
    return str(place.domain.await_line(event="upkeep", what=what)["line"])


def handles_of(place: Place) -> list[int]:
    return [os.pidfd_open(entry["process"]) for entry in place.running()[0]["components"]]


def problems(place: Place) -> list[str]:
    command = [path_of("orbweaver-control"), "health", "--json", "--ior", place.manager]
    health = subprocess.run(command, capture_output=True, text=True, check=False)
    document = json.loads(health.stdout)
    assert health.returncode == (0 if document["healthy"] else 1), health.stderr
    return [entry["problem"] for entry in document["problems"]]


def test_what_is_wanted_is_made_when_its_node_comes(
    tmp_path: Path, stack: ExitStack, wanted: Path
) -> None:
    place = Place(tmp_path, stack, "--wanted", wanted)
    await_upkeep(place, "made")
    assert [entry["name"] for entry in place.running()] == ["radio"]
    assert problems(place) == []
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_it_is_made_again_after_a_component_ended(
    tmp_path: Path, stack: ExitStack, wanted: Path
) -> None:
    place = Place(tmp_path, stack, "--wanted", wanted)
    await_upkeep(place, "made")
    handles = handles_of(place)
    signal.pidfd_send_signal(handles[0], signal.SIGKILL)
    line = await_upkeep(place, "will_be_made_again")
    assert line == "application 'radio' ended; it is made again in 1 s (1 of 5)"
    await_ends(handles)
    await_upkeep(place, "made")
    assert len(place.running()[0]["components"]) == 2
    assert problems(place) == []
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_it_is_made_again_after_all_machines_lost_power(
    tmp_path: Path, stack: ExitStack, wanted: Path
) -> None:
    place = Place(tmp_path, stack, "--wanted", wanted)
    await_upkeep(place, "made")
    handles = handles_of(place)
    place.node.kill()
    place.domain.kill_and_start()
    await_ends(handles)
    place.await_domain()
    assert sorted(problems(place)) == [
        "application 'radio' is wanted, and is not there: it waits for the devices that it had",
        "node 'Mast' is wanted, and is not there",
    ]
    place.node.process = place.node.begin()
    await_upkeep(place, "made")
    assert problems(place) == []
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_what_a_killed_domain_left_is_adopted_and_not_made_twice(
    tmp_path: Path, stack: ExitStack, wanted: Path
) -> None:
    place = Place(tmp_path, stack, "--wanted", wanted)
    await_upkeep(place, "made")
    before = place.running()
    place.domain.kill_and_start()
    place.await_domain()
    place.domain.await_line(event="application", state="adopted", name="radio")
    assert place.running() == before
    assert problems(place) == []
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_a_domain_that_is_told_to_leave_leaves_what_runs_to_the_next(
    tmp_path: Path, stack: ExitStack, wanted: Path
) -> None:
    place = Place(tmp_path, stack, "--wanted", wanted)
    await_upkeep(place, "made")
    before = place.running()
    place.domain.process.send_signal(signal.SIGUSR2)
    place.domain.await_line(event="ended")
    assert place.domain.process.wait(ENDS_WITHIN_S) == 0
    place.domain.process = place.domain.begin()
    place.await_domain()
    place.domain.await_line(event="application", state="adopted", name="radio")
    assert place.running() == before
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_what_an_operator_releases_stays_away_until_the_file_is_read_again(
    tmp_path: Path, stack: ExitStack, wanted: Path
) -> None:
    place = Place(tmp_path, stack, "--wanted", wanted)
    await_upkeep(place, "made")
    place.operate("release", "radio")
    assert problems(place) == ["application 'radio' is wanted, and is not there: it was released"]
    place.domain.process.send_signal(signal.SIGHUP)
    await_upkeep(place, "made")
    assert problems(place) == []
    wanted.write_text("[applications]")
    place.domain.process.send_signal(signal.SIGHUP)
    failure = place.domain.await_line(event="failure")["line"]
    assert failure == (
        f"{wanted}:1: 'applications' means nothing here; choose from [expect], "
        "[application.NAME]; what was wanted before is wanted on"
    )
    assert problems(place) == []
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_a_radio_whose_node_left_waits_for_it(
    tmp_path: Path, stack: ExitStack, wanted: Path
) -> None:
    place = Place(tmp_path, stack, "--wanted", wanted)
    await_upkeep(place, "made")
    assert place.node.end() == 0
    line = await_upkeep(place, "lacks_device")
    assert line == (
        "application 'radio' waits for a device: the domain has no device of the label or "
        "identifier 'this_machine'"
    )
    place.node.process = place.node.begin()
    await_upkeep(place, "made")
    assert problems(place) == []
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_a_wrong_file_is_refused_at_the_start(tmp_path: Path, wanted: Path) -> None:
    wanted.write_text("[application.radio]\nsad = 1\n")
    command = [path_of("orbweaver-domain"), "--root", tmp_path, "--wanted", wanted]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    (line,) = ended.stderr.splitlines()
    assert line == (f"orbweaver-domain: --wanted: {wanted}:2: sad is no text, or an empty one")
