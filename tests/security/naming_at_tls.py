# SPDX-License-Identifier: Apache-2.0
"""A naming service at a TLS port, and openssl as its client."""

import signal
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from certificates import options_of
from free_port import free_port
from programs import path_of


@dataclass
class Naming:
    """A naming service that runs, and where its log is."""

    port: int
    log: Path
    folder: Path

    def s_client(self, *words: str) -> str:
        """What openssl finds at the port."""
        done = subprocess.run(
            ["openssl", "s_client", "-connect", f"127.0.0.1:{self.port}", *words],
            input="", capture_output=True, text=True, check=False, timeout=60,
        )  # fmt: skip
        return done.stdout + done.stderr

    def with_certificate(self, *words: str) -> str:
        """The same, with the certificate of ann."""
        return self.s_client(
            "-CAfile", str(self.folder / "authority.pem"), "-verify_return_error",
            "-cert", str(self.folder / "ann.pem"), "-key", str(self.folder / "ann.key"), *words,
        )  # fmt: skip


@contextmanager
def naming_at_tls(folder: Path, log: Path, *more: str) -> Generator[Naming]:
    """One with the certificate `server` of the folder; ended by SIGTERM, with status 0."""
    port = free_port()
    with log.open("w") as errors:
        process = subprocess.Popen(
            [path_of("orbweaver-naming"), "--endpoint", f"giop:tls:127.0.0.1:{port}",
             *options_of(folder, "server"), *more],
            stdout=subprocess.PIPE, stderr=errors, text=True,
        )  # fmt: skip
        try:
            assert process.stdout is not None
            assert process.stdout.readline().startswith("IOR:"), log.read_text()
            yield Naming(port, log, folder)
            assert process.poll() is None, log.read_text()
        finally:
            process.send_signal(signal.SIGTERM)
            assert process.wait(60) == 0
