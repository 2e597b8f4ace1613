# SPDX-License-Identifier: Apache-2.0
"""Certificates and revocation lists, as the tool openssl reads them."""

import re
import ssl
import subprocess
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address

from orbweaver.run.tools import find_tool

HOW_TO_INSTALL = "apt install openssl"
ANSWERS_WITHIN_S = 60
PARTS = re.compile(r"-----BEGIN (CERTIFICATE|X509 CRL)-----.*?-----END \1-----", re.DOTALL)


@dataclass(frozen=True)
class Dated:
    """A certificate, or a revocation list, and when it holds, in seconds of the epoch.

    `begins` and `ends` are None where it names none.
    """

    subject: str
    begins: float | None
    ends: float | None


def parts_of(pem: str, kind: str) -> list[str]:
    """Of a file: each certificate (`CERTIFICATE`) or list (`X509 CRL`) as PEM of its own."""
    return [part[0] for part in PARTS.finditer(pem) if part[1] == kind]


@cache
def read_certificate(pem: str) -> Dated | None:
    """None: it is no certificate."""
    return _dated(_ask(["x509", "-noout", "-subject", "-nameopt", "RFC2253,utf8", "-dates"], pem))


@cache
def read_list(pem: str) -> Dated | None:
    """A revocation list, with its issuer as the subject. None: it is no list."""
    words = ["crl", "-noout", "-issuer", "-nameopt", "RFC2253,utf8", "-lastupdate", "-nextupdate"]
    return _dated(_ask(words, pem))


@cache
def has_name(pem: str, host: str) -> bool:
    """Whether the certificate is one of that host: a name, or an address in numbers."""
    try:
        option = ["-checkip", str(ip_address(host))]
    except ValueError:
        option = ["-checkhost", host]
    return "does match certificate" in _ask(["x509", "-noout", *option], pem)


def _ask(words: list[str], pem: str) -> str:
    """What openssl prints; nothing if it refuses, or if it is not installed."""
    tool = find_tool("openssl")
    if tool is None:
        return ""
    done = subprocess.run(
        [tool, *words], input=pem, capture_output=True, text=True, check=False,
        errors="replace", timeout=ANSWERS_WITHIN_S,
    )  # fmt: skip
    return done.stdout if done.returncode == 0 else ""


def _dated(lines: str) -> Dated | None:
    found = dict(re.findall(r"^(\w+)=\s*(.*)$", lines, re.MULTILINE))
    if not found:
        return None
    return Dated(
        found.get("subject", found.get("issuer", "")),
        _moment(found.get("notBefore", found.get("lastUpdate", ""))),
        _moment(found.get("notAfter", found.get("nextUpdate", ""))),
    )


def _moment(text: str) -> float | None:
    try:
        return ssl.cert_time_to_seconds(text)
    except ValueError:  # a list need not say when the next one comes
        return None
