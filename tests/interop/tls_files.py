# SPDX-License-Identifier: Apache-2.0
"""The keys and certificates of the table's columns over TLS, made by `orbweaver keys`."""

import subprocess
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from programs import path_of


@dataclass(frozen=True)
class TlsFiles:
    """What a program shows and trusts: PEM files; an identity has the key and the certificate."""

    authority: str
    identity: str


class _Made:
    """An authority with a certificate for servers and one for clients, as long as it is kept."""

    def __init__(self) -> None:
        self.folder = TemporaryDirectory(prefix="tls-")
        for words in (["new-ca"], ["new-node", "server"], ["new-user", "client"]):
            self._make(*words)

    def _make(self, *words: str) -> None:
        program = path_of("orbweaver-keys")
        done = subprocess.run(
            [program, *words, "--dir", self.folder.name],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr

    def files(self, name: str) -> TlsFiles:
        """Of the server, or of the client."""
        folder = Path(self.folder.name)
        identity = folder / f"{name}-identity.pem"
        parts = [(folder / f"{name}{kind}").read_text() for kind in (".key", ".pem")]
        identity.touch(mode=0o600)
        identity.write_text("".join(parts))
        return TlsFiles(str(folder / "authority.pem"), str(identity))


@cache
def _made(_: str) -> _Made:
    return _Made()


@cache
def tls_files(name: str, authority: str = "usual") -> TlsFiles:
    """Of `server` or `client`, by an authority; made once, and gone with the process."""
    return _made(authority).files(name)
