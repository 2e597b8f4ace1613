# SPDX-License-Identifier: Apache-2.0
import json
import os
import shutil
import socket
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from orbweaver.cli.main import run_command
from orbweaver.doctor.builder import check_builder
from orbweaver.doctor.checks import (
    all_findings,
    check_clock,
    check_omniidl,
    check_programs,
    check_realtime_share,
)
from orbweaver.doctor.container import check_container_memory, check_container_processor
from orbweaver.doctor.leftovers import DAEMONS, check_leftover_sockets, check_leftovers
from orbweaver.doctor.machine import Machine
from orbweaver.doctor.parts import check_bench_peers, check_pipeline_peers, check_tools
from orbweaver.doctor.quiet import check_busy, check_governor, check_load
from orbweaver.run.installation import NEEDED
from test_doctor_security import CHECKS


def clock(tmp_path: Path, name: str) -> Machine:
    folder = tmp_path / "devices/system/clocksource/clocksource0"
    folder.mkdir(parents=True)
    (folder / "current_clocksource").write_text(f"{name}\n")
    return Machine(sys=tmp_path)


def process(proc: Path, pid: int, parent: int, command: str) -> None:
    folder = proc / str(pid)
    folder.mkdir(parents=True)
    (folder / "cmdline").write_bytes(f"/opt/{command}\0--name\0x\0".encode())
    (folder / "stat").write_text(f"{pid} (a (b) c) S {parent} 1 1")


def test_a_fast_clock_is_fine_and_a_slow_one_has_a_fix(tmp_path: Path) -> None:
    assert check_clock(clock(tmp_path / "a", "tsc")).status == "ok"
    slow = check_clock(clock(tmp_path / "b", "acpi_pm"))
    assert slow.status == "warn"
    assert "clocksource=tsc" in slow.fix
    assert check_clock(Machine(sys=tmp_path / "none")).status == "warn"


def test_missing_programs_fail_with_a_fix(tmp_path: Path, fake_bin: Path) -> None:
    missing = check_programs(Machine(bin=tmp_path))
    assert missing.status == "fail"
    assert "orbweaver-producer, orbweaver-stage" in missing.found
    assert "./x build" in missing.fix
    assert check_programs(Machine(bin=fake_bin)).status == "ok"


def test_only_orphaned_programs_are_leftovers(tmp_path: Path) -> None:
    process(tmp_path, 11, 1, "orbweaver-stage")
    process(tmp_path, 12, 99, "orbweaver-stage")
    process(tmp_path, 13, 1, "sshd")
    process(tmp_path, 14, 1, "adsb-source")
    (tmp_path / "meminfo").touch()
    found = check_leftovers(Machine(proc=tmp_path))
    assert found.status == "warn"
    assert found.found == "orbweaver-stage (11), adsb-source (14)"
    assert found.fix == "kill 11 14"
    assert check_leftovers(Machine(proc=tmp_path / "11")).status == "ok"


def test_doctor_itself_is_no_leftover_where_the_first_process_started_it(tmp_path: Path) -> None:
    process(tmp_path, os.getpid(), 1, "orbweaver-python")
    (tmp_path / "meminfo").touch()
    assert check_leftovers(Machine(proc=tmp_path)).status == "ok"


def test_daemons_of_a_live_radio_are_no_leftovers(tmp_path: Path) -> None:
    (tmp_path / "meminfo").touch()
    for pid, daemon in enumerate(DAEMONS, start=11):
        process(tmp_path, pid, 1, daemon)
    assert check_leftovers(Machine(proc=tmp_path)).status == "ok"


def test_a_missing_omniidl_fails_with_a_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    finding = check_omniidl(Machine())
    assert (finding.status, finding.fix) == ("fail", "apt install omniidl")


def test_the_command_tells_programs_whether_all_is_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["doctor", "--json", "--bin", str(tmp_path)]) == 1
    report = json.loads(capsys.readouterr().out)
    assert report["ok"] is False
    assert all(check["mend"] for check in report["checks"] if check["status"] != "ok")
    assert run_command(["doctor", "--bin", str(tmp_path)]) == 1
    assert "fix: build them with ./x build" in capsys.readouterr().out


def written(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def container(tmp_path: Path, groups: str, files: dict[str, str]) -> Machine:
    written(tmp_path / "proc/self/cgroup", groups)
    for name, text in files.items():
        written(tmp_path / "sys/fs/cgroup" / name, text)
    return Machine(proc=tmp_path / "proc", sys=tmp_path / "sys", tmp=tmp_path)


@pytest.mark.parametrize(
    ("groups", "files"),
    [
        ("0::/a/b\n", {"cpu.max": "max 100000", "a/cpu.max": "150000 100000",
                       "a/memory.max": "536870912", "a/b/cpu.max": "max 100000",
                       "a/b/memory.max": "max"}),
        ("3:cpuacct,cpu:/a\n4:memory:/a\n0::/\n",
         {"cpu/a/cpu.cfs_quota_us": "150000", "cpu/a/cpu.cfs_period_us": "100000",
          "memory/a/memory.limit_in_bytes": "536870912"}),
    ],
)  # fmt: skip
def test_the_tightest_limit_of_a_container_is_reported(
    tmp_path: Path, groups: str, files: dict[str, str]
) -> None:
    machine = container(tmp_path, groups, files)
    processor, memory = check_container_processor(machine), check_container_memory(machine)
    assert (processor.status, memory.status) == ("warn", "warn")
    assert processor.found.startswith("1.50 processors' time")
    assert "--cpus" in processor.fix
    assert memory.found == "0.5 GiB"
    assert "--memory" in memory.fix


def test_a_container_without_limits_is_fine(tmp_path: Path) -> None:
    files = {"cpu.cfs_quota_us": "-1", "memory.limit_in_bytes": str((1 << 63) - 4096)}
    machine = container(tmp_path, "0::/\n", files)
    for check in (check_container_processor, check_container_memory):
        assert (check(machine).status, check(machine).found) == ("ok", "no limit")


def test_socket_files_of_the_dead_are_leftovers(tmp_path: Path) -> None:
    dead, alive = tmp_path / "orbweaver-11-abc", tmp_path / "orbweaver-12-abc"
    for folder in (dead, alive):
        folder.mkdir()
        with socket.socket(socket.AF_UNIX) as result:
            result.bind(str(folder / "socket"))
    (tmp_path / "orbweaver-notes").mkdir()
    (tmp_path / "orbweaver-0").mkdir()  # of the user 0
    written(tmp_path / "orbweaver-13-abc" / "thesis.tex", "mine")
    process(tmp_path / "proc", 12, 1, "orbweaver-stage")
    found = check_leftover_sockets(Machine(proc=tmp_path / "proc", tmp=tmp_path))
    assert (found.status, found.found) == ("warn", str(dead))
    assert found.fix == f"rm -r {dead}"
    assert check_leftover_sockets(Machine(tmp=tmp_path / "none")).status == "ok"


def test_what_else_runs_is_named(tmp_path: Path) -> None:
    def stat(pid: int, name: str, ticks: int) -> None:
        written(tmp_path / str(pid) / "stat", f"{pid} ({name}) S 1{' 0' * 9} {ticks} 0")

    stat(21, "make (1)", 0)
    stat(22, "idle", 5)
    written(tmp_path / "uptime", "1")
    finding = check_busy(tmp_path, lambda: stat(21, "make (1)", 1_000_000))
    assert finding.status == "warn"
    assert finding.found.startswith("busy: make (1) (21) ")
    assert "idle" not in finding.found
    assert check_busy(tmp_path, lambda: None).status == "ok"


def test_load_and_governor_have_a_fix(tmp_path: Path) -> None:
    assert check_load(0.1, 2).status == "ok"
    assert check_load(2.0, 2).fix
    assert check_governor(tmp_path).status == "ok"
    path = tmp_path / "devices/system/cpu/cpu0/cpufreq/scaling_governor"
    written(path, "powersave\n")
    slow = check_governor(tmp_path)
    assert (slow.status, "performance" in slow.fix) == ("warn", True)
    written(path, "performance\n")
    assert check_governor(tmp_path).status == "ok"


def test_missing_peers_and_tools_name_their_packages(
    tmp_path: Path, fake_bin: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(bin=fake_bin)
    assert "omniorb: apt-get install" in check_pipeline_peers(machine).fix
    assert "missing: orbweaver, raw" in check_bench_peers(machine).found
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("orbweaver.run.tools.SYSTEM_FOLDERS", ())
    fix = check_tools(machine).fix
    assert "apt install stress-ng; apt install rt-tests; apt install iproute2" in fix
    for name in ("omniorb-stage", "zeromq-stage", "jacorb-stage", "tao-stage"):
        (fake_bin / name).write_text("")
        (fake_bin / name).chmod(0o755)
    assert check_pipeline_peers(machine).status == "ok"


def test_the_share_of_real_time_threads_is_reported(tmp_path: Path) -> None:
    assert "none" in check_realtime_share(Machine(proc=tmp_path)).found
    for name, value in (("runtime", "950000"), ("period", "1000000")):
        written(tmp_path / f"sys/kernel/sched_rt_{name}_us", value)
    assert check_realtime_share(Machine(proc=tmp_path)).found.startswith("95 %")


def test_every_check_that_is_not_ok_has_a_fix() -> None:
    findings = all_findings(Machine())  # of security there is one for each thing that is wrong
    assert len({finding.check for finding in findings}) == 20 + len(CHECKS)
    assert all(finding.fix for finding in findings if finding.status != "ok")


ROOT = Path(__file__).parents[2]


def without_packages(prefix: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Of an installation, with the standard library alone."""
    lib = prefix / "lib/orbweaver"
    (lib / "python").mkdir(parents=True)
    (prefix / "share/orbweaver/idlc").mkdir(parents=True)
    shutil.copy(ROOT / "lab/launcher.py", lib)
    shutil.copytree(ROOT / "lab/src/orbweaver", lib / "python/orbweaver")
    return subprocess.run(
        [sys.executable, "-I", "-S", lib / "launcher.py", "doctor", *words],
        capture_output=True, text=True, check=False,
        env={name: text for name, text in os.environ.items() if name != "ORBWEAVER_BIN"},
    )  # fmt: skip


def test_it_runs_without_packages_and_says_that_they_are_missing(tmp_path: Path) -> None:
    done = without_packages(tmp_path / "prefix", "--json")
    assert (done.returncode, done.stderr) == (1, "")
    found = {check["check"]: check for check in json.loads(done.stdout)["checks"]}
    assert found["python packages"]["status"] == "fail"
    assert found["python packages"]["found"].startswith("not found: typer, rich, pydantic, jinja2;")
    assert (
        f"--target {tmp_path}/prefix/lib/orbweaver/packages typer"
        in (found["python packages"]["mend"])
    )


def test_packages_that_are_too_old_are_named(tmp_path: Path) -> None:
    packages = prefix_installed(tmp_path / "usr")
    for name in NEEDED:
        (packages / name).mkdir()
        (packages / name / "__init__.py").touch()
        written(packages / f"{name}-1.dist-info/METADATA", f"Name: {name}\nVersion: 1.10.4\n")
    (packages / "typer/__init__.py").write_text("from pydantic import Newer\n")
    launcher = shutil.copy(ROOT / "lab/launcher.py", packages.parent)
    command = [sys.executable, "-I", "-S", launcher]
    done = subprocess.run([*command, "lab"], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert " has pydantic, but too old; run python3 -m pip install --target " in done.stderr
    assert len(done.stderr.splitlines()) == 1
    done = subprocess.run([*command, "doctor"], capture_output=True, text=True, check=False)
    assert "python packages: too old: rich, pydantic, jinja2; new, " in done.stdout


def test_the_least_versions_are_those_that_pip_is_given() -> None:
    recipe = tomllib.loads((ROOT / "lab/pyproject.toml").read_text())
    given = [line.split(">=") for line in recipe["project"]["dependencies"]]
    assert {name: tuple(map(int, least.split("."))) for name, least in given} == NEEDED


def test_packages_are_taken_from_the_environment_in_the_home(tmp_path: Path) -> None:
    packages = prefix_installed(tmp_path / "usr")
    launcher = shutil.copy(ROOT / "lab/launcher.py", packages.parent)
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = tmp_path / "data/orbweaver/python/lib" / version / "site-packages"
    written(own / "typer.py", "raise SystemExit('taken')\n")
    done = subprocess.run(
        [sys.executable, "-S", launcher, "lab"], capture_output=True, text=True, check=False,
        env={"XDG_DATA_HOME": str(tmp_path / "data")},
    )  # fmt: skip
    assert done.stderr == "taken\n"


def test_an_installation_is_not_mended_with_commands_of_the_source_tree(tmp_path: Path) -> None:
    done = without_packages(tmp_path / "prefix")
    assert "./x" not in done.stdout
    assert "install all of Orbweaver into" in done.stdout


def pip_installed(root: Path) -> Path:
    """What pip makes of the wheel, as far as doctor looks; gives the folder of Python packages."""
    packages = root / "lib/python3.11/site-packages"
    (packages / "orbweaver-0.dist-info").mkdir(parents=True)
    (root / "share/orbweaver/idlc").mkdir(parents=True)
    shutil.copytree(ROOT / "lab/src/orbweaver", packages / "orbweaver")
    return packages


def prefix_installed(root: Path) -> Path:
    packages = root / "lib/orbweaver/python"
    packages.mkdir(parents=True)
    (root / "share/orbweaver/idlc").mkdir(parents=True)
    shutil.copytree(ROOT / "lab/src/orbweaver", packages / "orbweaver")
    return packages


def builder_of(packages: Path, search_path: Path, usr: Path) -> dict[str, str]:
    """The finding on own components of an installation, with these programs and no others."""
    script = (
        "import json, sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path\n"
        "from orbweaver.doctor.builder import check_builder\n"
        "from orbweaver.doctor.machine import Machine\n"
        "print(json.dumps(vars(check_builder(Machine(usr=Path(sys.argv[2]))))))\n"
    )
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script, packages, usr],
        capture_output=True, text=True, check=True, env={"PATH": str(search_path)},
    )  # fmt: skip
    return json.loads(done.stdout)


@pytest.fixture
def tools(tmp_path: Path) -> Path:
    """A folder of programs: apt-get alone."""
    folder = tmp_path / "tools"
    folder.mkdir()
    program(folder, "apt-get", "")
    return folder


def program(folder: Path, name: str, text: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{text}\n")
    (folder / name).chmod(0o755)


def builder_tools(folder: Path, cmake: str) -> None:
    program(folder, "cmake", f"echo cmake version {cmake}")
    program(folder, "ninja", "")
    program(folder, "omniidl", "")


def interface_installed(folder: Path) -> None:
    """The C++ interface, as far as doctor looks: CMake's file of the package."""
    folder.mkdir(parents=True)
    (folder / "orbweaver-config.cmake").touch()


ALL = "g++ cmake ninja-build omniidl libspdlog-dev nlohmann-json3-dev"


def test_a_wheel_on_a_bare_machine_has_one_line_for_own_components(
    tmp_path: Path, tools: Path
) -> None:
    found = builder_of(pip_installed(tmp_path / "env"), tools, tmp_path / "usr")
    assert found["status"] == "warn"
    for what in ("a compiler of C++23", "cmake 3.25 or newer", "ninja", "omniidl",
                 "<spdlog/spdlog.h>", "C++ interface, which is in no wheel"):  # fmt: skip
        assert what in found["found"]
    assert found["fix"] == (
        f"apt install {ALL}; then apt install liborbweaver-dev from the .deb files of the same "
        "release, or install Orbweaver from its source"
    )


def test_without_apt_the_line_names_debians_packages(tmp_path: Path, tools: Path) -> None:
    (tools / "apt-get").unlink()
    found = builder_of(prefix_installed(tmp_path / "prefix"), tools, tmp_path / "usr")
    assert found["fix"].startswith(f"install what Debian calls {ALL}; then install all of")


def test_only_what_is_missing_is_named(tmp_path: Path, tools: Path) -> None:
    packages = prefix_installed(tmp_path / "prefix")
    builder_tools(tools, "3.25.1")
    program(tools, "g++", "exit 0")
    interface_installed(tmp_path / "prefix/lib/cmake/orbweaver")
    found = builder_of(packages, tools, tmp_path / "usr")
    assert found["status"] == "ok"
    assert found["found"] == f"can be built: the C++ interface is in {tmp_path}/prefix"
    builder_tools(tools, "3.22.0")
    found = builder_of(packages, tools, tmp_path / "usr")
    assert found["found"] == "cannot be built; missing: cmake 3.25 or newer"
    assert found["fix"] == "apt install cmake"


@pytest.mark.parametrize(
    ("missing", "what", "package"),
    [("c++", "a compiler of C++23", "g++"), ("cmake", "cmake 3.25 or newer", "cmake"),
     ("ninja", "ninja", "ninja-build"), ("omniidl", "omniidl", "omniidl"),
     ("spdlog", "<spdlog/spdlog.h>", "libspdlog-dev"),
     ("nlohmann", "<nlohmann/json.hpp>", "nlohmann-json3-dev")],
)  # fmt: skip
def test_each_thing_that_is_missing_alone_is_named_with_its_package(
    tmp_path: Path, tools: Path, missing: str, what: str, package: str
) -> None:
    packages = prefix_installed(tmp_path / "prefix")
    builder_tools(tools, "3.31")
    # Compiles all but a text that names the missing header.
    program(tools, "c++", f"while read -r line; do case $line in *{missing}*) exit 1; esac; done")
    (tools / missing).unlink(missing_ok=True)
    interface_installed(tmp_path / "prefix/lib/cmake/orbweaver")
    found = builder_of(packages, tools, tmp_path / "usr")
    assert what in found["found"]
    if missing == "c++":  # it is what finds headers
        assert found["fix"].startswith(f"apt install {package} ")
    else:
        assert found["found"] == f"cannot be built; missing: {what}"
        assert found["fix"] == f"apt install {package}"


def test_a_compiler_that_knows_no_cpp23_is_none(tmp_path: Path, tools: Path) -> None:
    packages = prefix_installed(tmp_path / "prefix")
    builder_tools(tools, "3.31")
    program(tools, "c++", "exit 1")
    assert "a compiler of C++23" in builder_of(packages, tools, tmp_path / "usr")["found"]


def test_a_wheel_beside_the_development_package_builds_components(
    tmp_path: Path, tools: Path
) -> None:
    packages = pip_installed(tmp_path / "env")
    builder_tools(tools, "3.31")
    program(tools, "c++", "exit 0")
    interface_installed(tmp_path / "usr/lib/x86_64-linux-gnu/cmake/orbweaver")
    found = builder_of(packages, tools, tmp_path / "usr")
    assert found["found"] == f"can be built: the C++ interface is in {tmp_path}/usr"


def test_this_source_tree_builds_components() -> None:
    assert check_builder(Machine()).status == "ok"
