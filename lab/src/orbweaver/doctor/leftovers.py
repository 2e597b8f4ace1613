# SPDX-License-Identifier: Apache-2.0
"""What a run whose launcher has gone left behind."""

import os
import re
import shlex
import stat
from pathlib import Path

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine
from orbweaver.model.peer_records import records

PREFIXES = ("adsb-", "adsb_", *(f"{name}-" for name in records()))
# What serves a domain or a node, and what its device runs below it. A service manager may have
# started them, and a radio may run on them.
DAEMONS = (
    "orbweaver-domain", "orbweaver-node", "orbweaver-executable-device",
    "orbweaver-naming", "orbweaver-events", "orbweaver-guard", "orbweaver-component-host",
)  # fmt: skip
OF_A_PROCESS = re.compile(r"orbweaver-(\d+)-.+")
SHOWN = 5


def check_leftovers(machine: Machine) -> Finding:
    """Programs of a run whose launcher has gone: they would disturb every measurement.

    Daemons are none: init is their parent while they serve.
    """
    left = sorted(pid for pid in _pids(machine) if _is_leftover(machine, pid))
    if not left:
        return Finding("leftover processes", "ok", "none")
    names = ", ".join(f"{_program(machine, pid)} ({pid})" for pid in left)
    return Finding("leftover processes", "warn", names, f"kill {' '.join(map(str, left))}")


def check_leftover_sockets(machine: Machine) -> Finding:
    """Socket files, or the folders that held them, of processes that live no more."""
    left = sorted(path for path in machine.tmp.glob("orbweaver-*") if _is_stale(machine, path))
    if not left:
        return Finding("leftover sockets", "ok", "none")
    more = f" and {len(left) - SHOWN} more" if len(left) > SHOWN else ""
    names = ", ".join(str(path) for path in left[:SHOWN])
    fix = f"rm -r {' '.join(shlex.quote(str(path)) for path in left)}"
    return Finding("leftover sockets", "warn", names + more, fix)


def _is_stale(machine: Machine, path: Path) -> bool:
    """`orbweaver-<pid>-…` of this user: a socket, or a folder with nothing but sockets in it."""
    named = OF_A_PROCESS.fullmatch(path.name)  # orbweaver-<uid> is a user's own folder
    if named is None or (machine.proc / named[1]).exists():
        return False
    try:
        if path.lstat().st_uid != os.getuid():
            return False
        inner = list(path.iterdir()) if path.is_dir() and not path.is_symlink() else [path]
        return all(stat.S_ISSOCK(one.lstat().st_mode) for one in inner)
    except OSError:
        return False


def _pids(machine: Machine) -> list[int]:
    return [int(path.name) for path in machine.proc.iterdir() if path.name.isdecimal()]


def _program(machine: Machine, pid: int) -> str:
    """Its name; of one that an interpreter runs, as Java does, that of what it runs."""
    try:
        words = (machine.proc / str(pid) / "cmdline").read_bytes().split(b"\0")[:2]
    except OSError:
        return ""
    names = [Path(word.decode("utf-8", "replace")).name for word in words]
    return next((name for name in names if name.startswith(PREFIXES)), names[0])


def _is_leftover(machine: Machine, pid: int) -> bool:
    """Ours by name, and adopted by init because the parent has died.

    In a container the first process may have started this one.
    """
    if pid == os.getpid():
        return False
    program = _program(machine, pid)
    if program in DAEMONS or not program.startswith(PREFIXES):
        return False
    fields = (machine.text(machine.proc / str(pid) / "stat") or "").rpartition(")")[2].split()
    return len(fields) > 1 and fields[1] == "1"
