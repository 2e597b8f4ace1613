# SPDX-License-Identifier: Apache-2.0
"""A component as its profiles describe it: its ports, and its properties."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from orbweaver.assembly.document import Document, Element
from orbweaver.problems import BadInput

Direction = Literal["uses", "provides"]
FORMS = ("simple", "simplesequence", "struct", "structsequence")
SETTABLE = frozenset(("configure", "property", "execparam"))


@dataclass(frozen=True)
class Port:
    """One port of an SCD."""

    name: str
    interface: str
    """Its repository id."""
    direction: Direction
    is_control: bool

    def __str__(self) -> str:
        return f"{self.name} ({short(self.interface)})"


@dataclass(frozen=True)
class Property:
    """One property of a PRF."""

    id: str
    name: str
    form: str
    mode: str
    kinds: frozenset[str]
    members: tuple[str, ...] = ()
    """Ids of a struct's."""

    @property
    def can_be_set(self) -> bool:
        """Whether an application may give it a value."""
        return self.mode != "readonly" and (not self.kinds or not SETTABLE.isdisjoint(self.kinds))


@dataclass(frozen=True)
class Software:
    """A package: a component, or a device."""

    name: str
    spd: Path
    type: str
    """Of the SCD: resource, device, executabledevice...; empty: it has none."""
    ports: tuple[Port, ...]
    properties: tuple[Property, ...]
    bases: dict[str, tuple[str, ...]]
    """The interfaces that each interface inherits."""

    def ports_of(self, direction: Direction) -> list[Port]:
        """Its uses ports, or its provides ports."""
        return [port for port in self.ports if port.direction == direction]

    def port(self, name: str) -> Port | None:
        """The port of the name."""
        return next((port for port in self.ports if port.name == name), None)

    def property(self, name: str) -> Property | None:
        """The property with this id, or else this name."""
        by_id = (property for property in self.properties if property.id == name)
        by_name = (property for property in self.properties if property.name == name)
        return next(by_id, next(by_name, None))

    def is_a(self, interface: str, wanted: str) -> bool:
        """Whether an object of its `interface` is one of `wanted`, too."""
        seen: set[str] = set()
        waiting = [interface]
        while waiting:
            entry = waiting.pop()
            if entry == wanted:
                return True
            if entry not in seen:
                seen.add(entry)
                waiting += self.bases.get(entry, ())
        return False


def short(repository_id: str) -> str:
    """IDL:standardInterfaces/realFloat:1.0 as realFloat."""
    return repository_id.removeprefix("IDL:").rpartition(":")[0].rpartition("/")[2] or repository_id


def names_of(ports: Iterable[Port]) -> str:
    """For a person: what there is."""
    return ", ".join(map(str, ports)) or "none"


def read_software(spd: Path, root: Path) -> Software:
    """Reads an SPD, and the SCD and PRF that it names. Raises BadInput."""
    document = Document.read(spd)
    if document.root.name != "softpkg":
        raise BadInput(f"{spd} is no SPD: it begins with <{document.root.name}>")
    scd = _named(document.root.first("descriptor", "localfile"), spd, root)
    prf = _named(document.root.first("propertyfile", "localfile"), spd, root)
    described = Document.read(scd).root if scd else None
    properties = Document.read(prf).root if prf else None
    return Software(
        name=document.root.attributes.get("name", spd.name.partition(".")[0]),
        spd=spd,
        type=described.text_of("componenttype") if described else "",
        ports=tuple(_ports(described)) if described else (),
        properties=tuple(_properties(properties)) if properties else (),
        bases=_bases(described) if described else {},
    )


def _named(localfile: Element | None, profile: Path, root: Path) -> Path | None:
    name = localfile.attributes.get("name", "") if localfile else ""
    if not name:
        return None
    return place(name, profile, root)


def place(name: str, profile: Path, root: Path) -> Path:
    """Where a file lies that a profile names."""
    return root / name.lstrip("/") if name.startswith("/") else profile.parent / name


def _ports(scd: Element) -> Iterable[Port]:
    directions: tuple[Direction, ...] = ("provides", "uses")
    for direction in directions:
        for entry in scd.all("componentfeatures", "ports", direction):
            types = [one.attributes.get("type", "") for one in entry.all("porttype")]
            yield Port(
                entry.attributes.get(f"{direction}name", ""),
                entry.attributes.get("repid", ""),
                direction,
                is_control=bool(types) and "data" not in types,
            )


def _bases(scd: Element) -> dict[str, tuple[str, ...]]:
    return {
        entry.attributes.get("repid", ""): tuple(
            one.attributes.get("repid", "") for one in entry.all("inheritsinterface")
        )
        for entry in scd.all("interfaces", "interface")
    }


def _properties(prf: Element) -> Iterable[Property]:
    for child in prf.children:
        if child.name in FORMS:
            kinds = [
                one.attributes.get("kindtype", "")
                for one in child.children
                if one.name in ("kind", "configurationkind")
            ]
            id_ = child.attributes.get("id", "")
            yield Property(
                id_,
                child.attributes.get("name", id_),
                child.name,
                child.attributes.get("mode", "readwrite"),
                frozenset(kinds),
                tuple(one.attributes.get("id", "") for one in child.all("simple")),
            )
