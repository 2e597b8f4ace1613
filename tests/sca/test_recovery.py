# SPDX-License-Identifier: Apache-2.0
"""`kill -9` of a domain's daemons: what ran is adopted or released, and nothing is left.

ORBWEAVER_KILLS sets how often each daemon is killed in each test; 3 is the default.
"""

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
from lab_place import DEVICE, Place, await_ends, has_ended
from programs import ENDS_WITHIN_S, path_of

KILLS = int(os.environ.get("ORBWEAVER_KILLS", "3"))
OWN_DEVICE = "Lab:this_machine"


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as result:
        yield result


def test_a_killed_domain_adopts_what_ran(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    handles = place.create()
    before = place.running()
    busy = place.devices()
    assert busy != idle
    for _ in range(KILLS):
        place.domain.kill_and_start()
        place.await_domain()
        place.domain.await_line(event="application", state="adopted", name="radio")
        place.node.await_line(event="node", state="joined")
        assert place.running() == before, "the same processes, devices and names"
        assert place.devices() == busy
        assert not any(map(has_ended, handles))
    place.operate("stop", "radio")
    place.operate("start", "radio")
    place.operate("release", "radio")
    await_ends(handles)
    assert place.running() == []
    assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]
    assert json.loads((tmp_path / "lab.state").read_text())["applications"] == []


def test_a_killed_domain_releases_what_ran(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack, "--on-restart", "release")
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    for _ in range(KILLS):
        handles = place.create()
        place.domain.kill_and_start()
        place.await_domain()
        place.domain.await_line(event="application", state="released", name="radio")
        place.node.await_line(event="node", state="joined")
        await_ends(handles)
        assert place.running() == []
        assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]


def begin_create(place: Place) -> subprocess.Popen[bytes]:
    """The operator's program, which creates the radio."""
    words = ["create", "radio", "--timeout", "60", "--ior", place.manager]
    return subprocess.Popen(
        [path_of("orbweaver-control"), *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def settle(place: Place) -> str:
    """Starts the killed domain again, and releases what it adopts; what became of the radio."""
    kept = json.loads((place.folder / "lab.state").read_text())["applications"]
    place.domain.process = place.domain.begin()
    place.await_domain()
    place.node.await_line(event="node", state="joined")
    if not kept:
        return "not recorded"
    became = str(place.domain.await_line(event="application", name="radio")["state"])
    if became == "adopted":
        place.operate("release", "radio")
    return became


def test_a_domain_killed_in_the_middle_of_a_create_leaves_no_device_in_use(
    tmp_path: Path, stack: ExitStack, capsys: pytest.CaptureFixture[str]
) -> None:
    place = Place(tmp_path, stack)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    lasts = 0.0
    for _ in range(2):  # the second is as fast as those that follow
        began = time.monotonic()
        assert begin_create(place).wait(ENDS_WITHIN_S) == 0
        lasts = time.monotonic() - began
        place.operate("release", "radio")
    seed = int(os.environ.get("ORBWEAVER_SEED", random.randrange(1_000_000)))
    moments = random.Random(seed)
    became: Counter[str] = Counter()
    for _ in range(KILLS):
        creator = begin_create(place)
        time.sleep(moments.uniform(0, lasts / 2))  # the moment of the kill; then it is complete
        place.domain.kill()
        creator.wait(ENDS_WITHIN_S)
        became[settle(place)] += 1
        assert place.running() == [], f"seed {seed}, {became}"
        assert place.devices() == idle, f"seed {seed}, {became}"
    with capsys.disabled():
        print(f"\n{KILLS} kills in a create of {lasts:.3f} s, seed {seed}: {dict(became)}")
    assert [place.node.end(), place.domain.end()] == [0, 0]


@pytest.mark.parametrize("policy", ["adopt", "release"])
def test_a_killed_node_takes_what_ran_along_and_comes_again(
    tmp_path: Path, stack: ExitStack, policy: str
) -> None:
    place = Place(tmp_path, stack, "--on-restart", policy)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    for _ in range(KILLS):
        handles = place.create()
        place.node.kill()
        await_ends(handles)
        place.domain.await_line(event="application", state="released", name="radio")
        place.node.process = place.node.begin()
        place.await_node()
        assert place.running() == []
        assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_both_are_killed_and_nothing_is_left(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    for _ in range(KILLS):
        handles = place.create()
        place.node.kill()
        place.domain.kill_and_start()
        await_ends(handles)
        place.await_domain()
        place.node.process = place.node.begin()
        released = place.domain.await_line(event="application", state="released", name="radio")
        assert "was started again" in released["why"]
        place.node.await_line(event="node", state="up")
        assert place.running() == []
        assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_a_component_that_died_meanwhile_ends_the_rest(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack)
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    handles = place.create()
    process = place.running()[0]["components"][1]["process"]
    place.domain.kill()
    os.kill(process, signal.SIGKILL)
    place.domain.process = place.domain.begin()
    place.await_domain()
    released = place.domain.await_line(event="application", state="released", name="radio")
    assert "component 'tx:radio' on device 'Mast:device'" in released["why"]
    await_ends(handles)
    assert place.devices() == idle
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_what_ran_on_the_domains_own_machine_is_gone_with_it(
    tmp_path: Path, stack: ExitStack
) -> None:
    place = Place(tmp_path, stack, "--with-this-machine")
    idle = place.devices()
    place.operate("install", "--no-copy", "/radio.sad.xml")
    handles = place.create(f"rx={OWN_DEVICE}", f"tx={DEVICE}")
    place.domain.kill_and_start()
    place.await_domain()
    released = place.domain.await_line(event="application", state="released", name="radio")
    assert f"device '{OWN_DEVICE}' was started again" in released["why"]
    await_ends(handles)
    assert place.running() == []
    assert place.devices()[DEVICE] == idle[DEVICE]
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_a_damaged_state_is_refused_with_one_line(tmp_path: Path, stack: ExitStack) -> None:
    place = Place(tmp_path, stack)
    place.operate("install", "--no-copy", "/radio.sad.xml")
    place.domain.kill()
    state = tmp_path / "lab.state"
    state.write_text(state.read_text()[:-3])
    place.domain.errors.unlink()
    place.domain.process = place.domain.begin()
    assert place.domain.process.wait(ENDS_WITHIN_S) == 1
    (line,) = place.domain.errors.read_text().splitlines()
    assert f"{state}: it is damaged" in line
