# SPDX-License-Identifier: Apache-2.0
"""A component that is given no recording plays one that `orbweaver-run` lets a program generate."""

import os
import select
import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from orbweaver.model.application import ApplicationRun
from programs import ENDS_WITHIN_S, path_of
from subject_radio import Radio

PROPERTY_FILE = """<?xml version="1.0"?>
<properties>
  <simple id="behave" name="conduct" type="string" mode="readwrite"><value></value>
    <kind kindtype="execparam"/></simple>
  <simple id="follow" type="boolean" mode="readwrite"><value>true</value>
    <kind kindtype="execparam"/></simple>
</properties>
"""
RECORDING = """[recording]
component = "rx"
property = "{property}"
file = "air.cu8"
generate = ["{program}", "--seconds", "3"]
"""
BEGIN = """#!/bin/sh
while [ "$1" != --out ]; do shift; done
echo half > "$2"
echo $$ > "{begun}"
exec sleep {seconds}
"""
DEAF = BEGIN.replace("#!/bin/sh\n", "#!/bin/sh\ntrap '' TERM\n")
LONGER_THAN_A_TEST_S = 2 * ENDS_WITHIN_S


class RecordedRadio(Radio):
    """Its component rx has a recording as property `behave`, which is named `conduct`."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        (self.root / "subject/subject.prf.xml").write_text(PROPERTY_FILE)
        self.begun = folder / "begun"
        os.mkfifo(self.begun)
        self.program = folder / "generate"
        self.describe()

    def describe(self, property_: str = "behave") -> None:
        text = RECORDING.format(property=property_, program=self.program)
        (self.root / "radio.run.toml").write_text(text)

    def generate_by(self, script: str) -> None:
        self.program.write_text(script)
        self.program.chmod(0o700)

    @contextmanager
    def generating(
        self, *options: str, script: str = BEGIN
    ) -> Generator[tuple[subprocess.Popen[str], int]]:
        """The program while its generator runs, and the generator's process."""
        self.generate_by(script.format(begun=self.begun, seconds=LONGER_THAN_A_TEST_S))
        command = [path_of("orbweaver-run"), str(self.sad), *options]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=self.environment, process_group=0,
        ) as process:  # fmt: skip
            try:
                yield process, int(self.begun.read_text())
            finally:
                process.kill()


@pytest.fixture
def radio(tmp_path: Path) -> RecordedRadio:
    return RecordedRadio(tmp_path)


def wait_for_the_end(handle: int) -> None:
    readable, _, _ = select.select([handle], [], [], ENDS_WITHIN_S)
    os.close(handle)
    assert readable, "the generator is still there"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_run_that_generates_its_recording(
    number: signal.Signals, radio: RecordedRadio
) -> None:
    with radio.generating("--json", "-") as (process, generator):
        handle = os.pidfd_open(generator)
        process.send_signal(number)
        output, errors = process.communicate(timeout=ENDS_WITHIN_S)
    assert (process.returncode, errors) == (
        0, "orbweaver-run: ending; one more signal ends it at once\n",
    )  # fmt: skip
    record = ApplicationRun.model_validate_json(output)
    assert (record.interrupted, record.components, record.failures) == (True, [], [])
    wait_for_the_end(handle)
    assert list(radio.temporary.iterdir()) == []


def test_ctrl_c_reaches_the_generator_too_and_is_no_failure_of_it(radio: RecordedRadio) -> None:
    with radio.generating() as (process, _):
        os.killpg(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=ENDS_WITHIN_S)
    assert (process.returncode, errors.count("\n")) == (0, 1)


def test_a_second_signal_ends_it_at_once(radio: RecordedRadio) -> None:
    with radio.generating(script=DEAF) as (process, generator):
        handle = os.pidfd_open(generator)
        process.send_signal(signal.SIGTERM)
        assert process.stderr is not None
        process.stderr.readline()
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=ENDS_WITHIN_S)
    wait_for_the_end(handle)


def test_a_generator_ends_with_a_run_that_is_killed(radio: RecordedRadio) -> None:
    with radio.generating() as (process, generator):
        handle = os.pidfd_open(generator)
        process.kill()
        process.communicate(timeout=ENDS_WITHIN_S)
    wait_for_the_end(handle)


FAILING = """#!/bin/sh
echo no antenna
exit 3
"""
DIES = 1


def test_a_generator_that_fails_is_one_line(radio: RecordedRadio) -> None:
    radio.generate_by(FAILING)
    status, lines, errors = radio.run()
    line = f"no recording was made: {radio.program}: exit status 3: no antenna"
    assert (status, errors) == (2, f"orbweaver-run: {line}\n")
    assert lines == [{"event": "failure", "line": line}]


def test_a_recording_is_generated_and_set(radio: RecordedRadio) -> None:
    radio.generate_by('#!/bin/sh\necho "$@" > "$4"\n')
    status, _, errors = radio.run("--set", "tx.follow=true")
    assert (status, errors) == (0, "")


@pytest.mark.parametrize("described", ["behave", "conduct"])
@pytest.mark.parametrize("typed", ["rx.behave", "rx.conduct", "*.behave", "*.conduct"])
def test_a_recording_that_is_set_goes_before_the_generated_one(
    described: str, typed: str, radio: RecordedRadio
) -> None:
    """By its id or its name: what is set lets the component die, and no generator is there."""
    radio.describe(described)
    status, lines, _ = radio.run("--set", f"{typed}=die at start")
    assert status == DIES
    assert any("rx:radio" in line["line"] for line in lines if line["event"] == "failure")


def test_a_recording_that_the_assembly_names_goes_before_the_generated_one(
    radio: RecordedRadio,
) -> None:
    radio.describe("conduct")
    radio.write(rx="behave=die at start")
    assert radio.run()[0] == DIES


def test_a_property_that_is_not_there_is_refused_before_a_recording_is_made(
    radio: RecordedRadio,
) -> None:
    radio.describe("nonsense")
    status, _, errors = radio.run()
    assert status == 2
    assert "no such property; choose from behave, follow" in errors


@pytest.mark.parametrize("first", ["rx.behave", "rx.conduct"])
@pytest.mark.parametrize("last", ["rx.behave", "rx.conduct", "*.behave"])
def test_of_two_settings_the_last_counts(first: str, last: str, radio: RecordedRadio) -> None:
    given = ["--set", f"{first}=die at start", "--set", f"{last}=", "--set", "tx.follow=true"]
    assert radio.run(*given)[0] == 0
    given[:4] = ["--set", f"{first}=", "--set", f"{last}=die at start"]
    assert radio.run(*given)[0] == DIES
