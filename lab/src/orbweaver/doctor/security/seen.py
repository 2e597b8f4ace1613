# SPDX-License-Identifier: Apache-2.0
"""Files that are not there, and those that the checks could not look at."""

import os
import stat
from collections.abc import Iterator

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.security.files import OPTIONS, PRIVATE, UsedFile
from orbweaver.doctor.security.served import Served

CHECK = "files of security"
AS_ROOT = "run orbweaver doctor as the user of that program, or as root"


def check_seen(served: list[Served], files: list[UsedFile]) -> list[Finding]:
    """Without this, a file that this user may not see would count as right."""
    found = [one for file in files for one in _unseen(file)]
    hidden = [
        Finding(CHECK, "warn", f"the files of {program.name} cannot be looked at", AS_ROOT)
        for program in served
        if program.folder is None and _names_relative_files(program)
    ]
    well = "all could be looked at" if files else "none is in use"
    return [*dict.fromkeys(found), *hidden] or [Finding(CHECK, "ok", well)]


def _unseen(file: UsedFile) -> Iterator[Finding]:
    try:
        mode = file.path.stat().st_mode
    except PermissionError:
        yield Finding(CHECK, "warn", f"{file} cannot be looked at", AS_ROOT)
        return
    except OSError as error:
        why = os.strerror(error.errno or 0)
        yield Finding(CHECK, "fail", f"{file}: {why}", "put it there, or change the option")
        return
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        yield Finding(CHECK, "fail", f"{file} is no file", "name a file")
    elif file.kind not in PRIVATE and not os.access(file.path, os.R_OK):
        yield Finding(CHECK, "warn", f"{file} cannot be read", AS_ROOT)


def _names_relative_files(program: Served) -> bool:
    named = [value for option in OPTIONS for value in program.values(option)]
    return any(not value.startswith("/") for value in named)
