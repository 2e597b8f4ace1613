# SPDX-License-Identifier: Apache-2.0
"""Roots of SCA file systems on this machine, and the components in them."""

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from orbweaver.assembly.document import Document
from orbweaver.assembly.software import Software, read_software
from orbweaver.problems import BadInput
from orbweaver.run import programs

SPD = ".spd.xml"
HERE = Path("build/sdr/dom")
"""Where a project's own build puts its components."""


@dataclass(frozen=True)
class Found:
    """A package in a root."""

    name: str
    root: Path
    spd: Path

    @property
    def place(self) -> str:
        """As profiles name it."""
        return "/" + self.spd.relative_to(self.root).as_posix()

    @property
    def folder(self) -> str:
        """The folder of its SPD, without `components`: fm/tuner."""
        return self.place.rpartition("/")[0].strip("/").removeprefix("components/")

    def read(self) -> Software:
        """Raises BadInput."""
        return read_software(self.spd, self.root)


def roots_of(given: Sequence[Path], bin_folder: Path | None = None) -> list[Path]:
    """The folders `dom` to look in: those given, else the build's here, $SDRROOT's, Orbweaver's.

    Raises BadInput: a given one is no folder.
    """
    if given:
        return [_dom(entry) for entry in given]
    sdr = os.environ.get("SDRROOT")
    places = [HERE, *([Path(sdr) / "dom"] if sdr else []), *_own(bin_folder)]
    return list(dict.fromkeys(place.resolve() for place in places if place.is_dir()))


def _dom(given: Path) -> Path:
    for entry in (given / "dom", given):
        if entry.is_dir():
            return entry.resolve()
    raise BadInput(f"--root {given} is no folder: name the root of an SCA file system, as sdr/dom")


def _own(bin_folder: Path | None) -> Iterator[Path]:
    where = programs.folder(bin_folder)
    if where is not None:
        yield from (where.absolute().parent / sdr / "dom" for sdr in programs.SDR)


def root_of(document: Document, given: Sequence[Path], bin_folder: Path | None = None) -> Path:
    """The root in which a profile's absolute names lie: given, above the profile, or elsewhere.

    Raises BadInput: there is none.
    """
    roots = roots_of(given, bin_folder)
    if given:
        return roots[0]
    files = [entry.attributes.get("name", "") for entry in document.root.below("localfile")]
    names = [file.lstrip("/") for file in files if file.startswith("/")]
    candidates = [*document.path.absolute().parents, *roots]
    count, best = 0, None
    for candidate in candidates:
        there = sum((candidate / name).is_file() for name in names)
        if there > count:
            count, best = there, candidate
    if best is None and not roots:
        raise BadInput(f"{document.path}: no SDR root has its components: name one with --root")
    return best or roots[0]


def all_in(roots: Iterable[Path]) -> list[Found]:
    """Every package, by name and place."""
    found = [
        Found(path.name.removesuffix(SPD), root, path)
        for root in roots
        for path in sorted(root.rglob(f"*{SPD}"))
    ]
    return sorted(found, key=lambda entry: (entry.name, entry.place))


def find(name: str, roots: Sequence[Path]) -> Found:
    """The package of this name, in this folder (fm/tuner), or with its SPD at this place.

    Raises BadInput with what there is: none has it, or several.
    """
    if not roots:
        raise BadInput(
            "there is no SDR root to look in: name one with --root, set SDRROOT, or build a "
            "component here, into build/sdr"
        )
    packages = all_in(roots)
    matching = [
        package
        for package in packages
        if name in (package.name, package.folder, package.place, str(package.spd))
    ]
    if not matching:
        matching = [package for package in packages if _name_in(package) == name]
    if not matching:
        there = ", ".join(dict.fromkeys(package.name for package in packages)) or "none"
        where = ", ".join(map(str, roots))
        raise BadInput(f"there is no component {name} in {where}; there are: {there}")
    in_first = [entry for entry in matching if entry.root == matching_root(matching, roots)]
    if len(in_first) > 1:
        folders = ", ".join(entry.folder for entry in in_first)
        raise BadInput(f"{name} is the name of several: say which, as {folders}")
    return in_first[0]


def matching_root(matching: Sequence[Found], roots: Sequence[Path]) -> Path:
    """The first root, in the order in which they are looked at, that has one of them."""
    return next(root for root in roots if any(entry.root == root for entry in matching))


def _name_in(found: Found) -> str:
    try:
        return Document.read(found.spd).root.attributes.get("name", "")
    except BadInput:
        return ""  # no file of the root holds this component
