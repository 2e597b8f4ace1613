# SPDX-License-Identifier: Apache-2.0
"""`orbweaver-run` with a radio that the test writes: it runs, ends, leaves nothing behind."""

import json
import os
import select
import shutil
import signal
import subprocess
from pathlib import Path

import pytest
from programs import ENDS_WITHIN_S, path_of
from subject_radio import Line, Radio

RUNNING: Line = {"event": "application", "state": "running"}


@pytest.fixture
def radio(tmp_path: Path) -> Radio:
    return Radio(tmp_path)


def states(lines: list[Line]) -> list[str]:
    return [line["state"] for line in lines if line["event"] == "application"]


def failures(lines: list[Line]) -> list[str]:
    return [line["line"] for line in lines if line["event"] == "failure"]


def output(component: str, event: str) -> Line:
    """The line for what the test's component prints."""
    text = f'{{"event":"{event}"}}'
    return {"event": "output", "component": component, "stream": "output", "line": text}


def read_until(process: subprocess.Popen[str], *wanted: Line) -> list[Line]:
    """The lines up to the last of those that are wanted, in any order: each with these members."""
    assert process.stdout is not None
    lines: list[Line] = []
    missing = list(wanted)
    for text in process.stdout:
        lines.append(json.loads(text))
        missing = [entry for entry in missing if not entry.items() <= lines[-1].items()]
        if not missing:
            return lines
    raise AssertionError(f"it never printed {missing}, but {lines}")


def components_of(lines: list[Line]) -> list[Line]:
    """Those of the application, as its creation reported them."""
    created = next(line for line in lines if line.get("state") == "created")
    components: list[Line] = created["components"]
    return components


def is_there(process: int) -> bool:
    """Whether a process is there that has not ended."""
    try:
        return ") Z " not in Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False


def test_a_radio_ends_when_its_last_component_has_seen_the_end_of_its_stream(radio: Radio) -> None:
    status, lines, errors = radio.run("--set", "tx.follow=true")
    assert (status, errors) == (0, "")
    assert states(lines) == ["created", "running", "stopped", "released"]
    assert output("tx", "end_of_stream") in lines
    components = components_of(lines)
    assert [component["name"] for component in components] == ["rx", "tx"]
    assert [component["identifier"] for component in components] == ["rx:radio", "tx:radio"]
    assert all(component["device"] == "Orbweaver:this_machine" for component in components)
    assert not any(is_there(component["process"]) for component in components)
    assert list(radio.temporary.iterdir()) == []


def test_a_component_that_is_no_sink_does_not_end_the_run(radio: Radio) -> None:
    with radio.running("--set", "rx.follow=true") as process:
        read_until(process, RUNNING, output("rx", "end_of_stream"), output("tx", "start"))
        process.send_signal(signal.SIGTERM)
        assert process.stdout is not None
        assert states([json.loads(line) for line in process.stdout])[-2:] == ["stopped", "released"]
        assert process.wait(ENDS_WITHIN_S) == 0


def test_a_radio_runs_for_the_time_that_is_given(radio: Radio) -> None:
    status, lines, _ = radio.run("--seconds", "0.05", "--name", "mine")
    assert status == 0
    assert states(lines) == ["created", "running", "stopped", "released"]
    assert lines[-1]["components"][0]["identifier"] == "rx:mine"


def test_settings_go_before_the_profiles(radio: Radio) -> None:
    radio.write(rx="behave=die at start")
    status, _, _ = radio.run("--seconds", "0", "--set", "*.behave=", "--set", "*.gain=2.5")
    assert status == 0


def test_a_component_is_no_waveform(radio: Radio) -> None:
    spd = radio.root / "subject/subject.spd.xml"
    done = subprocess.run(
        [path_of("orbweaver-run"), spd], capture_output=True, text=True, check=False,
        timeout=ENDS_WITHIN_S,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, (
        f"orbweaver-run: {spd}: it is a component (SPD), not a waveform (SAD): "
        f"orbweaver try {spd}\n"
    ))  # fmt: skip


def test_a_component_that_crashes_says_where(radio: Radio) -> None:
    radio.write(rx="behave=crash at start")
    status, lines, _ = radio.run()
    assert status == 1
    (line,) = failures(lines)
    assert "component 'rx:radio' on device 'Orbweaver:this_machine': start: " in line
    assert "killed by SIGSEGV" in line
    functions = line.partition("; it printed last: crashed by SIGSEGV at 0x0 in ")[2].split(" < ")
    assert [function.partition(" ")[0] for function in functions[:3]] == [
        "crash",
        "reach",
        "Subject::start",
    ]


LIBRARY = "orbweaver-domain-test-library.so"


def as_two_libraries(radio: Radio, **values: str) -> None:
    """rx and tx have a library each, which are two for the system's loader."""
    for name in ("subject", "other"):
        folder = radio.root / name
        if name != "subject":
            shutil.copytree(radio.root / "subject", folder)
        shutil.copy(path_of(LIBRARY), folder / "subject.so")
        spd = folder / "subject.spd.xml"
        code = '<code type="SharedLibrary"><localfile name="subject.so"/></code>'
        text = spd.read_text()
        spd.write_text(
            text.replace('<code type="Executable"><localfile name="subject"/></code>', code)
        )
    radio.write(**values)
    first, of_rx, of_tx = radio.sad.read_text().partition('<componentfileref refid="subject"/>')
    other = (
        '<componentfile id="other" type="SPD"><localfile name="/other/subject.spd.xml"/>'
        "</componentfile></componentfiles>"
    )
    first = first.replace("</componentfiles>", other)
    of_tx = of_tx.replace(
        '<componentfileref refid="subject"/>', '<componentfileref refid="other"/>'
    )
    radio.sad.write_text(first + of_rx + of_tx)


def test_of_a_process_that_crashes_the_guilty_component_is_named(radio: Radio) -> None:
    as_two_libraries(radio, rx="behave=crash at stop")
    with radio.running("--placement", "together") as process:
        ready = read_until(process, RUNNING)[0]
        assert process.stdout is not None
        domain = ["--ior", ready["domain_manager"]]
        crash = [path_of("orbweaver-control"), "stop", "radio", *domain]
        subprocess.run(crash, capture_output=True, check=False, timeout=ENDS_WITHIN_S)
        lines = [json.loads(line) for line in process.stdout]
        assert process.wait(ENDS_WITHIN_S) == 1
    ends = {line["component"]: line["how"] for line in lines if line["event"] == "component_ended"}
    errors = {
        line["component"]: line["line"]
        for line in lines
        if line["event"] == "output" and line["stream"] == "error"
    }
    assert "rx" in ends
    assert "killed by SIGSEGV" in ends["rx"]
    assert "it printed last: crashed by SIGSEGV at 0x0 in crash (subject.so+0x" in ends["rx"]
    assert errors["tx"] == "its process ended by SIGSEGV in rx:radio"


@pytest.mark.parametrize(
    ("options", "line"),
    [
        (["--set", "rx.gain=loud"], "rx.gain: 'loud' is no number (float), as 2.5 or 1e6"),
        (
            ["--set", "rx.colour=1"],
            "rx.colour=1: no such property; choose from behave, child, follow, gain, level",
        ),
        (["--set", "ax.gain=1"], "ax.gain=1: no such component; choose from *, rx, tx"),
        (["--set", "gain"], "'gain' is no setting; write COMPONENT.PROPERTY=VALUE"),
    ],
)
def test_a_wrong_setting_is_status_2_and_says_what_there_is(
    radio: Radio, options: list[str], line: str
) -> None:
    status, lines, errors = radio.run(*options)
    assert (status, failures(lines), errors) == (2, [line], f"orbweaver-run: {line}\n")


PROFILE_ONLY = """
  <simple id="colour" type="string" mode="readwrite"><kind kindtype="execparam"/></simple>
  <simple id="seen" type="ulong" mode="readonly"><kind kindtype="configure"/></simple>
</properties>"""


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        (
            "rx.colour=1",
            "rx.colour: the component's program has no such property, although its profile names "
            "it; choose from behave, follow, child, gain, level",
        ),
        (
            "rx.seen=1",
            "rx.seen=1: its mode is readonly; choose from behave, child, colour, follow, gain, "
            "level",
        ),
    ],
)
def test_a_setting_that_no_program_takes_is_status_2(radio: Radio, setting: str, line: str) -> None:
    profile = radio.root / "subject/subject.prf.xml"
    profile.write_text(profile.read_text().replace("</properties>", PROFILE_ONLY))
    status, lines, errors = radio.run("--set", setting)
    assert (status, failures(lines), errors) == (2, [line], f"orbweaver-run: {line}\n")


@pytest.mark.parametrize(
    "options", [["--orb", "transport"], ["--seconds", "-1"], ["--placement", "x"], ["--none"]]
)
def test_wrong_options_are_status_2(radio: Radio, options: list[str]) -> None:
    status, lines, errors = radio.run(*options)
    assert status == 2
    assert errors == f"orbweaver-run: {failures(lines)[0]}\n"


def test_options_of_the_orb_go_to_every_component(radio: Radio) -> None:
    status, lines, _ = radio.run("--orb", "nonsense=1")
    assert status == 1
    assert "exit status 2" in failures(lines)[0]
    said = [line["line"] for line in lines if line["event"] == "output"]
    assert any("-ORBnonsense" in entry for entry in said)
    assert radio.run("--orb", "transport=unix", "--seconds", "0")[0] == 0


def test_the_domain_has_an_orb_with_options_of_its_own(radio: Radio) -> None:
    assert radio.run("-ORBtransport", "tcp", "--seconds", "0")[0] == 0
    status, lines, errors = radio.run("--seconds", "0", "-ORBnonsense", "1")
    assert (status, len(lines)) == (2, 1)
    assert "there is no option -ORBnonsense" in failures(lines)[0]
    assert failures(lines)[0] in errors


def test_bad_profiles_are_status_2_with_file_and_element(radio: Radio) -> None:
    radio.write(spd="/none.spd.xml")
    status, lines, errors = radio.run("--root", str(radio.root))
    assert status == 2
    assert "radio.sad.xml:4: localfile '/none.spd.xml'" in failures(lines)[0]
    assert len(errors.splitlines()) == len(failures(lines))
    radio.sad.write_text("")
    assert radio.run()[0] == 2
    radio.sad.unlink()
    assert radio.run()[0] == 2


def test_a_sad_may_lie_outside_the_root(
    radio: Radio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    outside = tmp_path / "elsewhere/radio.sad.xml"
    outside.parent.mkdir()
    shutil.copy(radio.sad, outside)
    radio.sad = outside
    assert radio.run("--root", str(radio.root), "--seconds", "0")[0] == 0
    monkeypatch.delenv("SDRROOT", raising=False)
    assert radio.run("--seconds", "0")[0] == 2
    monkeypatch.setenv("SDRROOT", str(radio.root.parent))
    assert radio.run("--seconds", "0")[0] == 0


def test_the_root_may_be_that_of_the_environment(
    radio: Radio, monkeypatch: pytest.MonkeyPatch
) -> None:
    spd = radio.root / "subject/subject.spd.xml"
    spd.write_text(spd.read_text().replace('"subject.prf.xml"', '"/subject/subject.prf.xml"'))
    radio.sad = radio.root / "subject/radio.sad.xml"
    radio.write(spd="subject.spd.xml")
    monkeypatch.delenv("SDRROOT", raising=False)
    assert radio.run("--seconds", "0")[0] == 2
    monkeypatch.setenv("SDRROOT", str(radio.root.parent))
    assert radio.run("--seconds", "0")[0] == 0


def test_the_root_of_the_environment_is_not_for_files_elsewhere(
    radio: Radio, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "other/dom").mkdir(parents=True)
    monkeypatch.setenv("SDRROOT", str(tmp_path / "other"))
    radio.write(spd="subject/subject.spd.xml")
    assert radio.run("--seconds", "0")[0] == 0


def test_a_plan_says_what_matched_and_runs_nothing(radio: Radio) -> None:
    planned = subprocess.run(
        [path_of("orbweaver-plan"), str(radio.sad)],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "component 'rx'" in planned.stdout
    assert "+ os: wants Linux, found Linux" in planned.stdout
    spd = radio.root / "subject/subject.spd.xml"
    spd.write_text(spd.read_text().replace('<os name="Linux"/>', '<os name="VxWorks"/>'))
    refused = subprocess.run(
        [path_of("orbweaver-plan"), str(radio.sad), "--json", "-"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert refused.returncode == 1
    report = json.loads(refused.stdout)
    assert not report["fits"]
    wrong = [entry for entry in report["trials"][0]["comparisons"] if not entry["matches"]]
    assert [(entry["what"], entry["wanted"]) for entry in wrong] == [("os", "VxWorks")]
    assert wrong[0]["found"].startswith("Linux")
    status, lines, _ = radio.run()
    assert status == 1
    assert "os: wants VxWorks, found Linux" in failures(lines)[0]


def test_the_end_of_a_component_is_status_1_and_takes_the_rest_down(radio: Radio) -> None:
    with radio.running() as process:
        components = components_of(read_until(process, RUNNING, output("tx", "start")))
        victim = components[1]["process"]
        os.kill(victim, signal.SIGKILL)
        read_until(
            process, {"event": "component_ended", "component": "tx", "how": "killed by SIGKILL"}
        )
        assert process.wait(ENDS_WITHIN_S) == 1
    assert not any(is_there(component["process"]) for component in components)
    assert list(radio.temporary.iterdir()) == []


def test_an_error_that_a_component_prints_is_status_1_and_the_radio_runs_on(radio: Radio) -> None:
    status, lines, errors = radio.run(
        "--set", "rx.behave=report at start", "--set", "tx.follow=true", "--seconds", "60"
    )
    assert status == 1
    assert states(lines) == ["created", "running", "stopped", "released"]
    assert failures(lines) == ["component 'rx': asked to report"]
    assert errors == "orbweaver-run: component 'rx': asked to report\n"


def test_what_failed_is_an_event_first_and_then_words(radio: Radio) -> None:
    radio.write(spd="/none.spd.xml")
    done = subprocess.run(
        [path_of("orbweaver-run"), "--events", str(radio.sad)],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    event, words = done.stdout.splitlines()[:2]
    assert words == f"orbweaver-run: {json.loads(event)['line']}"


def test_a_hang_ends_at_the_timeout_of_its_step(radio: Radio) -> None:
    status, lines, _ = radio.run("--set", "rx.behave=hang at construct", "--step-timeout", "0.3")
    assert status == 1
    assert "component 'rx:radio'" in failures(lines)[0]
    assert "bind: timed out: no answer within 300 ms" in failures(lines)[0]
    assert list(radio.temporary.iterdir()) == []


def test_an_interrupt_ends_a_creation(radio: Radio) -> None:
    with radio.running("--set", "rx.behave=hang at construct", "--step-timeout", "0") as process:
        read_until(process, output("rx", "hang"))
        process.send_signal(signal.SIGINT)
        assert process.wait(ENDS_WITHIN_S) == 0
    assert list(radio.temporary.iterdir()) == []


def test_a_second_interrupt_ends_what_hangs(radio: Radio) -> None:
    hang = "rx.behave=hang at initialize"
    with radio.running("--set", hang, "--step-timeout", "0") as process:
        read_until(process, output("rx", "hang"))
        keeper = keeper_of(process.pid)
        process.send_signal(signal.SIGINT)
        assert process.stderr is not None
        assert any("one more signal" in line for line in process.stderr)
        process.send_signal(signal.SIGINT)
        assert process.wait(ENDS_WITHIN_S) == 1
        wait_for_the_end(keeper)
    assert list(radio.temporary.iterdir()) == []


def test_a_kill_of_the_domain_leaves_nothing(radio: Radio) -> None:
    with radio.running("--set", "*.child=true") as process:
        programs = [
            component["process"] for component in components_of(read_until(process, RUNNING))
        ]
        handles = [os.pidfd_open(program) for program in programs]
        keeper = keeper_of(process.pid)
        process.kill()
        for handle in (*handles, keeper):
            wait_for_the_end(handle)
    assert list(radio.temporary.iterdir()) == []


def keeper_of(domain: int) -> int:
    """A handle of the process that removes the domain's folder."""
    for entry in Path(f"/proc/{domain}/task/{domain}/children").read_text().split():
        if "orbweaver-guard" not in Path(f"/proc/{entry}/cmdline").read_text():
            return os.pidfd_open(int(entry))
    raise AssertionError("the domain has no keeper of its folder")


def wait_for_the_end(handle: int) -> None:
    readable, _, _ = select.select([handle], [], [], ENDS_WITHIN_S)
    assert readable, "a process is still there"
    os.close(handle)
