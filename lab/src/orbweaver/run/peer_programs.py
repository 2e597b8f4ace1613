# SPDX-License-Identifier: Apache-2.0
"""Whether a peer's programs are there, and how to get them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.model.peer import OURS, ROLES, peers
from orbweaver.run import programs

BUILD_BENCH = "cmake --build build/release --target bench_programs"
"""builds the bench programs of Orbweaver that are no peer's"""


@dataclass(frozen=True)
class Missing:
    """A peer whose programs are not there."""

    peer: str
    reason: str


def missing_bench(peer: str, bin_folder: Path | None) -> Missing | None:
    """Why no single message of the peer can be measured; None if it can."""
    return missing_roles(peer, ROLES["bench"], bin_folder)


def missing_roles(peer: str, roles: Sequence[str], bin_folder: Path | None) -> Missing | None:
    """The first of a peer's programs that is not there; None if all are."""
    absent = _absent(peer, roles, bin_folder)
    if not absent:
        return None
    how = peers()[peer].how_to_install() if peer in peers() else BUILD_BENCH
    return Missing(peer, f"{absent[0]} is not in {_where(bin_folder)}; install it with: {how}")


def missing_pipeline(peer: str, bin_folder: Path | None) -> str | None:
    """Why no pipeline of the peer can run, and what to do; None if it can."""
    absent = _absent(peer, ROLES["pipeline"], bin_folder)
    if not absent:
        return None
    where, about = _where(bin_folder), peers()[peer]
    if peer == OURS:
        return f"the program {absent[0]} is not in {where}: {programs.how_to_get()}"
    fix = f"{about.how_to_install()}, or leave" if "pipeline" in about.programs else "leave"
    kind = "ORB" if about.kind == "orb" else "peer"
    return (
        f"the {kind} {peer} is not installed: {' and '.join(absent)} not found in {where}; "
        f"{fix} it out of --orb"
    )


def _absent(peer: str, roles: Sequence[str], bin_folder: Path | None) -> list[str]:
    names = (f"{peer}-{role}" for role in roles)
    return [name for name in names if programs.find(name, bin_folder) is None]


def _where(bin_folder: Path | None) -> Path | str:
    return programs.folder(bin_folder) or "the search path"
