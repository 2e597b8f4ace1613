# SPDX-License-Identifier: Apache-2.0
"""`orbweaver-run --json`: the record of a run, as docs/reference/application-result.md has it."""

import json
import subprocess
from pathlib import Path

import pytest
from orbweaver import __version__
from orbweaver.model.application import ApplicationRun
from programs import ENDS_WITHIN_S, path_of
from subject_radio import Radio


@pytest.fixture
def radio(tmp_path: Path) -> Radio:
    return Radio(tmp_path)


def run(radio: Radio, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [path_of("orbweaver-run"), str(radio.sad), *options],
        capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S, env=radio.environment,
    )  # fmt: skip


def test_the_record_says_what_was_run_and_what_came_of_it(radio: Radio, tmp_path: Path) -> None:
    target = tmp_path / "r.json"
    done = run(radio, "--set", "tx.follow=true", "--explain", "--placement", "separate",
               "--json", str(target))  # fmt: skip
    assert done.returncode == 2, "the components have no property `explain`"
    assert not target.exists()
    done = run(radio, "--set", "tx.follow=true", "--placement", "separate", "--json", str(target))
    assert (done.returncode, "as asked" in done.stdout) == (0, True)
    record = ApplicationRun.model_validate_json(target.read_text())
    assert (record.sad, record.settings) == (str(radio.sad), ["tx.follow=true"])
    assert (record.placement, record.interrupted, record.failures) == ("separate", False, [])
    assert [one.name for one in record.components] == ["rx", "tx"]
    tx = record.components[1]
    assert (tx.identifier, tx.device, tx.ended) == ("tx:radio", "Orbweaver:this_machine", None)
    assert {"event": "end_of_stream"} in tx.events
    assert record.created_ms is not None and record.created_ms > 0
    assert record.ran_ms is not None
    assert record.provenance.version == __version__
    assert record.provenance.cores >= 1


@pytest.mark.parametrize(
    ("words", "placement"),
    [
        (["--processes", "separate"], "separate"),
        (["--processes", "collocated"], "together"),
        (["--transport", "inproc"], "together"),
    ],
)
def test_words_of_the_lab_say_where_components_live(
    words: list[str], placement: str, radio: Radio
) -> None:
    done = run(radio, "--set", "tx.follow=true", *words, "--json", "-")
    assert (done.returncode, done.stderr.count("error")) == (0, 0)
    assert ApplicationRun.model_validate_json(done.stdout).placement == placement


def test_an_option_takes_one_value_so_that_the_waveform_may_follow(radio: Radio) -> None:
    done = subprocess.run(
        [path_of("orbweaver-run"), "--json", "-", "--set", "tx.follow=true", str(radio.sad)],
        capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S, env=radio.environment,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert ApplicationRun.model_validate_json(done.stdout).settings == ["tx.follow=true"]


def test_standard_output_has_the_record_alone(radio: Radio) -> None:
    done = run(radio, "--set", "tx.follow=true", "--json", "-")
    assert done.returncode == 0
    assert ApplicationRun.model_validate_json(done.stdout).failures == []
    assert "as asked" in done.stderr


def test_a_failure_is_in_the_record(radio: Radio) -> None:
    radio.write(rx="behave=die at start")
    done = run(radio, "--json", "-")
    assert done.returncode == 1
    failures = ApplicationRun.model_validate_json(done.stdout).failures
    assert any("rx:radio" in failure for failure in failures)
    assert all(f"orbweaver-run: {failure}\n" in done.stderr for failure in failures)


@pytest.mark.parametrize("words", [["--set", "rx.nonsense=1"], ["--root", "/none"], ["--nonsense"]])
def test_what_is_refused_is_an_error_in_json(words: list[str], radio: Radio) -> None:
    done = run(radio, *words, "--json", "-")
    assert done.returncode == 2
    line = json.loads(done.stdout)["error"]["line"]
    assert done.stderr.endswith(f"orbweaver-run: {line}\n")


def test_events_and_a_record_are_not_wanted_at_once(radio: Radio, tmp_path: Path) -> None:
    done = run(radio, "--events", "--json", str(tmp_path / "r.json"))
    assert done.returncode == 2
    assert "--json" in done.stderr
    assert not (tmp_path / "r.json").exists()
