# SPDX-License-Identifier: Apache-2.0
"""`orbweaver keys`, and how a program uses what it makes."""

import subprocess
from pathlib import Path

from programs import path_of


def keys(*words: str) -> subprocess.CompletedProcess[str]:
    """`orbweaver keys`, and what it printed."""
    return subprocess.run(
        [path_of("orbweaver-keys"), *words], capture_output=True, text=True, check=False
    )


def options_of(folder: Path, name: str) -> list[str]:
    """The ORB options with which a program uses the certificate of that name."""
    return [
        "-ORBtlsCertificate", str(folder / f"{name}.pem"),
        "-ORBtlsKey", str(folder / f"{name}.key"),
        "-ORBtlsCA", str(folder / "authority.pem"),
    ]  # fmt: skip


def openssl(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What the program openssl says."""
    return subprocess.run(["openssl", *words], capture_output=True, text=True, check=False)
