# SPDX-License-Identifier: Apache-2.0
"""Which programs run here, or are set up as services, and with which options of the ORB."""

import os
import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from orbweaver.doctor.machine import Machine

OF_AN_ORB = re.compile(r"-ORB(tls\w*|endPoint\w*|rules|audit)")
IDENTITY = "--identity"
SERVICES = ("domain", "node")
ASSIGNED = re.compile(r"^\s*(?:DOMAIN|NODE)_OPTIONS=(.*)$", re.MULTILINE)

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Served:
    """A program with its options. `name` is how a finding names it.

    `folder` is where relative names of files begin, None if that cannot be seen. `root` is where
    absolute ones begin. `owner` is the user whose program it is, None if that is not known.
    """

    name: str
    options: Options
    folder: Path | None
    root: Path
    net: Path
    owner: int | None = None

    def values(self, option: str) -> list[str]:
        """What the option is given, in order."""
        return [value for name, value in self.options if name == option and value]

    def path(self, text: str) -> Path | None:
        """The file of that name; None if the folder in which it lies cannot be seen."""
        if text.startswith("/"):
            return self.root / text.lstrip("/")
        return None if self.folder is None else self.folder / text


def everything_served(machine: Machine) -> list[Served]:
    """Programs that run first, in the order of their processes."""
    return [*_running(machine), *_services(machine)]


def printable(text: str) -> str:
    """For a terminal: another user may have written it."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def _running(machine: Machine) -> Iterator[Served]:
    for pid in sorted(int(one.name) for one in machine.proc.iterdir() if one.name.isdecimal()):
        words = _words(machine.proc / str(pid))
        if words and _is_of_orbweaver(words) and not _is_a_guard(machine.proc / str(pid), words):
            yield _process(machine, pid, words)


def _is_a_guard(process: Path, words: list[str]) -> bool:
    """A copy of a program, which it made to end what it starts: it serves nothing."""
    try:
        status = (process / "status").read_text()
    except OSError:
        return False
    (parent,) = re.findall(r"^PPid:\s*(\d+)$", status, re.MULTILINE) or ["0"]
    return _words(process.parent / parent) == words


def _words(process: Path) -> list[str]:
    try:
        line = (process / "cmdline").read_bytes()
    except OSError:  # it has ended, or belongs to another user of a system that hides those
        return []
    return [word.decode("utf-8", "replace") for word in line.removesuffix(b"\0").split(b"\0")]


def _is_of_orbweaver(words: list[str]) -> bool:
    return Path(words[0]).name.startswith("orbweaver-") or any(map(OF_AN_ORB.fullmatch, words))


def _process(machine: Machine, pid: int, words: list[str]) -> Served:
    process = machine.proc / str(pid)
    root = process / "root" if _has_other_mounts(machine, process) else Path("/")
    folder, owner = None, None
    try:
        owner = process.stat().st_uid
        folder = root / os.readlink(process / "cwd").lstrip("/")
    except OSError:  # of another user
        pass
    name = f"{printable(Path(words[0]).name)} ({pid})"
    return Served(name, options_in(words), folder, root, process / "net", owner)


def _has_other_mounts(machine: Machine, process: Path) -> bool:
    """As in a container, or below a service manager that gives it folders of its own."""
    try:
        return os.readlink(process / "ns/mnt") != os.readlink(machine.proc / "self/ns/mnt")
    except OSError:
        return False


def options_in(words: list[str]) -> Options:
    """Those of the ORB, and what words of Orbweaver's own programs stand for."""
    found: list[tuple[str, str]] = []
    for word, following in zip(words, [*words[1:], ""], strict=True):
        name, equals, value = word.partition("=")
        if word.startswith("-ORB"):
            found.append((word, following))
        else:
            found.extend(_stands_for(name, value if equals else following))
    return tuple(found)


def _stands_for(name: str, value: str) -> Options:
    """Of an option of Orbweaver's programs the options of the ORB."""
    if name == IDENTITY:  # as `orbweaver keys` names the files
        authority = str(Path(value).parent / "authority.pem")
        files = {"Certificate": f"{value}.pem", "Key": f"{value}.key", "CA": authority}
        return ((IDENTITY, value), *((f"-ORBtls{of}", file) for of, file in files.items()))
    return {"--endpoint": (("-ORBendPoint", value),), "--rules": (("-ORBrules", value),)}.get(
        name, ()
    )


def _services(machine: Machine) -> Iterator[Served]:
    for service in SERVICES:
        file = machine.etc / "orbweaver" / service
        assigned = ASSIGNED.findall((machine.text(file) or "").replace("\\\n", " "))
        if not assigned:
            continue
        words = _split(assigned[-1])
        net = machine.proc / "self/net"
        yield Served(str(file), options_in(words), Path("/"), Path("/"), net)
        yield Served(f"components of {file}", _passed_on(words), Path("/"), Path("/"), net)


def _split(text: str) -> list[str]:
    """As the service manager does: quotes around all of it, or around a word."""
    with_quotes = text.strip()
    try:
        words = shlex.split(with_quotes)
        return shlex.split(words[0]) if len(words) == 1 else words
    except ValueError:  # a quote has no end
        return with_quotes.split()


def _passed_on(words: list[str]) -> Options:
    """What --orb NAME=VALUE gives to the ORB of each component."""
    pairs = [
        following.partition("=")
        for word, following in zip(words, [*words[1:], ""], strict=True)
        if word == "--orb"
    ]
    return tuple((f"-ORB{name}", value) for name, _, value in pairs)
