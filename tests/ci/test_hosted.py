# SPDX-License-Identifier: Apache-2.0
"""The forms and workflows below .github/: they can be read, and the workflows call lanes of
`.ci/run` that are there."""

import itertools
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
FORMS = sorted(
    path for path in (ROOT / ".github/ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config"
)
ELEMENTS = {"markdown", "input", "textarea", "dropdown", "checkboxes"}
CALL = re.compile(r"\.ci/run (.+)")
PREPARES = "apt-get update && apt-get install "  # a bare container

Mapping = dict[str, Any]


def read(path: Path) -> Mapping:
    return cast(Mapping, yaml.safe_load(path.read_text("utf-8")))


def jobs(path: Path) -> list[Mapping]:
    return list(cast(dict[str, Mapping], read(path)["jobs"]).values())


def variants(job: Mapping) -> list[dict[str, str]]:
    """What the job's matrix puts into its steps, once for each run."""
    matrix = cast(dict[str, list[str]], job.get("strategy", {}).get("matrix", {}))
    return [dict(zip(matrix, entry, strict=True)) for entry in itertools.product(*matrix.values())]


def commands(path: Path) -> list[str]:
    """Each command of a workflow, as its runs have it."""
    found: list[str] = []
    for job in jobs(path):
        texts = [str(step["run"]) for step in job["steps"] if "run" in step]
        if "container" in job:
            texts = [text for text in texts if not text.startswith(PREPARES)]
        for values, text in itertools.product(variants(job), texts):
            filled = text
            for name, value in values.items():
                filled = re.sub(rf"\$\{{\{{ *matrix\.{name} *\}}\}}", value, filled)
            found.append(filled.strip())
    return found


def lanes_of(command: str) -> list[str]:
    found = CALL.fullmatch(command)
    assert found, f"a workflow only calls .ci/run: {command}"
    return found[1].split()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree whose `x` does nothing, so that each lane that exists passes."""
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci/run", tmp_path / ".ci/run")
    (tmp_path / "x").write_text("#!/bin/sh\n")
    (tmp_path / "x").chmod(0o755)
    return tmp_path


def run(tree: Path, *lanes: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [".ci/run", *lanes], cwd=tree, capture_output=True, text=True, check=False
    )


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_has_what_a_runner_needs(path: Path) -> None:
    # YAML 1.1 reads the word `on` as true.
    assert {"name", True, "permissions", "jobs"} <= set(cast(dict[Any, Any], read(path)))
    for job in jobs(path):
        assert {"runs-on", "steps", "timeout-minutes"} <= set(job)
        for step in job["steps"]:
            assert ("uses" in step) != ("run" in step)
            assert "@" in step.get("uses", "@")


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_a_workflow_calls_lanes_that_are_there(tree: Path, path: Path) -> None:
    for command in commands(path):
        done = run(tree, *lanes_of(command))
        assert done.returncode == 0, done.stderr


def test_a_lane_that_is_not_there_fails(tree: Path) -> None:
    assert run(tree, "no-such-lane").returncode == 2


def test_each_distribution_of_the_promise_is_tested() -> None:
    """Those that VERSIONING.md names: of the runner, or of the container in it."""
    tested = {
        job.get("container", {}).get("image", job["runs-on"])
        for path in WORKFLOWS
        for job in jobs(path)
        if any("run" in step and ".ci/run" in step["run"] for step in job["steps"])
    }
    promise = (ROOT / "VERSIONING.md").read_text("utf-8")
    for name, machine in (("Debian 12", "debian:12"), ("Ubuntu 24.04", "ubuntu-24.04")):
        assert name in promise
        assert machine in tested


def test_each_lane_is_called_by_a_workflow(tree: Path) -> None:
    said = run(tree, "all").stderr
    (listed,) = (line.split("lanes: ")[1] for line in said.splitlines() if "lanes: " in line)
    called = {lane for path in WORKFLOWS for text in commands(path) for lane in lanes_of(text)}
    assert called == {*listed.split(), "tidy"}


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_has_elements_that_its_reader_knows(path: Path) -> None:
    form = read(path)
    assert {"name", "description", "body"} <= set(form)
    elements = cast(list[Mapping], form["body"])
    assert {element["type"] for element in elements} <= ELEMENTS
    asked = [element for element in elements if element["type"] != "markdown"]
    assert all(element["attributes"]["label"] for element in asked)
    ids = [element["id"] for element in asked]
    assert len(ids) == len(set(ids))
    for element in asked:
        if element["type"] in {"dropdown", "checkboxes"}:
            assert element["attributes"]["options"]


def test_forms_and_pages_name_files_that_are_there() -> None:
    """SECURITY.md and its like, wherever the forms and the pages of the root name them."""
    texts = [*FORMS, *(ROOT / ".github").glob("*.md")]
    named = {
        name for path in texts for name in re.findall(r"\b([A-Z]{5,}\.md)\b", path.read_text())
    }
    assert named
    assert [name for name in sorted(named) if not (ROOT / name).is_file()] == []
