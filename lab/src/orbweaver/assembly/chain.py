# SPDX-License-Identifier: Apache-2.0
"""A pipeline of components that exist, as one application."""

from collections.abc import Sequence
from pathlib import Path

from orbweaver.assembly import sdr
from orbweaver.assembly.connections import fitting, joined
from orbweaver.assembly.sad import End, Sad
from orbweaver.problems import BadInput

APPLICATION = ("resource", "")
"""Types of SCDs that an application may have; OSSIE writes none."""


def found_for_application(name: str, roots: Sequence[Path]) -> sdr.Found:
    """A component that an application may have. Raises BadInput."""
    found = sdr.find(name, roots)
    kind = found.read().type
    if kind not in APPLICATION:
        raise BadInput(f"{name} is a {kind}, which a node has: see orbweaver new node")
    return found


def chained(path: Path, name: str, components: Sequence[str], roots: Sequence[Path]) -> Sad:
    """The SAD of the components, each sending to the next one. Raises BadInput."""
    if not all(components) or not components:
        raise BadInput("--chain: write the names of components with commas, as source,gain,sink")
    found = [found_for_application(component, roots) for component in components]
    require_one_root(found)
    sad = Sad.empty(path, name, found[0].root)
    ids: list[str] = []
    for entry in found:
        sad, id_ = sad.with_component(entry, None)
        ids.append(id_)
    software = [entry.read() for entry in found]
    for i in range(1, len(found)):
        uses, provides = fitting(components[i - 1], software[i - 1], components[i], software[i])
        sad, _ = joined(sad, End(ids[i - 1], uses.name), End(ids[i], provides.name))
    return sad


def require_one_root(found: Sequence[sdr.Found]) -> None:
    """Raises BadInput: an application is in one file system."""
    other = next((entry for entry in found if entry.root != found[0].root), None)
    if other is not None:
        raise BadInput(
            f"{found[0].name} is in {found[0].root}, and {other.name} in {other.root}: bring both "
            "into one root, with cmake --install or -DORBWEAVER_SDR"
        )
