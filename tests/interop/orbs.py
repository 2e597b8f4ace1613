# SPDX-License-Identifier: Apache-2.0
"""The ORBs whose echo programs meet in the table, and the options of each."""

import os
from dataclasses import dataclass

from orbweaver.model.peer import title_of
from tls_files import TlsFiles

VERSIONS = ("1.0", "1.1", "1.2")
HIGHEST = VERSIONS[-1]

TLS = "tls"
TLS_PROVED = "tls-client-certificate"  # the server takes no client without one
TLS_WAYS = (TLS, TLS_PROVED)


@dataclass(frozen=True)
class TlsOptions:
    """With which a program uses TLS; the first two have a blank for a file."""

    authority: tuple[str, ...] = ("--tls-authority", "{file}")
    identity: tuple[str, ...] = ("--tls-identity", "{file}")
    clients_prove: tuple[str, ...] = ("--tls-clients-prove",)
    clients_need_not: tuple[str, ...] = ()
    endpoint: str = "giop:ssl:127.0.0.1:0"


@dataclass(frozen=True)
class Orb:
    """One ORB's programs; peers/CONTRACT.md says what they keep.

    Its options beside those of the contract have blanks for `version`, `minor`
    and `fragment`.
    """

    name: str
    transports: tuple[str, ...]
    version_options: tuple[str, ...] = ()
    version_variable: str = ""
    fragment_option: tuple[str, ...] = ()
    needed_variable: str = ""
    tls: TlsOptions = TlsOptions()

    @property
    def title(self) -> str:
        """As its makers write it: in the peer's record."""
        return title_of(self.name)

    def is_wanted(self) -> bool:
        """Whether this machine names what the ORB's programs stand on."""
        return not self.needed_variable or self.needed_variable in os.environ

    def options(self, version: str, fragment: int) -> list[str]:
        """What holds its program to a version of GIOP and makes it send fragments."""
        held = self.version_options if version != HIGHEST else ()
        cut = self.fragment_option if fragment else ()
        minor = version.removeprefix("1.")
        return [
            word.format(version=version, minor=minor, fragment=fragment) for word in (*held, *cut)
        ]

    def tls_server_options(self, transport: str, files: TlsFiles) -> list[str]:
        """What makes its server use TLS in one of the two ways."""
        last = self.tls.clients_prove if transport == TLS_PROVED else self.tls.clients_need_not
        return [*_filled(self.tls.authority, files.authority), *self._identity(files), *last]

    def tls_client_options(self, transport: str, files: TlsFiles) -> list[str]:
        """What makes its client use TLS in one of the two ways."""
        shows = transport == TLS_PROVED
        shown = self._identity(files) if shows else []
        return [*_filled(self.tls.authority, files.authority), *shown]

    def _identity(self, files: TlsFiles) -> list[str]:
        return _filled(self.tls.identity, files.identity)

    def environment(self, version: str) -> dict[str, str]:
        """What holds its program to a version of GIOP, in its environment."""
        if version == HIGHEST or not self.version_variable:
            return {}
        return {self.version_variable: version}


def _filled(words: tuple[str, ...], file: str) -> list[str]:
    return [word.format(file=file) for word in words]


ORBWEAVER = Orb(
    "orbweaver",
    ("tcp", "unix", *TLS_WAYS),
    version_options=("--orb", "ORBgiopMinor={minor}"),
    fragment_option=("--orb", "ORBfragmentBytes={fragment}"),
    tls=TlsOptions(
        authority=("--orb", "ORBtlsCA={file}", "--orb", "ORBtls=require"),
        identity=("--orb", "ORBtlsCertificate={file}"),
        clients_prove=("--orb", "ORBtlsClients=require"),
        clients_need_not=("--orb", "ORBtlsClients=none"),
        endpoint="giop:tls:127.0.0.1:0",
    ),
)
OMNIORB = Orb("omniorb", ("tcp", "unix", *TLS_WAYS), version_variable="ORBmaxGIOPVersion")
JACORB = Orb("jacorb", ("tcp", *TLS_WAYS), version_options=("--giop", "{version}"))
TAO = Orb("tao", ("tcp",), needed_variable="TAO_ROOT")

ORBS = {orb.name: orb for orb in (ORBWEAVER, OMNIORB, JACORB, TAO)}
