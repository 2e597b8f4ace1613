# SPDX-License-Identifier: Apache-2.0
"""Keys, and what decrypts them, that other users can read."""

import shlex
import stat
from collections.abc import Iterator

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.security.files import PRIVATE, UsedFile, mode_of

CHECK = "private keys"


def check_private(files: list[UsedFile]) -> list[Finding]:
    """One finding for each file that users other than its owner can read."""
    private = [file for file in files if file.kind in PRIVATE or _holds_the_key(file)]
    found = list(dict.fromkeys(one for file in private for one in _readable(file)))
    well = "only their owner can read them" if private else "none is in use"
    return found or [Finding(CHECK, "ok", well)]


def _holds_the_key(file: UsedFile) -> bool:
    """A program without -ORBtlsKey has its key in the file of the certificate."""
    is_its_own = file.name in file.user.values("-ORBtlsCertificate")
    return file.kind == "certificate" and is_its_own and not file.user.values("-ORBtlsKey")


def _readable(file: UsedFile) -> Iterator[Finding]:
    mode = mode_of(file.path)
    if not mode & (stat.S_IROTH | stat.S_IRGRP):
        return
    by_all = mode & stat.S_IROTH
    reader = "every user" if by_all else "each member of its group"
    fix = f"chmod 600 {shlex.quote(file.name)}"
    yield Finding(CHECK, "fail" if by_all else "warn", f"{reader} can read {file}", fix)
