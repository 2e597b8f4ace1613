# SPDX-License-Identifier: Apache-2.0
"""An authority with certificates, made by `orbweaver keys`."""

import subprocess
from pathlib import Path

import pytest
from programs import path_of


def keys(*words: str) -> subprocess.CompletedProcess[str]:
    """`orbweaver keys`, and what it printed."""
    return subprocess.run(
        [path_of("orbweaver-keys"), *words], capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="session")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with an authority, the node `server`, and the user `ann`."""
    folder = tmp_path_factory.mktemp("keys")
    for words in (["new-ca"], ["new-node", "server"], ["new-user", "ann"]):
        done = keys(*words, "--dir", str(folder))
        assert done.returncode == 0, done.stderr
    return folder


def options_of(folder: Path, name: str) -> list[str]:
    """The ORB options with which a program uses the certificate of that name."""
    return [
        "-ORBtlsCertificate", str(folder / f"{name}.pem"),
        "-ORBtlsKey", str(folder / f"{name}.key"),
        "-ORBtlsCA", str(folder / "authority.pem"),
    ]  # fmt: skip
