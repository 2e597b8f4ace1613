"""Checks of this machine and this installation; each finding says how to mend what is wrong."""

import os
import platform
import resource
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from orbweaver.doctor.finding import Finding
from orbweaver.run import programs

GOOD_CLOCKS = ("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page")
CAP_SYS_NICE = 23
PROGRAM_PREFIXES = ("orbweaver-", "adsb-")


@dataclass(frozen=True)
class Machine:
    """Where the checks look; tests point it elsewhere."""

    proc: Path = Path("/proc")
    sys: Path = Path("/sys")
    bin: Path | None = None


def all_findings(machine: Machine) -> list[Finding]:
    """Run every check."""
    checks: list[Callable[[Machine], Finding]] = [
        check_python, check_programs, check_waveform, check_omniidl, check_backend, check_cores,
        check_clock, check_realtime, check_leftovers,
    ]  # fmt: skip
    return [check(machine) for check in checks]


def check_python(_machine: Machine) -> Finding:
    """The interpreter; an older one would not have got here."""
    return Finding("python", "ok", platform.python_version())


def check_programs(machine: Machine) -> Finding:
    """The programs of the lab."""
    return _programs("lab programs", programs.PIPELINE, machine)


def check_waveform(machine: Machine) -> Finding:
    """The components of the default waveform."""
    return _programs("waveform programs", programs.WAVEFORM, machine)


def _programs(check: str, names: tuple[str, ...], machine: Machine) -> Finding:
    missing = [name for name in names if programs.find(name, machine.bin) is None]
    where = programs.folder(machine.bin) or "the search path"
    if missing:
        return Finding(check, "fail", f"not in {where}: {', '.join(missing)}", programs.MEND)
    return Finding(check, "ok", f"{len(names)} in {where}")


def check_omniidl(_machine: Machine) -> Finding:
    """The IDL front end, which `orbweaver idl` and the build need."""
    path = shutil.which("omniidl")
    if path:
        return Finding("omniidl", "ok", path)
    return Finding("omniidl", "fail", "not found", "apt install omniidl")


def check_backend(_machine: Machine) -> Finding:
    """Our back end of it."""
    backend = programs.idl_backend()
    if backend:
        return Finding("IDL back end", "ok", str(backend))
    mend = "install this tool from the source tree (./x install)"
    return Finding("IDL back end", "fail", "idlc/cpp11 not found", mend)


def check_cores(_machine: Machine) -> Finding:
    """Processors: a pipeline on one of them cannot show what it gains."""
    usable, present = len(os.sched_getaffinity(0)), os.cpu_count() or 1
    found = f"{usable} of {present} usable"
    if usable < 2:
        mend = "give this machine, container or shell (taskset) at least 2 processors"
        return Finding("processors", "warn", found, mend)
    return Finding("processors", "ok", found)


def check_clock(machine: Machine) -> Finding:
    """A clock source that is read without a system call; others cost about a microsecond."""
    path = machine.sys / "devices/system/clocksource/clocksource0/current_clocksource"
    try:
        name = path.read_text().strip()
    except OSError:
        return Finding("clock source", "warn", f"unknown: {path} cannot be read", "mount /sys")
    if name in GOOD_CLOCKS:
        return Finding("clock source", "ok", name)
    mend = "boot with clocksource=tsc if the processor's counter is stable; times cost more here"
    return Finding("clock source", "warn", f"{name}, slow to read", mend)


def check_realtime(machine: Machine) -> Finding:
    """Whether the programs may use SCHED_FIFO and SCHED_RR."""
    soft, _ = resource.getrlimit(resource.RLIMIT_RTPRIO)
    if _has_capability(machine, CAP_SYS_NICE):
        return Finding("real-time limits", "ok", "may use any priority (CAP_SYS_NICE)")
    if soft:
        return Finding("real-time limits", "ok", f"priorities up to {soft}")
    mend = (
        "add '@realtime - rtprio 95' to /etc/security/limits.d/ for your group and log in again, "
        "or start containers with --cap-add=SYS_NICE --ulimit rtprio=95"
    )
    return Finding("real-time limits", "warn", "no real-time priority allowed", mend)


def _has_capability(machine: Machine, number: int) -> bool:
    try:
        status = (machine.proc / "self/status").read_text()
    except OSError:
        return False
    effective = next((line for line in status.splitlines() if line.startswith("CapEff:")), "")
    return bool(effective) and bool(int(effective.split()[1], 16) >> number & 1)


def check_leftovers(machine: Machine) -> Finding:
    """Programs of a run whose launcher has gone: they would disturb every measurement."""
    left = sorted(pid for pid in _pids(machine) if _is_leftover(machine, pid))
    if not left:
        return Finding("leftover processes", "ok", "none")
    names = ", ".join(f"{_program(machine, pid)} ({pid})" for pid in left)
    mend = f"kill {' '.join(map(str, left))}"
    return Finding("leftover processes", "warn", names, mend)


def _pids(machine: Machine) -> list[int]:
    return [int(path.name) for path in machine.proc.iterdir() if path.name.isdecimal()]


def _program(machine: Machine, pid: int) -> str:
    try:
        first = (machine.proc / str(pid) / "cmdline").read_bytes().split(b"\0")[0]
    except OSError:
        return ""
    return Path(first.decode("utf-8", "replace")).name


def _is_leftover(machine: Machine, pid: int) -> bool:
    """Ours by name, and adopted by init because the parent has died."""
    if not _program(machine, pid).startswith(PROGRAM_PREFIXES):
        return False
    try:
        stat = (machine.proc / str(pid) / "stat").read_text()
    except OSError:
        return False
    return stat.rpartition(")")[2].split()[1] == "1"
