"""Socket files that a killed component could not remove itself.

A component announces the path of its unix socket in its object reference, so whoever holds the
reference can clean up after it. Nothing else is ever removed.
"""

import contextlib
import os
import stat
from pathlib import Path

from orbweaver.ior.decode import BadReference, decode


def remove_sockets(reference: str) -> None:
    """Remove the socket files that `reference` names, if they are sockets of this user."""
    try:
        paths = decode(reference).unix_paths()
    except BadReference:
        return
    for path in map(Path, paths):
        with contextlib.suppress(OSError):
            status = path.lstat()
            if stat.S_ISSOCK(status.st_mode) and status.st_uid == os.getuid():
                path.unlink()
                _remove_private_folder(path.parent)


def _remove_private_folder(folder: Path) -> None:
    """An empty folder with our name in it was made for that socket alone."""
    if folder.name.startswith("orbweaver"):
        with contextlib.suppress(OSError):
            folder.rmdir()
