# SPDX-License-Identifier: Apache-2.0
"""Chains of certificates: ten authorities may stand between the trusted one and the end, not more.

Both sides say why they refuse a longer one.
"""

import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path

import pytest
from free_port import free_port
from naming_at_tls import naming_at_tls
from programs import path_of

MOST = 10
TOO_LONG = "the chain of its certificates is too long: 10 at most"
OF_AN_AUTHORITY = ["basicConstraints=critical,CA:TRUE", "keyUsage=critical,keyCertSign"]
OF_AN_END = ["basicConstraints=critical,CA:FALSE", "subjectAltName=IP:127.0.0.1"]


def issue(folder: Path, name: str, issuer: str | None, extensions: list[str]) -> None:
    """NAME.pem and NAME.key; without an issuer it signs itself."""
    by = ["-CA", folder / f"{issuer}.pem", "-CAkey", folder / f"{issuer}.key"] if issuer else []
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "2", "-subj", f"/CN={name}", "-out", folder / f"{name}.pem",
         "-keyout", folder / f"{name}.key", *by,
         *(word for each in extensions for word in ("-addext", each))],
        check=True, capture_output=True,
    )  # fmt: skip


@pytest.fixture(scope="module", params=[MOST, MOST + 1], ids=["longest", "too long"])
def chained(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`authority.pem`, and `server` and `ann` below so many authorities."""
    folder = tmp_path_factory.mktemp("chain")
    issue(folder, "authority", None, OF_AN_AUTHORITY)
    names = ["authority", *(f"between-{i}" for i in range(request.param))]
    for issuer, name in pairwise(names):
        issue(folder, name, issuer, OF_AN_AUTHORITY)
    between = "".join((folder / f"{name}.pem").read_text() for name in reversed(names[1:]))
    for name in ("server", "ann"):
        issue(folder, name, names[-1], OF_AN_END)
        (folder / f"{name}.alone.pem").write_text((folder / f"{name}.pem").read_text())
        (folder / f"{name}.pem").write_text((folder / f"{name}.pem").read_text() + between)
    (folder / "between.pem").write_text(between)
    (folder / "is too long").write_text("yes" if request.param > MOST else "")
    return folder


def is_too_long(chained: Path) -> bool:
    return bool((chained / "is too long").read_text())


def test_a_server_refuses_a_client_whose_chain_is_too_long(chained: Path, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with naming_at_tls(chained, log) as naming:
        said = naming.s_client(
            "-cert", f"{chained}/ann.alone.pem", "-key", f"{chained}/ann.key",
            "-cert_chain", f"{chained}/between.pem", "-CAfile", f"{chained}/authority.pem",
            "-verify_depth", "100", "-tls1_2",
        )  # fmt: skip
    assert (TOO_LONG in log.read_text()) == is_too_long(chained)
    assert ("alert unknown ca" in said) == is_too_long(chained)


@contextmanager
def server_of_openssl(folder: Path) -> Generator[int]:
    """One with that certificate, which answers nothing; its port."""
    port = free_port()
    with subprocess.Popen(
        ["openssl", "s_server", "-accept", f"127.0.0.1:{port}", "-naccept", "1",
         "-cert", folder / "server.alone.pem", "-key", folder / "server.key",
         "-cert_chain", folder / "between.pem"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    ) as server:  # fmt: skip
        try:
            assert server.stdout is not None
            assert any(line.startswith("ACCEPT") for line in server.stdout)
            yield port
        finally:
            server.kill()


def test_a_client_refuses_a_server_whose_chain_is_too_long(chained: Path) -> None:
    with server_of_openssl(chained) as port:
        done = subprocess.run(
            [path_of("orbweaver-control"), "apps", "--timeout", "1",
             "--ior", f"corbaloc:ssliop:127.0.0.1:{port}/DomainManager",
             "-ORBtlsCA", f"{chained}/authority.pem"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert (TOO_LONG in done.stderr) == is_too_long(chained)
    assert len(done.stderr.splitlines()) == 1
