# SPDX-License-Identifier: Apache-2.0
"""What components say with log(): the AX.25 receiver's deframers, of frames that noise has spoiled,
on this machine's own `run` and on a node of a domain."""

import json
import re
from contextlib import ExitStack
from pathlib import Path

import pytest
from orbweaver.cli.main import run_command
from programs import Line, path_of
from test_two_nodes import Place

NOISY = {
    "source.frames": "4", "source.noise": "0.14", "source.sample_rate": "48000",
    "*.log_level": "debug",
}  # fmt: skip
SAID = re.compile(r"frames with a wrong check sequence before \d+\.\d{3} s: \d+")
TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z")
DEFRAMERS = {"deframer_low", "deframer_flat", "deframer_high"}


def words_of(settings: dict[str, str]) -> list[str]:
    return [word for name, value in settings.items() for word in ("--set", f"{name}={value}")]


def test_a_run_shows_level_and_component_and_its_result_has_the_time_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    bin_folder = str(path_of("orbweaver-run").parent)
    words = ["run", "ax25", *words_of(NOISY), "--json", "r.json", "--bin", bin_folder]
    assert run_command(words) == 0
    shown = re.findall(r"^(\w+): debug: (.*)$", capfd.readouterr().out, re.M)
    assert shown
    assert {component for component, _ in shown} <= DEFRAMERS
    assert all(SAID.fullmatch(text) for _, text in shown)
    components = json.loads(Path("r.json").read_text())["components"]
    events: list[Line] = [event for entry in components for event in entry["events"]]
    logged = [entry for entry in events if entry.get("event") == "log"]
    logged = [entry for entry in logged if entry["level"] != "info"]  # which sinks write where
    assert len(logged) == len(shown)
    for entry in logged:
        assert entry["level"] == "debug"
        assert TIME.fullmatch(str(entry["time"]))
        assert str(entry["name"]) in {f"ax25/{name}" for name in DEFRAMERS}
        assert SAID.fullmatch(str(entry["text"]))


def test_nothing_is_shown_below_the_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    bin_folder = str(path_of("orbweaver-run").parent)
    settings = {**NOISY, "*.log_level": "info"}
    assert run_command(["run", "ax25", *words_of(settings), "--bin", bin_folder]) == 0
    assert "check sequence" not in capfd.readouterr().out


def test_the_log_of_a_node_has_what_its_components_say(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    log = tmp_path / "node.log"
    with ExitStack() as stack:
        place = Place(tmp_path, stack)
        node = place.start_node("Mast", "--log", log)
        place.operate("install", "--no-copy", "/waveforms/ax25/ax25.sad.xml")
        files = {"monitor.output": f"{tmp_path}/a.jsonl", "kiss.output": f"{tmp_path}/a.kiss"}
        place.operate("create", "ax25", *words_of({**NOISY, **files}))
        place.operate("start", "ax25")
        node.await_line("monitor", "end_of_stream", event="output")
        place.operate("release", "ax25")
    assert run_command(["log", str(log), "--json"]) == 0
    records = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    said = [record for record in records if record["level"] == "PROGRAMMER_DEBUG"]
    assert said
    for entry in said:
        assert entry["name"] in {f"ax25/{name}" for name in DEFRAMERS}
        assert TIME.fullmatch(entry["time"])
        assert SAID.fullmatch(entry["text"])
