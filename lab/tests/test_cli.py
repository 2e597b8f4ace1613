# SPDX-License-Identifier: Apache-2.0
import json
import os
import re
import shutil
from pathlib import Path
from typing import get_args

import pytest

from conftest import left_behind
from orbweaver.cli.main import run_command
from orbweaver.model.modes import MODES, Transport, Way
from orbweaver.model.schema import Run, Runs
from orbweaver.problems import BadInput
from orbweaver.run.programs import locate_profile
from orbweaver.waveform.receiver import WaveformSettings, command
from orbweaver.waveform.recording import Recording
from references import iiop_profile, reference

LAB = ["lab", "run", "--packets", "20", "--work-ms", "1"]


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def iq(tmp_path: Path) -> Path:
    path = tmp_path / "air.cu8"
    path.write_bytes(bytes(50_000))
    return path


def one_line(capsys: pytest.CaptureFixture[str]) -> str:
    captured = capsys.readouterr()
    assert captured.err.count("\n") == 1, captured.err
    return captured.err.strip()


COMMANDS = (
    "new|new component|new waveform|new device|new node|sad|sad add|sad connect"
    "|sad disconnect|sad set|sad controller|sad remove|sad show|lab|lab list|lab run|lab report"
    "|lab compare|bench receiver|log|idl|ior|doctor"
)
GROUPS: tuple[list[str], ...] = ([], ["lab"], ["new"], ["sad"])


@pytest.mark.parametrize("command", [[], *(words.split() for words in COMMANDS.split("|"))])
def test_every_command_has_help_with_examples(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*command, "--help"]) == 0
    text = capsys.readouterr().out
    assert "Usage" in text
    assert command in GROUPS or "Examples" in text


def test_experiments_make_files_of_the_schema(
    fake_bin: Path, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*LAB, "exp1", "exp6", "--out", "results"]) == 0
    files = sorted(str(path) for path in Path("results").rglob("*.json"))
    assert files == ["results/exp1/orbweaver/1.json", "results/exp6/orbweaver/1.json"]
    run = Run.model_validate_json((tree / files[1]).read_text())
    assert run.config.mode == "twoway-worker"
    assert run.config.sync == "target"
    assert run.floor_ms == 22
    assert run.published is not None
    assert run.published.table == 12
    assert [stage.name for stage in run.stages] == ["stage1", "stage2", "stage3"]
    assert all(0 < stage.busy <= 1 for stage in run.stages)
    out = capsys.readouterr().out
    assert "5388.72" in out
    assert "exp6: every stage received all packets in order" in out
    assert left_behind(fake_bin) == []


def test_another_setup_in_the_same_folder_overwrites_nothing(fake_bin: Path, tree: Path) -> None:
    assert run_command([*LAB, "exp6", "--out", "results"]) == 0
    assert run_command([*LAB, "exp6", "--out", "results", "--cores", "1", "--work", "spin"]) == 0
    folder = tree / "results" / "exp6" / "orbweaver"
    runs = [Run.model_validate_json((folder / f"{n}.json").read_text()) for n in (1, 2)]
    assert [run.config.cores for run in runs] == ["all", 1]
    assert [run.floor_ms for run in runs] == [22, 60]
    assert [run.published.table for run in runs if run.published] == [12, 13]


def test_repeats_are_interleaved_and_json_goes_to_standard_output(
    fake_bin: Path, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*LAB, "exp1", "exp6", "--repeat", "2", "--json", "-", "--out", "results"]
    assert run_command(command) == 0
    captured = capsys.readouterr()
    runs = Runs.model_validate_json(captured.out).pipelines
    assert [run.experiment for run in runs] == ["exp1", "exp6", "exp1", "exp6"]
    assert json.loads(captured.out)["schema"] == "orbweaver-result/1"
    assert "median of 2" in captured.err


def only_run(folder: Path) -> Run:
    (path,) = folder.rglob("*.json")
    return Run.model_validate_json(path.read_text())


def test_a_parallel_experiment_has_the_floor_of_its_threads(fake_bin: Path, tree: Path) -> None:
    assert run_command([*LAB, "exp9", "--out", "results"]) == 0
    run = only_run(tree / "results")
    assert run.config.parallel == 4
    assert run.floor_ms == 7
    assert run.published is None


@pytest.mark.parametrize("words", [["exp10"], ["exp1", "--transport", "inproc"]])
def test_all_components_run_in_one_process(words: list[str], fake_bin: Path, tree: Path) -> None:
    assert run_command([*LAB, *words, "--out", "results"]) == 0
    run = only_run(tree / "results")
    assert run.config.processes == "collocated"
    assert run.config.transport == "inproc"
    assert [stage.name for stage in run.stages] == ["stage1", "stage2", "stage3"]
    assert left_behind(fake_bin) == []


def test_a_failing_component_of_one_process_is_named(
    fake_bin: Path, tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("FAKE_STAGE2", "error")
    assert run_command([*LAB, "exp10", "--out", "results"]) == 1
    assert one_line(capsys) == (
        "orbweaver: one-process (exp10): the pipeline: stage2: the queue is on fire"
    )


def test_an_orb_that_cannot_host_several_components_says_so(
    fake_bin: Path, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (fake_bin / "orbweaver-pipeline").unlink()
    assert run_command([*LAB, "exp10", "--out", "results"]) == 2
    assert "orbweaver has no program orbweaver-pipeline" in one_line(capsys)


def test_what_is_chosen_goes_before_what_the_experiment_has(fake_bin: Path, tree: Path) -> None:
    command = [*LAB, "exp6", "--processes", "collocated", "--collocation", "off",
               "--parallel", "2", "--out", "results"]  # fmt: skip
    assert run_command(command) == 0
    config = only_run(tree / "results").config
    assert (config.processes, config.collocation, config.parallel) == ("collocated", "off", 2)


def test_a_sweep_has_a_row_for_each_point(
    fake_bin: Path, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*LAB, "exp12", "exp13", "--out", "results"]) == 0
    runs = [Run.model_validate_json(p.read_text()) for p in sorted(tree.rglob("*.json"))]
    syncs, queues = (run.rows or [] for run in runs)
    assert [row.sync for row in syncs] == ["none", "transport", "server", "target"]
    assert [(row.depth, row.lane_low) for row in queues] == [
        *((depth, None) for depth in (1, 4, 16, 64, 256)),
        *((64, low) for low in (0, 32, 63)),
    ]
    assert all(row.received == 20 and row.floor_ms == 22 for row in syncs)
    out = capsys.readouterr().out
    assert re.search(r"transport\s+│\s+\d", out)


def test_what_each_orb_chose_is_shown_and_recorded(
    fake_bin: Path, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = [*LAB, "exp6", "--explain", "--transport", "tcp", "--json", "-", "--out", "results"]
    assert run_command(command) == 0
    captured = capsys.readouterr()
    (run,) = Runs.model_validate_json(captured.out).pipelines
    assert run.explanation is not None
    assert [one.component for one in run.explanation] == ["producer", "stage1", "stage2", "stage3"]
    assert run.explanation[1].choices[1].why == "set by -ORBtransport tcp"
    assert "exp6: twoway-worker, what the ORBs chose" in captured.err
    assert re.search(r"all\s+│ waiting\s+│ look for 200 us, then block\s+│ \[red\]2", captured.err)
    assert re.search(r"stage2\s+│ connection of stage2\s+│ tcp\s+│ set by", captured.err)


def test_nothing_is_explained_unless_it_is_asked_for(
    fake_bin: Path, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*LAB, "exp6", "--out", "results"]) == 0
    assert only_run(tree / "results").explanation is None
    assert "what the ORBs chose" not in capsys.readouterr().out


def test_an_orb_that_does_not_tell_what_it_chose_is_said_to(
    fake_bin: Path, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("producer", "stage"):
        shutil.copy(fake_bin / f"orbweaver-{name}", fake_bin / f"omniorb-{name}")
    command = [*LAB, "exp6", "--explain", "--orb", "omniorb,orbweaver", "--out", "results"]
    assert run_command(command) == 0
    out = capsys.readouterr().out
    assert "exp6: omniorb does not report what it chose" in out
    assert out.count("what the ORBs chose") == 1


def test_what_the_orbs_trace_is_passed_on_line_by_line(
    fake_bin: Path, tree: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = [*LAB, "exp6", "--orb-trace", "calls,connections", "--out", "results"]
    assert run_command(command) == 0
    assert capfd.readouterr().err.count("stage2: 12:00:00.000 info: trace: ") == 100
    assert run_command([*LAB, "exp6", "--orb-trace", "all", "--out", "results"]) == 2
    assert "'all' is not of calls, connections, messages" in capfd.readouterr().err


def test_components_of_one_process_explain_their_orb_once(fake_bin: Path, tree: Path) -> None:
    assert run_command([*LAB, "exp10", "--explain", "--out", "results"]) == 0
    reported = only_run(tree / "results").explanation or []
    assert len(reported) == 4
    assert all(one.choices == reported[0].choices for one in reported)


def test_quick_sends_few_packets(fake_bin: Path, tree: Path) -> None:
    assert run_command(["lab", "run", "exp1", "--quick", "--work-ms", "0", "--out", "r"]) == 0
    run = Run.model_validate_json((tree / "r" / "exp1" / "orbweaver" / "1.json").read_text())
    assert run.config.packets == 100


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["exp99"], "unknown experiment 'exp99'; known are exp1, exp2"),
        (["exp7", "--parallel", "-1"], "--parallel"),
        (["exp7", "--processes", "scattered"], "--processes"),
        (["exp1", "--orb", "omniorb"], "the ORB omniorb is not installed"),
        (["exp1", "--orb", "jacorb"], "--target jacorb_programs, or leave it out of --orb"),
        (["exp1", "--orb", "smalltalk"], "unknown peer 'smalltalk'"),
        (["exp1", "--orb", ","], "--orb names no peer"),
        (["exp1", "--cores", "0"], "--cores 0: give 'all' or a number from 1 to"),
        (["exp1", "--cores", "9999"], "--cores 9999: give 'all' or a number from 1 to"),
        (["exp1", "--packets", "0"], "--packets"),
        (["exp1", "--work", "sleep"], "--work"),
        (["exp1", "--transport", "pigeon"], "--transport"),
        (["exp1", "--json", "no/such/folder/x.json"], "does not exist"),
        (["exp1", "--out", "/dev/null/x"], "cannot make the folder"),
        ([], "NAME..."),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    fake_bin: Path,
    tree: Path,
    capsys: pytest.CaptureFixture[str],
    options: list[str],
    says: str,
) -> None:
    assert run_command(["lab", "run", *options]) == 2
    assert says in one_line(capsys)


def test_missing_programs_say_how_to_get_them(
    tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["lab", "run", "exp1", "--bin", "."]) == 2
    assert "build them with ./x build" in one_line(capsys)


def test_a_failure_names_experiment_and_component_and_writes_no_result(
    fake_bin: Path,
    tree: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_STAGE2", "kill@5")
    assert run_command([*LAB, "exp6", "--out", "results"]) == 1
    assert one_line(capsys) == "orbweaver: exp6: stage2 was killed by SIGKILL"
    assert not list((tree / "results").rglob("*.json"))


def test_the_list_names_each_experiments_tables(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["lab", "list", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)["experiments"]
    assert [row["alias"] or row["name"] for row in rows] == [f"exp{n}" for n in range(1, 21)]
    assert (rows[12]["name"], rows[12]["alias"]) == ("queue-depth", "exp13")
    assert rows[5]["tables"] == [12, 13]
    assert (rows[8]["parallel"], rows[8]["tables"]) == (4, [])
    assert rows[9]["processes"] == "collocated"
    assert [point["stages"] for point in rows[13]["points"]] == [1, 2, 4, 8, 16, 32]
    assert run_command(["lab", "list"]) == 0
    listed = capsys.readouterr().out
    assert "12 and 13" in listed
    assert "exp13" in listed


def test_the_receiver_prints_its_frames_and_one_row(
    fake_bin: Path, iq: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["bench", "receiver", "--input", str(iq), "--json", f"{iq}.json"]) == 0
    captured = capsys.readouterr()
    assert captured.out.startswith("frame 000000\nframe 0003e8\n")
    assert "ordered: the very 25 frames of the one-process decode" in captured.out
    (run,) = Runs.model_validate_json(Path(f"{iq}.json").read_text()).pipelines
    assert run.waveform is not None
    assert (run.waveform.frames, run.waveform.frames_reference) == (25, 25)
    assert run.waveform.identical
    assert run.waveform.samples == 25_000
    assert run.config.packets == 25
    assert run.floor_ms is None
    assert left_behind(fake_bin) == []


def test_the_receiver_explains_what_its_orbs_chose(
    fake_bin: Path, iq: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["bench", "receiver", "--input", str(iq), "--explain", "--json", f"{iq}.json"]
    assert run_command(command) == 0
    (run,) = Runs.model_validate_json(Path(f"{iq}.json").read_text()).pipelines
    reported = run.explanation or []
    assert [one.component for one in reported] == ["source", "magnitude", "slicer", "checker"]
    out = capsys.readouterr().out
    assert "adsb: ordered, what the ORBs chose" in out
    assert re.search(r"slicer\s+│ connection of slicer\s+│ auto\s+│ the fastest way", out)


def test_the_receiver_passes_on_what_its_orbs_trace(
    fake_bin: Path, iq: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["bench", "receiver", "--input", str(iq), "--orb-trace", "messages"]) == 0
    assert "slicer: 12:00:00.000 info: trace: ORBtrace=messages" in capfd.readouterr().err


def test_the_receiver_runs_in_one_process(fake_bin: Path, iq: Path) -> None:
    command = [
        "bench",
        "receiver",
        "--input",
        str(iq),
        "--processes",
        "collocated",
        "--json",
        f"{iq}.json",
    ]
    assert run_command(command) == 0
    (run,) = Runs.model_validate_json(Path(f"{iq}.json").read_text()).pipelines
    assert (run.config.processes, run.config.transport) == ("collocated", "inproc")


def test_the_receiver_s_way_inproc_is_one_process(fake_bin: Path, iq: Path) -> None:
    command = [
        "bench",
        "receiver",
        "--input",
        str(iq),
        "--transport",
        "inproc",
        "--json",
        f"{iq}.json",
    ]
    assert run_command(command) == 0
    (run,) = Runs.model_validate_json(Path(f"{iq}.json").read_text()).pipelines
    assert (run.config.processes, run.config.transport) == ("collocated", "inproc")


@pytest.mark.parametrize(
    "command", [["bench", "receiver"], ["lab", "run", "exp1", "--out", "results"]]
)
def test_the_way_inproc_for_calls_that_leave_the_process_is_refused(
    fake_bin: Path, tree: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*command, "--transport", "inproc", "--collocation", "off"]) != 0
    assert "--collocation off that they leave it" in capsys.readouterr().err.replace("\n", " ")


@pytest.mark.parametrize(
    "command", [["bench", "receiver"], ["lab", "run", "exp1", "--out", "results"]]
)
def test_the_way_inproc_between_processes_is_refused(
    fake_bin: Path, tree: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*command, "--transport", "inproc", "--processes", "separate"]) != 0
    assert "--transport inproc means that all components share one process" in (
        capsys.readouterr().err
    )


@pytest.mark.parametrize("command", [["bench", "receiver"], ["lab", "run", "exp1"]])
def test_datagrams_are_refused_in_a_plain_line(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*command, "--transport", "udp"]) == 2
    assert capsys.readouterr().err == (
        "orbweaver: Invalid value for '--transport': 'udp' is not one of 'auto', 'shm', 'unix', "
        "'tcp', 'inproc' (try --help)\n"
    )


def test_programs_and_commands_know_the_same_ways() -> None:
    source = (Path(__file__).parents[2] / "peers/orbweaver/launched/settings.cpp").read_text()
    listed = re.search(r'"--transport".*?IsMember\(\{(.*?)\}', source, re.DOTALL)
    assert listed
    of_programs = set(re.findall(r'"(\w+)"', listed[1]))
    ways = set(get_args(Transport)) - {"inproc"}  # which is a place
    assert of_programs == ways | {"tls"}  # which needs certificates: bench has it alone
    assert set(get_args(Way)) == set(get_args(Transport)) - {"udp"}


@pytest.mark.parametrize("option", [["--transport", "inproc"], ["--processes", "collocated"]])
def test_links_are_not_within_a_process(
    option: list[str], fake_bin: Path, tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command([*LAB, "exp19", *option, "--out", "results"]) == 2
    said = one_line(capsys)
    assert "lossy-link (exp19): it is about links between processes" in said
    assert option[0] in said


def test_all_modes_are_compared_and_lost_frames_counted(
    fake_bin: Path,
    iq: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_SLICER", "lose")
    assert (
        run_command(["bench", "receiver", "--input", str(iq), "--messaging", "all", "--json", "-"])
        == 0
    )
    captured = capsys.readouterr()
    runs = Runs.model_validate_json(captured.out).pipelines
    assert [run.config.mode for run in runs] == list(MODES)
    assert all(run.waveform and not run.waveform.identical for run in runs)
    assert "no mode gave the frames of the one-process decode" in captured.err
    assert re.search(r"oneway lost \d+ frames \(\d+ %\) with \d+ packets out of order",
                     captured.err)  # fmt: skip


def test_frames_as_json_lines_leave_standard_output_to_programs(
    fake_bin: Path, iq: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["bench", "receiver", "--input", str(iq), "--format", "json"]) == 0
    captured = capsys.readouterr()
    assert [json.loads(line)["icao"] for line in captured.out.splitlines()][:2] == [
        "000000",
        "0003e8",
    ]
    assert "the very 25 frames" in captured.err


def test_a_generated_recording_is_removed_unless_the_build_keeps_it(
    fake_bin: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["bench", "receiver"]) == 0
    assert "the very 30 frames" in capsys.readouterr().out
    assert left_behind(fake_bin) == []
    (fake_bin.parent / "CMakeCache.txt").touch()
    assert run_command(["bench", "receiver"]) == 0
    kept = list((fake_bin.parent / "recordings").iterdir())
    assert [path.name for path in kept] == ["adsb-3s-seed1.cu8"]
    before = kept[0].stat().st_mtime_ns
    assert run_command(["bench", "receiver"]) == 0
    assert kept[0].stat().st_mtime_ns == before


def test_an_odd_trailing_byte_is_a_warning_reported_once(
    fake_bin: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.cu8"
    path.write_bytes(bytes(2001))
    assert run_command(["bench", "receiver", "--input", str(path), "--messaging", "all"]) == 0
    assert capsys.readouterr().err.count("odd trailing byte ignored") == 1


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("missing.cu8", None, "missing.cu8 does not exist"),
        ("empty.cu8", b"", "empty.cu8 is empty"),
        ("song.mp3", b"la la", "song.mp3 has no known format: name it with one of .cu8"),
        ("short.cu8", b"too short", "orbweaver: adsb-decode: /"),
    ],
)
def test_a_bad_recording_is_one_line_and_status_2(
    fake_bin: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    name: str,
    content: bytes | None,
    says: str,
) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    assert run_command(["bench", "receiver", "--input", str(path)]) == 2
    assert says in one_line(capsys)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["--messaging", "telepathy"], "--messaging"),
        (["--input", "/"], "is not a file"),
        (["--json", "-", "--format", "json"], "both want standard output"),
        (["--json", "/"], "is a folder"),
        (["--json", ""], "--json names no file"),
    ],
)
def test_wrong_options_of_the_receiver(
    fake_bin: Path, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    assert run_command(["bench", "receiver", *options]) == 2
    assert says in one_line(capsys)


def test_a_waveform_that_is_not_installed_is_one_line(
    fake_bin: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["run", "fm-radio"]) == 2
    said = one_line(capsys)
    known = "name X.sad.xml, or one of adsb"
    assert said == f"orbweaver: no waveform 'fm-radio' is installed; {known}"


@pytest.mark.parametrize("options", [["--messaging", "all"], ["--format", "json"]])
def test_run_with_options_of_the_receiver_is_an_alias_for_this_release(
    options: list[str], fake_bin: Path, iq: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["run", "--input", str(iq), "--explain", *options]) == 0
    captured = capsys.readouterr()
    assert captured.err.startswith(
        "orbweaver: with these options `run` is called `bench receiver` now\n"
    )
    assert "very 25 frames" in captured.out + captured.err


def test_a_dying_component_of_the_receiver_is_named_with_its_mode(
    fake_bin: Path,
    iq: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FAKE_SLICER", "kill@5")
    assert run_command(["bench", "receiver", "--input", str(iq)]) == 1
    assert one_line(capsys) == "orbweaver: ordered: slicer was killed by SIGKILL"


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        ("error", "slicer: the queue is on fire"),
        ("garbage", "slicer printed something that is not JSON: Segmentation fault"),
        ("refuse", "the receiver: slicer: no device fits"),
    ],
)
def test_what_goes_wrong_in_the_receiver_s_domain_is_one_line(
    fake_bin: Path,
    iq: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    fault: str,
    says: str,
) -> None:
    monkeypatch.setenv("FAKE_SLICER", fault)
    assert run_command(["bench", "receiver", "--input", str(iq)]) == 1
    assert one_line(capsys) == f"orbweaver: ordered: {says}"


@pytest.mark.parametrize("sdr", ["sdr", "lib/orbweaver/sdr"])
def test_profiles_lie_beside_the_programs_of_a_tree_and_of_an_installation(
    tmp_path: Path, sdr: str
) -> None:
    profile = tmp_path / sdr / "dom" / "waveforms" / "x.sad.xml"
    profile.parent.mkdir(parents=True)
    profile.touch()
    assert locate_profile("waveforms/x.sad.xml", tmp_path / "bin") == profile
    with pytest.raises(BadInput, match=r"y\.sad\.xml is in no sdr/dom beside"):
        locate_profile("waveforms/y.sad.xml", tmp_path / "bin")


def test_options_of_run_are_properties_and_options_of_the_orb(fake_bin: Path, iq: Path) -> None:
    settings = WaveformSettings(transport="tcp", parallel=2, depth=8, processes="collocated",
                                collocation="queued", explain=True, bin=fake_bin)  # fmt: skip
    words = command(Recording(iq, "cu8"), MODES["twoway-worker"], settings).arguments
    assert words[0] == "--events"
    assert words[2:4] == ["--placement", "together"]
    pairs = set(zip(words[4::2], words[5::2], strict=True))
    assert pairs >= {
        ("--set", "*.messaging=twoway-worker"),
        ("--set", "*.queue_depth=8"),
        ("--set", "*.explain=true"),
        ("--set", "magnitude.parallel=2"),
        ("--set", f"source.input={iq}"),
        ("--orb", "transport=tcp"),
        ("--orb", "laneDepth=8"),
        ("--orb", "collocation=queued"),
    }


def test_ior_says_what_comes_behind_the_reference(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["ior", "IOR:00000000000000010000000000000000deadbeef"]) == 0
    assert "4 bytes come after the end of the reference" in capsys.readouterr().out


def test_ior_for_people_and_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["ior", "corbaloc:iiop:1.2@radio:2810/Key"]) == 0
    assert 'IIOP 1.2 at radio port 2810, key "Key"' in capsys.readouterr().out
    assert run_command(["ior", "--json", "corbaloc:iiop:1.2@radio:2810/Key"]) == 0
    assert json.loads(capsys.readouterr().out)["profiles"][0]["key"] == b"Key".hex()


@pytest.mark.parametrize(
    "words",
    [
        ["ior", "no reference", "--json"],
        ["log", "/none/such", "--json"],
        ["lab", "list", "--json", "--nonsense"],
        ["run", "/none/such.sad.xml", "--json", "-"],
        ["run", "/none/such.sad.xml", "--json=-"],
    ],
)
def test_a_failure_is_json_where_json_is_asked_for(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    status = run_command(words)
    out, err = capsys.readouterr()
    assert status in (1, 2)
    assert json.loads(out)["error"]["line"] == err.strip().removeprefix("orbweaver: ")


def test_a_failure_is_one_line_where_json_goes_to_a_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run_command(["plan", "/none/such.sad.xml", "--json", str(tmp_path / "plan.json")]) != 0
    assert capsys.readouterr().out == ""


def test_ior_says_what_a_corbaname_asks_and_whom(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["ior", "corbaname::radio:2810#rx/tuner%2fa"]) == 0
    out = capsys.readouterr().out
    assert "name        rx/tuner/a" in out
    assert 'IIOP 1.0 at radio port 2810, key "NameService"' in out
    assert run_command(["ior", "corbaname::radio/Names"]) == 0
    out = capsys.readouterr().out
    assert "(the naming service itself)" in out
    assert 'port 2809, key "Names"' in out


def test_ior_reads_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "server.ior"
    file.write_text("corbaloc:iiop:1.2@radio:2810/Key\n")
    assert run_command(["ior", f"file://{file}"]) == 0
    assert 'key "Key"' in capsys.readouterr().out


@pytest.mark.parametrize(
    ("content", "said"),
    [(None, "No such file"), (" \n", "is empty"), ("x" * 70_000, "more than 64 KiB")],
)
def test_ior_says_what_is_wrong_with_a_file(
    content: str | None, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "server.ior"
    if content is not None:
        file.write_text(content)
    assert run_command(["ior", f"file://{file}"]) == 2
    line = one_line(capsys)
    assert said in line
    assert str(file) in line


def test_ior_shows_the_rest_of_a_damaged_reference(capsys: pytest.CaptureFixture[str]) -> None:
    components = [(20, bytes(8)), (33, bytes(3)), (36, b"\7"), (77, b"\1")]
    text = reference("IDL:X:1.0", [(0, iiop_profile("radio", 2810, b"Key", components))])
    for words in (["ior", text], ["ior", "--json", text]):
        assert run_command(words) == 2
        shown = capsys.readouterr()
        assert "radio" in shown.out
        assert "SSL" in shown.out
        assert "unknown component 0x0000004d" in shown.out
        assert shown.err.count("\n") == 1
        assert "component 2 of profile 1 (CSI security mechanisms)" in shown.err
        assert "component 3 of profile 1 (TLS)" in shown.err


def test_a_bad_reference_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["ior", "IOR:01zz"]) == 2
    assert "character 7" in one_line(capsys)


def fake_omniidl(folder: Path, script: str) -> None:
    program = folder / "omniidl"
    program.write_text(f"#!/bin/sh\n{script}\n")
    program.chmod(0o755)


@pytest.fixture
def idl_tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    backend = tmp_path / "idlc" / "cpp11"
    backend.mkdir(parents=True)
    (backend / "__init__.py").touch()
    monkeypatch.setattr("orbweaver.run.programs.tree", lambda: tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "radio.idl").write_text("interface Radio {};\n")
    return tmp_path


def test_idl_hands_its_options_to_omniidl_and_names_what_was_written(
    idl_tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_omniidl(idl_tree, 'echo "$@" > arguments; touch out/radio.hpp')
    (idl_tree / "more").mkdir()
    assert run_command(["idl", "radio.idl", "-o", "out", "-I", "more", "-D", "GAIN=2"]) == 0
    assert capsys.readouterr().out == "wrote out/radio.hpp\n"
    arguments = (idl_tree / "arguments").read_text().split()
    assert arguments == [f"-p{idl_tree}/idlc", "-bcpp11", "-Wbout=out", "-Imore",
                         f"-I{idl_tree}/idlc/idl", "-DGAIN=2", "radio.idl"]  # fmt: skip


def test_idl_refuses_a_folder_that_is_not_there(
    idl_tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_omniidl(idl_tree, "touch radio.hpp")
    assert run_command(["idl", "radio.idl", "-I", "nowhere"]) == 2
    assert "nowhere is no folder" in capsys.readouterr().err
    assert not (idl_tree / "radio.hpp").exists()


def test_idl_asks_the_back_end_for_views(idl_tree: Path) -> None:
    fake_omniidl(idl_tree, 'echo "$@" > arguments')
    assert run_command(["idl", "radio.idl", "--views"]) == 0
    assert "-Wbviews" in (idl_tree / "arguments").read_text().split()


def idl_files(folder: Path, *names: str) -> None:
    for name in names:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("struct S { long x; };\n")


@pytest.mark.parametrize("files", [["--root", "idl", "idl/a/one.idl", "idl/b/one.idl"], ["idl"]])
def test_idl_keeps_the_folders_of_many_files(
    idl_tree: Path, capsys: pytest.CaptureFixture[str], files: list[str]
) -> None:
    idl_files(idl_tree, "idl/a/one.idl", "idl/b/one.idl")
    fake_omniidl(
        idl_tree,
        'echo "$@" >> arguments; for last; do :; done; d=out/$(basename $(dirname $last));'
        " mkdir -p $d; touch $d/one.hpp",
    )
    assert run_command(["idl", *files, "-o", "out"]) == 0
    assert capsys.readouterr().out == "wrote out/a/one.hpp\nwrote out/b/one.hpp\n"
    runs = (idl_tree / "arguments").read_text().splitlines()
    assert [run.split()[-1] for run in runs] == ["idl/a/one.idl", "idl/b/one.idl"]
    assert all("-Wbroot=idl -Iidl" in run for run in runs)


def test_idl_compiles_the_other_files_when_one_is_refused(
    idl_tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    idl_files(idl_tree, "bad.idl", "good.idl")
    fake_omniidl(
        idl_tree,
        'case "$@" in *bad.idl) echo bad.idl:1: no; exit 1;; esac; touch good.hpp',
    )
    assert run_command(["idl", "bad.idl", "good.idl"]) == 2
    said = capsys.readouterr()
    assert said.out == "wrote good.hpp\n"
    assert said.err == "orbweaver: bad.idl:1: no\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["a/one.idl", "b/one.idl"], "a/one.idl and b/one.idl would both become one.hpp"),
        (["--root", "a", "b/one.idl"], "b/one.idl does not lie below a"),
        (["empty"], "empty holds no IDL file"),
        (["--example", "a/one.idl", "b/one.idl"], "--example takes one IDL file"),
        ([b"lat\xdf.idl"], "omniidl reads names in UTF-8 alone"),
    ],
)
def test_idl_refuses_files_that_have_no_name_of_their_own(
    idl_tree: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: list[str | bytes],
    says: str,
) -> None:
    idl_files(idl_tree, "a/one.idl", "b/one.idl")
    (idl_tree / "empty").mkdir()
    (idl_tree / os.fsdecode(b"lat\xdf.idl")).touch()
    fake_omniidl(idl_tree, "touch one.hpp")
    assert run_command(["idl", *map(os.fsdecode, arguments)]) == 2
    assert says in one_line(capsys)
    assert not (idl_tree / "one.hpp").exists()


def test_idl_writes_an_example_and_tells_how_to_build_it(
    idl_tree: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fake_omniidl(idl_tree, 'echo "$@" > arguments; touch "my radio/server.cpp"')
    (idl_tree / "more").mkdir()
    assert run_command(["idl", "radio.idl", "-o", "my radio", "-I", "more", "--example"]) == 0
    assert capsys.readouterr().out == (
        "wrote my radio/server.cpp\n"
        "build it: cmake -G Ninja -S 'my radio' -B 'my radio/build' -DCMAKE_PREFIX_PATH=PREFIX"
        " -DCMAKE_BUILD_TYPE=Release\n"
        "          cmake --build 'my radio/build'\n"
    )
    arguments = (idl_tree / "arguments").read_text()
    assert f"-Wbexample -Wbroot={idl_tree} -Wbroot={idl_tree}/more" in arguments


@pytest.mark.parametrize(
    ("option", "says"),
    [
        (["-D", "GAIN=2"], "--example with -D: orbweaver_idl() of CMake takes no definitions"),
        (["--views"], "--example with --views: leave it out"),
        (["--ami"], "--example with --ami: leave it out"),
    ],
)
def test_idl_refuses_an_example_with_what_its_build_would_not_have(
    idl_tree: Path, capsys: pytest.CaptureFixture[str], option: list[str], says: str
) -> None:
    fake_omniidl(idl_tree, "touch server.cpp")
    assert run_command(["idl", "radio.idl", "--example", *option]) == 2
    assert says in one_line(capsys)
    assert not (idl_tree / "server.cpp").exists()


@pytest.mark.parametrize(
    ("script", "status", "says"),
    [
        ("echo radio.idl:1: Syntax error >&2; exit 1", 2, "radio.idl:1: Syntax error"),
        (
            "echo 'Traceback (most recent call last):\nKeyError: 3' >&2; exit 1",
            1,
            "the IDL back end failed on radio.idl: KeyError: 3",
        ),
    ],
)
def test_idl_errors_are_passed_on_but_never_a_traceback(
    idl_tree: Path,
    capsys: pytest.CaptureFixture[str],
    script: str,
    status: int,
    says: str,
) -> None:
    fake_omniidl(idl_tree, script)
    assert run_command(["idl", "radio.idl", "-o", "out"]) == status
    assert one_line(capsys) == f"orbweaver: {says}"


def test_idl_without_a_file_or_a_compiler(
    idl_tree: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["idl", "nothing.idl"]) == 2
    assert "nothing.idl does not exist" in one_line(capsys)
    monkeypatch.setattr(shutil, "which", lambda _name, **_kept: None)  # pyright: ignore[reportUnknownLambdaType,reportUnknownArgumentType]
    assert run_command(["idl", "radio.idl"]) == 1
    assert "apt install omniidl" in one_line(capsys)


def test_an_internal_error_is_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_text: str) -> None:
        raise RuntimeError("out of cheese")

    monkeypatch.setattr("orbweaver.cli.ior.read_reference", fail)
    assert run_command(["ior", "IOR:"]) == 1
    assert "internal error: RuntimeError: out of cheese" in one_line(capsys)
