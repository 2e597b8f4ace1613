# SPDX-License-Identifier: Apache-2.0
"""The files that programs name in their options, or that lie in a folder of `orbweaver keys`."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from orbweaver.doctor.security.served import IDENTITY, Served, printable

Kind = Literal["certificate", "key", "passphrase", "authorities", "revocation list", "rules"]
OPTIONS: dict[str, Kind] = {
    "-ORBtlsCertificate": "certificate",
    "-ORBtlsKey": "key",
    "-ORBtlsPassphrase": "passphrase",
    "-ORBtlsCA": "authorities",
    "-ORBtlsCRL": "revocation list",
    "-ORBrules": "rules",
}
PRIVATE: tuple[Kind, ...] = ("key", "passphrase")
LARGEST = 8 << 20


@dataclass(frozen=True)
class UsedFile:
    """A file and the program that uses it. `name` is what a user calls the file."""

    kind: Kind
    name: str
    path: Path
    user: Served

    def __str__(self) -> str:
        return f"{printable(self.name)} ({self.kind} of {self.user.name})"


def used_files(served: list[Served]) -> list[UsedFile]:
    """Every file that a program names; of relative names those whose folder can be seen."""
    return [file for program in served for file in _files_of(program)]


def _files_of(program: Served) -> Iterator[UsedFile]:
    for option, kind in OPTIONS.items():
        for value in program.values(option):
            path = program.path(value)
            if path is not None:
                yield UsedFile(kind, value, path, program)
    for identity in program.values(IDENTITY):  # what lies beside it is used if it is there
        for name, kind in _beside(identity).items():
            path = program.path(name)
            if path is not None and path.exists():
                yield UsedFile(kind, name, path, program)


def _beside(identity: str) -> dict[str, Kind]:
    """The list of revoked certificates, and with what a node makes those of applications."""
    return {
        str(Path(identity).parent / "revoked.pem"): "revocation list",
        f"{identity}.issuer.pem": "certificate",
        f"{identity}.issuer.key": "key",
    }


def files_in(folder: Path) -> list[UsedFile]:
    """What `orbweaver keys` makes: certificates, lists of revoked ones, and keys."""
    owner = Served(str(folder), (), folder, Path("/"), Path("/proc/self/net"))
    return [
        UsedFile(kind, str(path), path, owner)
        for path in sorted(folder.rglob("*"))
        for kind in _kinds_of(path)
    ]


def _kinds_of(path: Path) -> Iterator[Kind]:
    """By what is in it. A key that cannot be read is known by its name."""
    text = text_of(path)
    if path.suffix == ".key" or "PRIVATE KEY-----" in (text or ""):
        yield "key"
    if "BEGIN CERTIFICATE-----" in (text or ""):
        yield "certificate"
    if "BEGIN X509 CRL-----" in (text or ""):
        yield "revocation list"


def text_of(path: Path) -> str | None:
    """Of a regular file of a sensible size; None if there is none that can be read.

    Another user chooses the name, so a pipe or a device must not hold up or fill the reader.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            return None
        return file.read(LARGEST).decode("utf-8", "replace")


def mode_of(path: Path) -> int:
    """Its permissions; 0 if it cannot be looked at, as `check_seen` says then."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except OSError:
        return 0


def texts_of(file: UsedFile) -> Iterator[tuple[str, str]]:
    """Name and text; of authorities in a folder each file once, as links name it by its hash."""
    if not file.path.is_dir():
        yield file.name, text_of(file.path) or ""
        return
    for path in sorted({one.resolve() for one in file.path.iterdir()}):
        yield str(path), text_of(path) or ""
