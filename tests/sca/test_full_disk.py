# SPDX-License-Identifier: Apache-2.0
"""A full disk: under the files of a node, the domain's files, the domain's state.

What needs the disk fails with the cause, and leaves nothing; it works once there is room.
"""

import json
import subprocess
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
import test_recovery as recovery
import test_two_nodes as two
from programs import path_of
from small_disk import small_disk

CAUSE = "No space left on device"
TINY, LARGE = "128k", "512m"


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as result:
        yield result


def refused(manager: str, *words: object) -> str:
    """What the operator's program says of a command that fails."""
    done = subprocess.run(
        [path_of("orbweaver-control"), *map(str, words), "--timeout", "60", "--ior", manager],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode != 0, done.stdout
    return done.stderr


def files_below(folder: Path) -> set[Path]:
    return {entry for entry in folder.rglob("*") if entry.is_file()}


def test_a_node_without_room_fails_the_create_and_gives_back_all(
    tmp_path: Path, stack: ExitStack
) -> None:
    disk = stack.enter_context(small_disk(tmp_path / "small", TINY))
    place = two.Place(tmp_path, stack)
    node = place.start_node("Mast", TMPDIR=str(disk.folder))
    place.fm("two", tmp_path / "two.wav")
    place.operate("install", "--no-copy", "/waveforms/fm/two.sad.xml")
    before = files_below(disk.folder)

    failure = refused(place.manager, "create", "two", "--on", "source=Mast:device")
    assert CAUSE in failure
    assert "no copy can be kept" in failure
    assert str(disk.folder) not in failure, "a client may be on another machine"
    assert "$TMPDIR names another place" in failure
    assert "Mast:device" in failure
    assert two.usage_of_devices(place) == {"IDLE"}
    assert files_below(disk.folder) == before

    disk.enlarge(LARGE)
    place.operate("create", "two", "--on", "source=Mast:device")
    place.operate("release", "two")
    assert [node.end(), place.domain.end()] == [0, 0]


def test_a_domain_without_room_refuses_an_installation_and_keeps_no_part_of_it(
    tmp_path: Path, stack: ExitStack
) -> None:
    disk = stack.enter_context(small_disk(tmp_path / "small", TINY))
    root = disk.folder / "dom"
    root.mkdir()
    domain = stack.enter_context(two.daemon("orbweaver-domain", "--root", root))
    manager = str(domain.await_line(event="ready")["domain_manager"])
    sad = two.sdr_of_build() / "dom/waveforms/fm/fm.sad.xml"

    assert CAUSE in refused(manager, "install", sad)
    assert files_below(root) == set()

    disk.enlarge(LARGE)
    subprocess.run([path_of("orbweaver-control"), "install", sad, "--ior", manager], check=True)
    assert domain.end() == 0


def test_a_state_that_cannot_be_written_is_reported_and_stays_whole(
    tmp_path: Path, stack: ExitStack
) -> None:
    disk = stack.enter_context(small_disk(tmp_path / "small", TINY))
    state = disk.folder / "lab.state"
    place = recovery.Place(tmp_path, stack, state=state)
    place.operate("install", "--no-copy", "/radio.sad.xml")
    before = state.read_text()

    disk.fill()
    place.create()
    assert state.read_text() == before
    assert CAUSE in place.domain.errors.read_text()

    disk.make_room()
    place.operate("stop", "radio")
    place.operate("release", "radio")
    assert json.loads(state.read_text()) == json.loads(before)
    assert [place.node.end(), place.domain.end()] == [0, 0]
