# SPDX-License-Identifier: Apache-2.0
"""Upgrades while radios run: of an application that is wanted, of the domain, and of a node."""

import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import ExitStack
from pathlib import Path

import pytest
from programs import ENDS_WITHIN_S, path_of
from test_recovery import Place, await_ends
from test_upkeep import WANTED, await_upkeep, handles_of, problems

FIRST = "/radio.sad.xml"
SECOND = "/versions/radio/2/radio.sad.xml"


@pytest.fixture
def stack() -> Generator[ExitStack, None, None]:
    with ExitStack() as result:
        yield result


@pytest.fixture
def runtime(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the domains of this test say that they run, and no other ones."""
    folder = tmp_path / "run"
    folder.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(folder))
    return folder


@pytest.fixture
def place(tmp_path: Path, stack: ExitStack, runtime: Path) -> Place:
    assert runtime.is_dir()
    wanted = tmp_path / "wanted.toml"
    wanted.write_text(WANTED)
    result = Place(tmp_path, stack, "--wanted", wanted)
    await_upkeep(result, "made")
    return result


def second_version(place: Place) -> str:
    """On this machine: the same files, as another version has them."""
    root = place.folder / "second"
    subprocess.run(["cp", "-r", place.root, root], check=True)
    return str(root / "radio.sad.xml")


def profiles(place: Place) -> list[str]:
    return [entry["profile"] for entry in place.running()]


def leave(*words: str) -> subprocess.CompletedProcess[str]:
    command = [path_of("orbweaver-domain"), "--leave", *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S
    )


def test_an_upgraded_application_is_the_one_that_is_wanted(place: Place) -> None:
    before = handles_of(place)
    done = place.operate("upgrade", "radio", second_version(place), "--on", "rx=this_machine")
    assert (done["profile"], done["before"]["profile"]) == (SECOND, FIRST)
    await_ends(before)
    assert profiles(place) == [SECOND]
    assert problems(place) == []
    handles = handles_of(place)
    signal.pidfd_send_signal(handles[0], signal.SIGKILL)
    await_upkeep(place, "will_be_made_again")
    await_ends(handles)
    await_upkeep(place, "made")
    assert profiles(place) == [SECOND]
    place.domain.kill_and_start()
    place.await_domain()
    place.domain.await_line(event="application", state="adopted")
    assert profiles(place) == [SECOND]
    assert problems(place) == []
    place.operate("rollback", "radio")
    assert profiles(place) == [FIRST]
    assert problems(place) == []
    assert not (place.root / "versions").exists()
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_the_domain_leaves_what_runs_to_the_next_one(place: Place) -> None:
    before = place.running()
    done = leave()
    assert (done.returncode, done.stderr) == (0, "")
    process = place.domain.process.pid
    assert done.stdout == (
        f"domain 'Lab' (process {process}) has ended; these applications go on: 'radio'; "
        "the next one that is started with its --state adopts it\n"
    )
    assert place.domain.process.wait(ENDS_WITHIN_S) == 0
    place.domain.process = place.domain.begin()
    place.await_domain()
    place.domain.await_line(event="application", state="adopted", name="radio")
    assert place.running() == before
    assert [place.node.end(), place.domain.end()] == [0, 0]


def test_no_domain_that_could_leave_is_one_line(place: Place, runtime: Path) -> None:
    done = leave("--name", "None")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "orbweaver-domain: no domain 'None' of this user runs on this machine; "
        "choose with --name from 'Lab'\n"
    )
    command = [path_of("orbweaver-domain"), "--root", place.root, "--name", "Stateless"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as stateless:
        assert stateless.stdout is not None
        assert '"ready"' in stateless.stdout.readline()
        done = leave("--name", "Stateless")
        assert (done.returncode, done.stdout) == (1, "")
        assert "keeps no state, so the next one could not adopt what runs" in done.stderr
        assert leave().stderr.endswith("choose with --name from 'Lab', 'Stateless'\n")
        stateless.send_signal(signal.SIGTERM)
        stateless.communicate(timeout=ENDS_WITHIN_S)
    assert [place.node.end(), place.domain.end()] == [0, 0]
    assert leave().stderr.endswith("no domain of this user runs on this machine\n")
    assert os.listdir(runtime / "orbweaver") == []


def test_what_ran_on_a_node_runs_on_its_new_version(place: Place) -> None:
    before = handles_of(place)
    assert place.node.end() == 0
    await_ends(before)
    await_upkeep(place, "lacks_device")
    for profile in (place.folder / "dev").rglob("*.prf.xml"):
        profile.write_text(profile.read_text() + "<!-- the next version -->\n")
    place.node.process = place.node.begin()
    await_upkeep(place, "made")
    assert problems(place) == []
    assert [place.node.end(), place.domain.end()] == [0, 0]
