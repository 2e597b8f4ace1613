# SPDX-License-Identifier: Apache-2.0
"""`orbweaver plan` with the real program, on the sample profiles of sca/profile."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from programs import ROOT, path_of, run_native

SAMPLES = ROOT / "sca/profile/test/data/good"

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def program(monkeypatch: pytest.MonkeyPatch) -> Path:
    path = path_of("orbweaver-plan")
    monkeypatch.setenv("ORBWEAVER_BIN", str(path.parent))
    return path


def change_packages(folder: Path, change: Callable[[str], str]) -> None:
    for spd in folder.glob("components/*/*.spd.xml"):
        spd.write_text(change(spd.read_text()))


@pytest.fixture
def radio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Of three components that this machine can run."""
    folder = tmp_path / "sdr"
    shutil.copytree(SAMPLES, folder)
    change_packages(folder, lambda text: text.replace('"tuners" value="1"', '"memory" value="1"'))
    monkeypatch.chdir(folder / "waveforms/radio")
    return Path("radio.sad.xml")


@pytest.fixture
def too_large_radio(radio: Path) -> Path:
    """Its components want more memory than any machine has."""
    wanted, more = (f'<propertyref refid="memory" value="{one}"/>' for one in ("64", "9" * 18))
    change_packages(Path("../.."), lambda text: text.replace(wanted, more))
    return radio


def test_a_plan_shows_what_matched_with_both_values(radio: Path, capsys: Capture) -> None:
    given = ["--placement", "separate", "--set", "Source1.EXECUTE_OPTION::PRIORITY=10"]
    assert run_native(["plan", str(radio), *given]) == 0
    shown, errors = capsys.readouterr()
    lines = [line.strip() for line in shown.splitlines()]
    assert "component 'Source1'" in lines
    assert any(re.fullmatch(r"\+ capacity 'memory': wants 64, found \d{8,}", one) for one in lines)
    assert "+ os: wants Linux, found Linux" in shown
    assert "implementation 'DCE:source-linux' on device 'Orbweaver:this_machine': fits" in lines
    (executed,) = [line for line in lines if "'Source1' is executed with " in line]
    assert "PRIORITY=10" in executed
    assert "does not fit" not in shown
    assert errors == ""


def test_a_plan_that_fits_nowhere_ends_with_status_1_and_the_reason(
    too_large_radio: Path, capsys: Capture
) -> None:
    assert run_native(["plan", str(too_large_radio), "--json", "-"]) == 1
    shown, errors = capsys.readouterr()
    plan = json.loads(shown)
    assert plan["fits"] is False
    assert [one["component"] for one in plan["failures"]] == ["Filter1:Radio", "Source1:Radio",
                                                              "Factory1:Radio"]  # fmt: skip
    assert "does not fit" in errors
    last = errors.splitlines()[-1]
    assert last.startswith("orbweaver-plan: component 'Factory1:Radio': plan: refused: ")
    assert f"capacity: wants memory {'9' * 18}, found " in last


def test_the_reason_is_on_standard_error_beside_the_text_too(
    too_large_radio: Path, capsys: Capture
) -> None:
    assert run_native(["plan", str(too_large_radio)]) == 1
    shown, errors = capsys.readouterr()
    assert "does not fit" in shown
    assert [line.partition(" plan: ")[0] for line in errors.splitlines()] == [
        f"orbweaver-plan: component '{name}:Radio':" for name in ("Filter1", "Source1", "Factory1")
    ]


def test_a_plan_of_bad_input_is_one_line_and_status_2(radio: Path, capsys: Capture) -> None:
    radio.write_text("<?xml version='1.0'?>\n\n<softpkg id='x' name='x'/>")
    assert run_native(["plan", str(radio)]) == 2
    shown, errors = capsys.readouterr()
    assert shown == ""
    assert errors.startswith("orbweaver-plan: radio.sad.xml")
    assert errors.count("\n") == 1


def test_bad_input_says_all_that_is_wrong(radio: Path, capsys: Capture) -> None:
    text = radio.read_text()
    for file in ("source/source", "factory/factory"):
        text = text.replace(f"/components/{file}.spd.xml", f"/components/{file}.none.xml")
    radio.write_text(text)
    assert run_native(["plan", str(radio)]) == 2
    errors = capsys.readouterr().err.splitlines()
    assert len(errors) >= 2
    assert all(line.startswith("orbweaver-plan: ") for line in errors)
    assert "source.none.xml" in errors[0]
    assert "factory.none.xml" in errors[-1]


@pytest.mark.parametrize("option", [["--json", "-"], ["--json=-"]])
@pytest.mark.parametrize("words", [["/none/x.sad.xml"], ["/none/x.sad.xml", "--nonsense"], []])
def test_a_failure_is_json_where_json_is_asked_for(
    words: list[str], option: list[str], capsys: Capture
) -> None:
    assert run_native(["plan", *words, *option]) == 2
    shown, errors = capsys.readouterr()
    assert f"orbweaver-plan: {json.loads(shown)['error']['line']}\n" == errors


@pytest.mark.parametrize("target", ["/none/plan.json", ".", ""])
def test_a_file_that_could_not_be_written_is_refused_before_the_plan(
    target: str, radio: Path, capsys: Capture
) -> None:
    assert run_native(["plan", str(radio), "--json", target]) == 2
    shown, errors = capsys.readouterr()
    assert shown == ""
    assert errors.startswith("orbweaver-plan: --json: ")
    assert errors.count("\n") == 1


def test_the_plan_goes_to_a_file_beside_the_text(radio: Path, capsys: Capture) -> None:
    assert run_native(["plan", str(radio), "--json", "plan.json"]) == 0
    assert json.loads(Path("plan.json").read_text())["fits"] is True
    assert "component 'Source1'" in capsys.readouterr().out
