# SPDX-License-Identifier: Apache-2.0
"""Rules, keys, certificates and authorities that other users can change or replace."""

import shlex
import stat
from collections.abc import Iterator
from pathlib import Path

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.security.files import UsedFile, mode_of, real_path
from orbweaver.doctor.security.served import Served, printable

CHECK = "trusted files"
ROOT = 0


def check_trusted(files: list[UsedFile]) -> list[Finding]:
    """One finding for each file, or folder on the way to files, in which others can write."""
    places: dict[Path, list[UsedFile]] = {}
    for file in files:
        for place in dict.fromkeys([file.path, *file.path.parents, *real_path(file.path).parents]):
            places.setdefault(place, []).append(file)
    found = [one for place, inside in places.items() for one in _changeable(place, inside)]
    well = "no other user can change one" if files else "none is in use"
    return found or [Finding(CHECK, "ok", well)]


def _changeable(place: Path, files: list[UsedFile]) -> Iterator[Finding]:
    name = next((file.name for file in files if file.path == place), str(place))
    harm = _harm(place, files)
    strangers = {
        owner: file.user.owner
        for file in files
        if (owner := _other_owner(place, file.user)) is not None
    }
    for owner, user in strangers.items():
        found = f"{printable(name)} belongs to user {owner}, which can {harm}"
        give = f"chown {user} {shlex.quote(name)}"
        is_file = any(file.path == place for file in files)
        yield Finding(CHECK, "fail", found, give if is_file else "move the files to another folder")
    mode = mode_of(place)
    by_all, by_group = mode & stat.S_IWOTH, mode & stat.S_IWGRP
    # Where the sticky bit is set, as in /tmp, each user replaces files of its own only.
    if (by_all or by_group) and not mode & stat.S_ISVTX:
        writer = "every user" if by_all else f"each member of the group of {printable(name)}"
        fix = f"chmod go-w {shlex.quote(name)}"
        yield Finding(CHECK, "fail" if by_all else "warn", f"{writer} can {harm}", fix)


def _harm(place: Path, files: list[UsedFile]) -> str:
    listed = ", ".join(dict.fromkeys(map(str, files)))
    if any(file.path == place for file in files):
        return f"change {listed}"
    return f"write in {printable(str(place))}, and replace {listed}"


def _other_owner(place: Path, user: Served) -> int | None:
    """The user that owns it, if that is neither root nor the user of the program."""
    try:
        owner = place.stat().st_uid
    except OSError:
        return None
    return None if user.owner is None or owner in (ROOT, user.owner) else owner
