# SPDX-License-Identifier: Apache-2.0
"""Certificates for a measurement over TLS: `orbweaver-keys` makes them, for a while."""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from orbweaver.problems import JobFailed
from orbweaver.run import programs

SECONDS = 60.0


@contextmanager
def certificates(bin_folder: Path | None) -> Generator[Path]:
    """A folder as the bench programs take it (`--certificates`, peers/CONTRACT.md).

    Raises BadInput, JobFailed.
    """
    keys = programs.locate("orbweaver-keys", bin_folder)
    with TemporaryDirectory(prefix="orbweaver-bench-") as text:
        folder = Path(text)
        _run([keys, "new-ca", "--dir", folder])
        _run([keys, "new-node", "server", "--host", "127.0.0.1", "--dir", folder])
        _run([keys, "new-user", "client", "--dir", folder])
        for name in ("server", "client"):
            _join(folder / f"{name}.pem", folder / f"{name}.key")
        yield folder


def _join(certificate: Path, key: Path) -> None:
    """Into one file, as omniORB wants them, that only its owner reads."""
    both = certificate.read_bytes() + key.read_bytes()
    certificate.chmod(0o600)
    certificate.write_bytes(both)


def _run(command: list[Path | str]) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=SECONDS)
    if done.returncode != 0:
        raise JobFailed(f"{Path(command[0]).name} failed: {done.stderr.strip()}")
