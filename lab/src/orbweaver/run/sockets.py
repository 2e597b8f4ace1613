# SPDX-License-Identifier: Apache-2.0
"""Socket files that a killed component could not remove itself.

A component announces the path of its unix socket in its object reference, so a program with the
reference can clean up after it. One that dies before it is ready has announced nothing; its files
are found by the name that all have: `orbweaver-<pid>-…` in the temporary folder, a socket or a
folder that holds it. Nothing but sockets of this user, and private folders that are empty without
them, is removed.
"""

import contextlib
import os
import stat
import tempfile
from pathlib import Path

from orbweaver.ior.decode import decode
from orbweaver.ior.records import BadReference


def remove_announced(reference: str) -> None:
    """Remove the socket files that a dead component's reference names."""
    try:
        paths = decode(reference).unix_paths()
    except BadReference:
        return
    for path in map(Path, paths):
        if path.is_absolute():  # an abstract name leaves no file
            _remove_socket(path)
            _remove_private_folder(path.parent)


def remove_unannounced(pid: int) -> None:
    """Remove the socket files that the dead process `pid` made before it was ready."""
    for path in Path(tempfile.gettempdir()).glob(f"orbweaver-{pid}-*"):
        if path.is_dir() and not path.is_symlink():
            for inner in path.iterdir():
                _remove_socket(inner)
            _remove_private_folder(path)
        else:
            _remove_socket(path)


def _remove_socket(path: Path) -> None:
    with contextlib.suppress(OSError):
        status = path.lstat()
        if stat.S_ISSOCK(status.st_mode) and status.st_uid == os.getuid():
            path.unlink()


def _remove_private_folder(folder: Path) -> None:
    """A folder that only this user may enter was made for the sockets in it."""
    with contextlib.suppress(OSError):
        status = folder.lstat()
        if status.st_uid == os.getuid() and stat.S_IMODE(status.st_mode) == 0o700:
            folder.rmdir()
