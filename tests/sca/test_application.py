# SPDX-License-Identifier: Apache-2.0
"""`orbweaver run X.sad.xml` and `orbweaver plan` with the real domain and real components."""

import json
import subprocess
from pathlib import Path

import pytest
from orbweaver.cli.main import run_command
from orbweaver.model.application import ApplicationRun
from orbweaver.problems import BadInput
from orbweaver.run.programs import locate_profile
from programs import path_of, run_native

COMPONENTS = ["source", "magnitude", "slicer", "checker"]


@pytest.fixture(scope="module")
def sad() -> Path:
    """The receiver, as it was built."""
    programs = path_of("orbweaver-run").parent
    path_of("orbweaver-component-host")
    try:
        return locate_profile("waveforms/adsb/adsb.sad.xml", programs)
    except BadInput as problem:
        pytest.skip(str(problem))


@pytest.fixture(scope="module")
def air(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Half a second of samples."""
    target = tmp_path_factory.mktemp("air") / "air.cu8"
    generator = [path_of("adsb-generate"), "--out", target, "--seconds", "0.5", "--seed", "1"]
    subprocess.run(generator, check=True, capture_output=True)
    return target


def received(sad: Path, air: Path, result: Path, *words: str) -> ApplicationRun:
    settings = ["--set", f"source.input={air}", "--set", "checker.format=json"]
    assert run_command(["run", str(sad), *settings, "--json", str(result), *words]) == 0
    return ApplicationRun.model_validate_json(result.read_text())


def frames(run: ApplicationRun) -> list[str]:
    events = run.components[-1].events
    return [json.dumps(event) for event in events if event["event"] == "frame"]


def test_the_components_of_one_host_find_what_processes_of_their_own_find(
    sad: Path, air: Path, tmp_path: Path
) -> None:
    runs = {
        placement: received(sad, air, tmp_path / "r.json", "--placement", placement)
        for placement in ("separate", "together")
    }
    for run in runs.values():
        assert [one.name for one in run.components] == COMPONENTS
        assert run.failures == []
        assert run.components[-1].events[-1] == {"event": "end_of_stream"}
        assert all(one.ended is None for one in run.components)
    apart, together = runs["separate"], runs["together"]
    assert len({one.process for one in apart.components}) == 4
    assert len({one.process for one in together.components}) == 1
    assert frames(together) == frames(apart) != []


def test_a_recording_that_is_not_there_is_a_failure_in_one_line(
    sad: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["run", str(sad), "--set", f"source.input={tmp_path}/none.cu8"]
    assert run_command(words) == 1
    said = capsys.readouterr().err
    assert "source" in said
    assert "none.cu8" in said
    assert said.count("\n") == 1


def test_a_plan_names_library_and_program(sad: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_native(["plan", str(sad), "--placement", "together", "--json", "-"]) == 0
    plan = json.loads(capsys.readouterr().out)
    fits = [trial["component"] for trial in plan["trials"] if trial["fits"]]
    assert fits == COMPONENTS
    code = [
        one["subject"]
        for trial in plan["trials"]
        for one in trial["comparisons"]
        if one["what"] == "code"
    ]
    assert code == ["SharedLibrary"] * 4
