# SPDX-License-Identifier: Apache-2.0
"""Where a run's numbers come from: the machine, the programs, the source they were built from."""

import os
import platform
import re
import subprocess
from datetime import datetime
from pathlib import Path

from orbweaver import __version__
from orbweaver.model.schema import Provenance
from orbweaver.run import programs
from orbweaver.run.governor import governor

UNKNOWN = "unknown"


def provenance(cpus: str | None, scheduler: str, bin_folder: Path | None) -> Provenance:
    """Collect it all; what cannot be found out is said to be unknown."""
    return Provenance(
        version=__version__,
        commit=commit(programs.tree()),
        date=datetime.now().astimezone().isoformat(timespec="seconds"),
        cpu=cpu_model(Path("/proc/cpuinfo").read_text()),
        cores=len(os.sched_getaffinity(0)),
        kernel=f"{platform.system()} {platform.release()} {platform.machine()}",
        compiler=compiler(bin_folder),
        pinning=f"cpus {cpus}" if cpus else "none",
        scheduler=scheduler,
        load=os.getloadavg()[0],
        governor=governor(),
    )


def cpu_model(cpuinfo: str) -> str:
    """The model's name in the text of /proc/cpuinfo; ARM kernels give only numbers."""
    for key in ("model name", "Model", "Hardware", "CPU part"):
        found = re.search(rf"^{key}\s*:\s*(\S.*)$", cpuinfo, re.MULTILINE)
        if found:
            return found[1]
    return platform.machine() or UNKNOWN


def commit(tree: Path | None) -> str:
    """The tree's commit, marked if files differ from it."""
    if tree is None:
        return UNKNOWN
    head = _git(tree, "rev-parse", "--short=12", "HEAD")
    if not head:
        return UNKNOWN
    changed = _git(tree, "status", "--porcelain", "--untracked-files=no")
    return f"{head}-dirty" if changed else head


def _git(tree: Path, *arguments: str) -> str:
    try:
        done = subprocess.run(
            ["git", "-C", str(tree), *arguments],
            capture_output=True,
            text=True,
            check=False,
            timeout=10,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def compiler(bin_folder: Path | None) -> str:
    """The compiler and build type that CMake noted beside the programs."""
    if bin_folder is None:
        return UNKNOWN
    build = bin_folder.parent
    notes = sorted(build.glob("CMakeFiles/*/CMakeCXXCompiler.cmake"))
    if not notes:
        return UNKNOWN
    text = notes[-1].read_text(errors="replace")
    words = [
        _cmake_value(text, "CMAKE_CXX_COMPILER_ID"),
        _cmake_value(text, "CMAKE_CXX_COMPILER_VERSION"),
        _build_type(build),
    ]
    return " ".join(word for word in words if word) or UNKNOWN


def _cmake_value(text: str, name: str) -> str:
    found = re.search(rf'set\({name} "([^"]*)"\)', text)
    return found[1] if found else ""


def _build_type(build: Path) -> str:
    try:
        cache = (build / "CMakeCache.txt").read_text(errors="replace")
    except OSError:
        return ""
    found = re.search(r"^CMAKE_BUILD_TYPE:\w+=(.+)$", cache, re.MULTILINE)
    return found[1] if found else ""
