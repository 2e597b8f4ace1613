# SPDX-License-Identifier: Apache-2.0
"""Certificates and revocation lists that hold no more, or soon will not."""

from collections.abc import Iterator
from datetime import UTC, datetime

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.security.files import Kind, UsedFile, texts_of
from orbweaver.doctor.security.openssl import (
    HOW_TO_INSTALL,
    Dated,
    parts_of,
    read_certificate,
    read_list,
)
from orbweaver.doctor.security.served import printable
from orbweaver.run.tools import find_tool

CHECK = "certificates"
WARNS_S = 30 * 24 * 3600
OF_CERTIFICATES: tuple[Kind, ...] = ("certificate", "authorities")
NEW_CERTIFICATE = "make a new one; Orbweaver's programs read it without a restart"
NEW_LIST = "make a new list: as long as this one is used, every certificate is refused"
RIGHT_CLOCK = "set the clock of this machine, or wait"


def check_certificates(files: list[UsedFile], now: float) -> list[Finding]:
    """One finding for each certificate or list that is wrong, else one that says how many hold."""
    with_dates = [file for file in files if file.kind in (*OF_CERTIFICATES, "revocation list")]
    if not with_dates:
        return [Finding(CHECK, "ok", "none is in use")]
    if find_tool("openssl") is None:
        return [Finding(CHECK, "warn", "not checked: openssl is not installed", HOW_TO_INSTALL)]
    wrong = list(dict.fromkeys(found for file in with_dates for found in _wrong_in(file, now)))
    return wrong or [Finding(CHECK, "ok", f"each holds for 30 days: {_names(with_dates)}")]


def _names(files: list[UsedFile]) -> str:
    return printable(", ".join(dict.fromkeys(file.name for file in files)))


def _wrong_in(file: UsedFile, now: float) -> Iterator[Finding]:
    is_list = file.kind == "revocation list"
    for name, text in texts_of(file):
        where = f"{printable(name)}, {file.kind} of {file.user.name}"
        for part in parts_of(text, "X509 CRL" if is_list else "CERTIFICATE"):
            yield from _judged(read_list(part) if is_list else read_certificate(part),
                               where, is_list, now)  # fmt: skip


def _judged(dated: Dated | None, where: str, is_list: bool, now: float) -> Iterator[Finding]:
    new = NEW_LIST if is_list else NEW_CERTIFICATE
    if dated is None:
        yield Finding(CHECK, "fail", f"openssl cannot read {where}", new)
        return
    what = f"{printable(dated.subject)} ({where})"
    if dated.begins is not None and dated.begins > now:
        yield Finding(CHECK, "fail", f"{what} is valid from {_day(dated.begins)}", RIGHT_CLOCK)
    if dated.ends is not None and dated.ends <= now:
        yield Finding(CHECK, "fail", f"{what} expired on {_day(dated.ends)}", new)
    elif dated.ends is not None and not is_list and dated.ends <= now + WARNS_S:
        yield Finding(CHECK, "warn", f"{what} expires on {_day(dated.ends)}", new)


def _day(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).date().isoformat()
