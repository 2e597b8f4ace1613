# SPDX-License-Identifier: Apache-2.0
"""A user of one machine types the verb alone: domain, node and commands find each other."""

import json
import os
import signal
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from programs import ENDS_WITHIN_S, path_of

Line = dict[str, Any]


class User:
    """One with a folder for what runs, which no other test sees."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.folder.mkdir(mode=0o700)
        self.environment = os.environ | {"XDG_RUNTIME_DIR": str(folder), "ORBWEAVER_DOMAIN": ""}
        self.environment.pop("SDRROOT", None)

    @contextmanager
    def running(self, program: str, *words: str) -> Generator[subprocess.Popen[str]]:
        with subprocess.Popen(
            [path_of(program), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
        ) as process:
            try:
                yield process
            finally:
                process.kill()

    def call(self, *words: str, folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [path_of("orbweaver-control"), *words],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
            timeout=ENDS_WITHIN_S,
            env=self.environment,
        )

    def domain_of(self, *words: str) -> str:
        """The name of the domain that `apps` finds."""
        done = self.call("apps", "--json", *words)
        assert (done.returncode, done.stderr) == (0, "")
        return str(json.loads(done.stdout)["domain"])


def read_until(process: subprocess.Popen[str], **wanted: object) -> list[Line]:
    """The lines up to the first that has these members."""
    assert process.stdout is not None
    lines: list[Line] = []
    for text in process.stdout:
        lines.append(json.loads(text))
        if wanted.items() <= lines[-1].items():
            return lines
    raise AssertionError(f"it never printed {wanted}, but {lines}")


@pytest.fixture
def user(tmp_path: Path) -> User:
    return User(tmp_path / "run")


def test_domain_node_and_commands_need_no_option(user: User) -> None:
    with user.running("orbweaver-domain") as domain:
        read_until(domain, event="ready")
        assert user.domain_of() == "Orbweaver"
        assert user.domain_of("--domain", "Orbweaver") == "Orbweaver"
        with user.running("orbweaver-node") as node:
            read_until(node, event="node", state="up")
            devices = user.call("devices")
            assert (devices.returncode, devices.stderr) == (0, "")
            assert "Orbweaver:this_machine:device" in devices.stdout
            node.send_signal(signal.SIGTERM)
            assert node.wait(ENDS_WITHIN_S) == 0
        domain.send_signal(signal.SIGTERM)
        assert domain.wait(ENDS_WITHIN_S) == 0
    assert list(user.folder.rglob("*.domain")) == []


def test_a_node_may_start_before_its_domain(user: User) -> None:
    with user.running("orbweaver-node") as node:
        *_, waits = read_until(node, event="node", state="waiting")
        assert "no such domain of this user runs on this machine" in waits["why"]
        with user.running("orbweaver-domain") as domain:
            read_until(domain, event="ready")
            *_, up = read_until(node, event="node", state="up")
            assert up["ready"] == ["Orbweaver:this_machine:device"]
            node.send_signal(signal.SIGTERM)
            assert node.wait(ENDS_WITHIN_S) == 0


def test_a_node_waits_for_the_domain_that_it_is_to_join(user: User) -> None:
    with user.running("orbweaver-domain", "--name", "One") as other:
        read_until(other, event="ready")
        with user.running("orbweaver-node", "--domain", "Two") as node:
            read_until(node, event="node", state="waiting")
            with user.running("orbweaver-domain", "--name", "Two") as domain:
                read_until(domain, event="ready")
                read_until(node, event="node", state="up")
                assert (
                    "Orbweaver:this_machine:device"
                    in user.call("devices", "--domain", "Two").stdout
                )
                node.send_signal(signal.SIGTERM)
                assert node.wait(ENDS_WITHIN_S) == 0


def test_a_domain_that_was_killed_is_not_found(user: User) -> None:
    with user.running("orbweaver-domain") as domain:
        read_until(domain, event="ready")
        domain.kill()
        domain.wait(ENDS_WITHIN_S)
    assert len(list(user.folder.rglob("*.domain"))) == 1
    done = user.call("apps")
    assert done.returncode == 2
    assert "no domain of this user runs on this machine; start one with" in done.stderr
    with user.running("orbweaver-domain") as again:
        read_until(again, event="ready")
        assert user.domain_of() == "Orbweaver"


def test_several_domains_are_chosen_by_name(user: User) -> None:
    with ExitStack() as all_of_them:
        for name in ("One", "Two"):
            domain = all_of_them.enter_context(user.running("orbweaver-domain", "--name", name))
            read_until(domain, event="ready")
        done = user.call("apps")
        assert done.returncode == 2
        assert "choose with --domain from 'One', 'Two'" in done.stderr
        assert user.domain_of("--domain", "Two") == "Two"
        same = all_of_them.enter_context(user.running("orbweaver-domain", "--name", "One"))
        *_, notice, _ = read_until(same, event="ready")
        assert notice["event"] == "notice"
        assert notice["line"].startswith("another domain 'One' of this user runs")


def working_folder_of(user: User, component: str, *words: str) -> Any:
    done = user.call("props", component, "working_folder", "--json", *words)
    assert (done.returncode, done.stderr) == (0, "")
    return json.loads(done.stdout)["properties"][0].get("value")


def test_files_count_from_the_folder_in_which_create_was_typed(user: User, tmp_path: Path) -> None:
    with user.running("orbweaver-domain", "--with-this-machine") as domain:
        *_, ready = read_until(domain, event="ready")
        installed = user.call("install", "--no-copy", "/waveforms/fm/fm.sad.xml")
        assert (installed.returncode, installed.stderr) == (0, "")

        def create(name: str, *words: str) -> None:
            created = user.call("create", "fm", "--name", name, *words, folder=tmp_path)
            assert (created.returncode, created.stderr) == (0, "")

        create("here")
        assert working_folder_of(user, "here/wav") == str(tmp_path)
        create("there", "--set", "wav.working_folder=/elsewhere")
        assert working_folder_of(user, "there/wav") == "/elsewhere"
        assert working_folder_of(user, "there/source") == str(tmp_path)

        # A user that finds no file of the domain does not know where it runs.
        elsewhere = tmp_path / "another"
        elsewhere.mkdir(mode=0o700)
        user.environment["XDG_RUNTIME_DIR"] = str(elsewhere)
        reference = ("--ior", ready["domain_manager"])
        create("far", *reference)
        assert working_folder_of(user, "far/wav", *reference) is None


def test_a_domain_without_a_root_says_how_to_give_one(user: User, tmp_path: Path) -> None:
    user.environment["SDRROOT"] = str(tmp_path / "none")
    with user.running("orbweaver-domain") as domain:
        assert domain.wait(ENDS_WITHIN_S) == 2
        assert domain.stderr is not None
        assert f"give --root DIR: there is no folder {tmp_path}/none/dom" in domain.stderr.read()
