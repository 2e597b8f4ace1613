# SPDX-License-Identifier: Apache-2.0
"""Which Linux a wheel runs on: the manylinux policies, as auditwheel has them."""

import json
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from elf import Elf


@cache
def _policies() -> list[dict[str, Any]]:
    """From the oldest Linux on. The one named `linux` says nothing: it is left out."""
    text = (files("auditwheel.policy") / "manylinux-policy.json").read_text("utf-8")
    named = [each for each in json.loads(text) if each["name"].startswith("manylinux")]
    return sorted(named, key=lambda each: -each["priority"])


OF_SYSTEM = ("libssl.so.3", "libcrypto.so.3")
"""OpenSSL: the system keeps it free of known faults, a wheel could not. Each Linux with a C library
of 2022 or newer has it; where it is missing, all but TLS works."""


def is_everywhere(soname: str) -> bool:
    """Whether every Linux has the library, so that no wheel brings it."""
    if soname in OF_SYSTEM:
        return True
    return soname.startswith(("ld-linux", "ld64")) or soname in _policies()[-1]["lib_whitelist"]


def platform_tag(elves: Iterable[Elf], bundled: Iterable[str]) -> str:
    """The oldest platform that has all that these need and the wheel does not bring.

    Raises SystemExit if no policy holds it.
    """
    wanted = list(elves)
    (machine,) = {elf.machine for elf in wanted}
    versions = {version for elf in wanted for version in elf.versions}
    outside = {soname for elf in wanted for soname in elf.needed} - set(bundled)
    for policy in _policies():
        if _holds(policy, machine, versions, outside):
            return f"{policy['name']}_{machine}"
    newest = ", ".join(f"{name}_{number}" for name, number in sorted(versions))
    raise SystemExit(f"no manylinux policy has {newest} and {', '.join(sorted(outside))}")


def _holds(
    policy: dict[str, Any], machine: str, versions: set[tuple[str, str]], outside: set[str]
) -> bool:
    allowed = policy["symbol_versions"].get(machine)
    if allowed is None:
        return False
    known = {(name, number) for name, numbers in allowed.items() for number in numbers}
    # Versions of other libraries, as LIBXML2_2.9, are of those that the wheel brings.
    asked = {version for version in versions if version[0] in allowed}
    there = {soname for soname in outside if not soname.startswith(("ld-linux", "ld64"))}
    there -= set(OF_SYSTEM)
    return asked <= known and there <= set(policy["lib_whitelist"])
