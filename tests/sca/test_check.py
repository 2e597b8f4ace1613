# SPDX-License-Identifier: Apache-2.0
"""`orbweaver check` with the real program, on the sample profiles of sca/profile."""

import json
import os
import pty
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from programs import ROOT, path_of, run_native

SAMPLES = ROOT / "sca/profile/test/data"
PAGE = ROOT / "docs/reference/profiles.md"


@pytest.fixture(autouse=True)
def program(monkeypatch: pytest.MonkeyPatch) -> Path:
    path = path_of("orbweaver-check")
    monkeypatch.setenv("ORBWEAVER_BIN", str(path.parent))
    return path


@pytest.fixture
def radio(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A radio without faults, in a folder that the test may spoil."""
    shutil.copytree(SAMPLES / "good", tmp_path / "sdr")
    monkeypatch.chdir(tmp_path / "sdr/waveforms/radio")
    return Path("radio.sad.xml")


def spoil(radio: Path) -> None:
    text = radio.read_text()
    radio.write_text(text.replace('refid="gain" value="-3"', 'refid="gain" value="70000"'))


def test_a_good_radio_is_status_0_and_one_line(
    radio: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_native(["check", str(radio)]) == 0
    out, err = capfd.readouterr()
    assert out == "12 profiles: 0 errors, 0 warnings\n"
    assert err == ""


def test_an_error_is_status_2_and_names_file_line_cause_and_remedy(
    radio: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    spoil(radio)
    assert run_native(["check", str(radio)]) == 2
    assert capfd.readouterr().out == (
        "radio.sad.xml\n"
        "  23: error: property 'gain': 70000 does not fit short (-32768 to 32767) "
        "[value-not-of-type]\n"
        "      fix: write a value of the type, or change the type\n"
        "12 profiles: 1 error, 0 warnings\n"
    )


def test_a_warning_alone_is_status_0(radio: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Path("../../components/filter/filter").unlink()
    assert run_native(["check", str(radio)]) == 0
    out = capfd.readouterr().out
    assert "[binary-missing]" in out
    assert out.endswith("0 errors, 1 warning\n")


def test_strict_makes_additions_errors(capfd: pytest.CaptureFixture[str]) -> None:
    sad = str(SAMPLES / "redhawk/waveforms/radio/radio.sad.xml")
    assert run_native(["check", sad]) == 0
    assert run_native(["check", sad, "--strict"]) == 2
    assert "[strict-element-unlisted]" in capfd.readouterr().out


def test_json_on_standard_output_leaves_it_to_programs(
    radio: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    spoil(radio)
    assert run_native(["check", str(radio), "--json", "-"]) == 2
    out, err = capfd.readouterr()
    report = json.loads(out)
    assert err.endswith("1 error, 0 warnings\n")
    assert (report["schema"], report["profiles"], report["errors"]) == ("orbweaver-check/1", 12, 1)
    (finding,) = report["findings"]
    assert finding == {
        "severity": "error",
        "code": "value-not-of-type",
        "file": "radio.sad.xml",
        "line": 23,
        "what": "property 'gain'",
        "cause": "70000 does not fit short (-32768 to 32767)",
        "remedy": "write a value of the type, or change the type",
    }


def test_json_in_a_file_comes_beside_the_text(
    radio: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_native(["check", str(radio), "--json", "findings.json"]) == 0
    assert json.loads(Path("findings.json").read_text())["findings"] == []
    assert capfd.readouterr().out.endswith("0 errors, 0 warnings\n")


def test_a_file_without_a_line_has_none_in_json(capfd: pytest.CaptureFixture[str]) -> None:
    assert run_native(["check", "/none.sad.xml", "--json", "-"]) == 2
    (finding,) = json.loads(capfd.readouterr().out)["findings"]
    assert (finding["code"], finding["line"]) == ("file-missing", None)


def test_the_root_may_be_named(
    radio: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    shutil.copy(radio, tmp_path / "alone.sad.xml")
    text = (tmp_path / "alone.sad.xml").read_text()
    (tmp_path / "alone.sad.xml").write_text(text.replace("../../components", "/components"))
    words = ["check", str(tmp_path / "alone.sad.xml")]
    assert run_native(words) == 2
    assert run_native([*words, "--root", str(tmp_path / "sdr")]) == 0
    capfd.readouterr()
    assert run_native([*words, "--root", "/none"]) == 2
    assert "--root: Directory does not exist: /none" in capfd.readouterr().err


def test_sdrroot_is_the_root_where_no_absolute_name_exists(
    radio: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "root").mkdir()
    (tmp_path / "sdr").rename(tmp_path / "root/dom")
    text = (tmp_path / "root/dom/waveforms/radio/radio.sad.xml").read_text()
    alone = tmp_path / "alone.sad.xml"
    alone.write_text(text.replace("../../components", "/components"))
    assert run_native(["check", str(alone)]) == 2
    monkeypatch.setenv("SDRROOT", str(tmp_path / "root"))
    assert run_native(["check", str(alone)]) == 0


def test_control_characters_of_a_profile_do_not_reach_the_terminal(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "a.prf.xml").write_text(
        "<properties><simple id='&#x9b;a&#127;' type='x&#10;y'/></properties>", encoding="utf-8"
    )
    assert run_native(["check", str(tmp_path / "a.prf.xml")]) == 2
    out = capfd.readouterr().out
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f\x80-\x9f]", out)


def test_colours_are_for_terminals(program: Path, radio: Path) -> None:
    spoil(radio)
    words = [program, radio]
    plain = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    assert "\033" not in plain
    assert "\033[1;31merror\033[0m" in on_a_terminal(words, {})
    assert "\033" not in on_a_terminal(words, {"NO_COLOR": "1"})


def on_a_terminal(words: list[Path], environment: dict[str, str]) -> str:
    ours, theirs = pty.openpty()
    done = subprocess.Popen(words, stdout=theirs, env={**os.environ, **environment})
    os.close(theirs)
    text = b""
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # its end, on Linux
            break
        if not piece:
            break
        text += piece
    os.close(ours)
    done.wait()
    return text.decode()


@pytest.mark.parametrize(
    "words", [[], ["--max-depth", "0", "a"], ["--fast", "a"], ["--root", "/none", "a"]]
)
def test_wrong_usage_of_the_program_is_one_line_and_status_2(
    program: Path, words: list[str]
) -> None:
    done = subprocess.run([program, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.startswith("orbweaver-check: ")
    assert done.stderr.count("\n") == 1


def test_the_limits_are_options(program: Path, radio: Path) -> None:
    for option, code in (
        ("--max-bytes=100", "file-too-large"),
        ("--max-depth=3", "xml-too-deep"),
        ("--max-elements=5", "xml-too-many-elements"),
    ):
        done = subprocess.run([program, option, radio], capture_output=True, text=True, check=False)
        assert done.returncode == 2
        assert f"[{code}]" in done.stdout


def test_a_full_disk_is_status_1(program: Path, radio: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([program, radio], stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 1
    assert done.stderr == b"orbweaver-check: standard output: No space left on device\n"


def test_two_thousand_profiles_are_read_in_one_call(
    radio: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    for number in range(2000):
        folder = tmp_path / "sdr/waveforms" / f"radio{number}"
        folder.mkdir()
        shutil.copy(radio, folder)
    files = [str(path) for path in (tmp_path / "sdr/waveforms").rglob("*.sad.xml")]
    assert run_native(["check", *files]) == 0
    assert capfd.readouterr().out == "2012 profiles: 0 errors, 0 warnings\n"


def test_the_page_lists_every_code(program: Path) -> None:
    done = subprocess.run([program, "--codes"], capture_output=True, text=True, check=True)
    rows = [line for line in PAGE.read_text().splitlines() if line.startswith("| `")]
    listed = [row for row in rows if "| error |" in row or "| warning |" in row]
    assert listed == done.stdout.splitlines()
