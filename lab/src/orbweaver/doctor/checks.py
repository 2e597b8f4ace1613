# SPDX-License-Identifier: Apache-2.0
"""Checks of this machine and this installation; each finding says how to fix what is wrong."""

import os
import platform
import re
import resource
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec

from orbweaver.doctor.builder import check_builder
from orbweaver.doctor.container import check_container_memory, check_container_processor
from orbweaver.doctor.finding import Finding
from orbweaver.doctor.leftovers import check_leftover_sockets, check_leftovers
from orbweaver.doctor.machine import Machine
from orbweaver.doctor.parts import check_bench_peers, check_pipeline_peers, check_tools
from orbweaver.doctor.quiet import check_governor, check_load
from orbweaver.doctor.security.checks import check_security
from orbweaver.run import programs
from orbweaver.run.installation import (
    NEEDED,
    how_to_get_omniidl,
    how_to_get_packages,
    how_to_install_again,
    kind,
)
from orbweaver.run.omniidl import find_omniidl

GOOD_CLOCKS = ("tsc", "kvm-clock", "arch_sys_counter", "hyperv_clocksource_tsc_page")
CAP_SYS_NICE = 23


def all_findings(machine: Machine) -> list[Finding]:
    """Run every check: one finding of each, and of security one for each thing that is wrong."""
    checks: list[Callable[[Machine], Finding]] = [
        check_python, check_packages, check_programs, check_waveform, check_omniidl, check_backend,
        check_builder, check_pipeline_peers, check_bench_peers, check_tools,
        check_cores, check_clock, check_governor_now, check_load_now,
        check_realtime, check_realtime_share, check_container_processor, check_container_memory,
        check_leftovers, check_leftover_sockets,
    ]  # fmt: skip
    return [*(check(machine) for check in checks), *check_security(machine)]


def check_python(_machine: Machine) -> Finding:
    """The interpreter; an older one would not have got here."""
    return Finding("python", "ok", platform.python_version())


def check_packages(_machine: Machine) -> Finding:
    """What the other commands that are written in Python need."""
    missing = [name for name in NEEDED if find_spec(name) is None]
    old = [name for name in NEEDED if name not in missing and _is_old(name)]
    if not missing and not old:
        return Finding("python packages", "ok", ", ".join(NEEDED))
    kinds = {"not found": missing, "too old": old}
    listed = "; ".join(f"{what}: {', '.join(names)}" for what, names in kinds.items() if names)
    found = f"{listed}; new, sad, lab, bench and others do not start"
    return Finding("python packages", "fail", found, how_to_get_packages())


def _is_old(name: str) -> bool:
    numbers = re.findall(r"\d+", version(name))
    return tuple(map(int, numbers[:2])) < NEEDED[name]


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
        return Finding(
            check, "fail", f"not in {where}: {', '.join(missing)}", programs.how_to_get()
        )
    return Finding(check, "ok", f"{len(names)} in {where}")


def check_omniidl(_machine: Machine) -> Finding:
    """The IDL front end, which `orbweaver idl` and the build need. A wheel does without."""
    path = find_omniidl()
    if path:
        return Finding("omniidl", "ok", path)
    status = "warn" if kind() in ("wheel", "package") else "fail"
    return Finding("omniidl", status, "not found: idl does not start", how_to_get_omniidl())


def check_backend(_machine: Machine) -> Finding:
    """Our back end of it."""
    backend = programs.idl_backend()
    if backend:
        return Finding("IDL back end", "ok", str(backend))
    fix = how_to_install_again() if programs.prefix() else "run this from a source tree"
    if kind() == "package":
        fix = how_to_get_omniidl()  # one package has both
    return Finding("IDL back end", "fail", "idlc/cpp11 not found", fix)


def check_cores(_machine: Machine) -> Finding:
    """Processors: a pipeline on one of them cannot show what it gains."""
    usable, present = len(os.sched_getaffinity(0)), os.cpu_count() or 1
    found = f"{usable} of {present} usable"
    if usable < 2:
        fix = "give this machine, container or shell (taskset) at least 2 processors"
        return Finding("processors", "warn", found, fix)
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
    fix = "boot with clocksource=tsc if the processor's counter is stable; times cost more here"
    return Finding("clock source", "warn", f"{name}, slow to read", fix)


def check_realtime(machine: Machine) -> Finding:
    """Whether the programs may use SCHED_FIFO and SCHED_RR."""
    soft, _ = resource.getrlimit(resource.RLIMIT_RTPRIO)
    if _has_capability(machine, CAP_SYS_NICE):
        return Finding("real-time limits", "ok", "may use any priority (CAP_SYS_NICE)")
    if soft:
        return Finding("real-time limits", "ok", f"priorities up to {soft}")
    fix = (
        "add '@realtime - rtprio 95' to /etc/security/limits.d/ for your group and log in again, "
        "or start containers with --cap-add=SYS_NICE --ulimit rtprio=95"
    )
    return Finding("real-time limits", "warn", "no real-time priority allowed", fix)


def _has_capability(machine: Machine, number: int) -> bool:
    try:
        status = (machine.proc / "self/status").read_text()
    except OSError:
        return False
    effective = next((line for line in status.splitlines() if line.startswith("CapEff:")), "")
    return bool(effective) and bool(int(effective.split()[1], 16) >> number & 1)


def check_realtime_share(machine: Machine) -> Finding:
    """What the kernel keeps back from real-time threads: they stand still for that part."""
    texts = [machine.text(machine.proc / f"sys/kernel/sched_rt_{name}_us")
             for name in ("runtime", "period")]  # fmt: skip
    try:
        runtime, period = (int(text or "") for text in texts)
    except ValueError:
        return Finding("real-time share", "ok", "the kernel reports none")
    if runtime < 0 or runtime >= period:
        return Finding("real-time share", "ok", "all of the time")
    found = f"{100 * runtime / period:.0f} %: busy real-time threads stand still for the rest"
    return Finding("real-time share", "ok", found)


def check_load_now(_machine: Machine) -> Finding:
    """What else wants to run."""
    return check_load(os.getloadavg()[0], len(os.sched_getaffinity(0)))


def check_governor_now(machine: Machine) -> Finding:
    """What governs the clock rate."""
    return check_governor(machine.sys)
