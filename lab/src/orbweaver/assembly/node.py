# SPDX-License-Identifier: Apache-2.0
"""Devices that exist, for the DCD of a node."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.assembly import sdr
from orbweaver.problems import BadInput

THIS_MACHINE = "executable_device"
"""The device that comes with Orbweaver."""
MANAGER = "managers/device_manager.spd.xml"
DEVICES = ("device", "loadabledevice", "executabledevice", "aggregatedevice")


@dataclass(frozen=True)
class Node:
    """What a DCD has."""

    root: Path
    """The node's root; absolute names that it lacks are looked up in a folder dom beside it."""
    manager: str
    """The SPD of the device manager, as the DCD names it."""
    devices: tuple[sdr.Found, ...]


def node_of(names: Sequence[str], given: Sequence[Path], bin_folder: Path | None = None) -> Node:
    """The devices of these names; without any, this machine. Raises BadInput."""
    roots = _with_dev(sdr.roots_of(given, bin_folder))
    found = [_device(name, roots) for name in names or [THIS_MACHINE]]
    homes = {entry.root.parent: entry for entry in found}
    if len(homes) > 1:
        first, second, *_ = homes.values()
        raise BadInput(
            f"{first.name} is in {first.root}, and {second.name} in {second.root}: bring both into "
            "one SDR root, with cmake --install or -DORBWEAVER_SDR"
        )
    root = next((entry for entry in roots if entry.parent in homes), found[0].root)
    has_manager = (root / MANAGER).is_file()
    return Node(root, f"/{MANAGER}" if has_manager else found[0].place, tuple(found))


def _with_dev(roots: Sequence[Path]) -> list[Path]:
    both = [entry for root in roots for entry in (root.parent / "dev", root)]
    return list(dict.fromkeys(entry for entry in both if entry.is_dir()))


def _device(name: str, roots: Sequence[Path]) -> sdr.Found:
    found = sdr.find(name, roots)
    kind = found.read().type
    if kind not in DEVICES:
        raise BadInput(f"{name} is a {kind or 'package'}, no device: see orbweaver new waveform")
    return found
