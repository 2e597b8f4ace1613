# SPDX-License-Identifier: Apache-2.0
"""A SAD: what it has, and the file after one change. Nothing is written here: see save.py."""

import uuid
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from orbweaver.assembly.document import Document, Element, New, quoted
from orbweaver.assembly.sdr import Found
from orbweaver.assembly.software import Software, place, read_software
from orbweaver.problems import BadInput

INSTANCE = "componentinstantiation"
REFERENCE = "componentinstantiationref"
SKELETON = """\
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE softwareassembly PUBLIC "-//JTRS//DTD SCA V2.2.2 SAD//EN" "softwareassembly.dtd">
<softwareassembly id="DCE:{id}" name="{name}">
  <componentfiles/>
  <partitioning/>
  <assemblycontroller/>
</softwareassembly>
"""


@dataclass(frozen=True)
class Instance:
    """A component of the application."""

    id: str
    usagename: str
    place: str
    """Its SPD, as the SAD names it."""
    element: Element

    def is_called(self, name: str) -> bool:
        """By its id, or its usagename."""
        return name in (self.id, self.usagename)


@dataclass(frozen=True)
class End:
    """One end of a connection: a port of an instance; of another kind the instance is empty."""

    instance: str
    port: str

    def __str__(self) -> str:
        return f"{self.instance}.{self.port}" if self.instance else self.port or "?"


@dataclass(frozen=True)
class Connection:
    """From a uses port to a provides port."""

    id: str
    uses: End
    provides: End
    element: Element


class Sad:
    """An application. Immutable: each change makes another one."""

    def __init__(self, document: Document, root: Path) -> None:
        """`root`: the folder below which absolute names of files lie."""
        if document.root.name != "softwareassembly":
            raise BadInput(f"{document.path} is no SAD: it begins with <{document.root.name}>")
        self.document = document
        self.root = root
        self._files = {
            entry.attributes.get("id", ""): (entry.first("localfile") or entry).attributes.get(
                "name", ""
            )
            for entry in document.root.all("componentfiles", "componentfile")
        }
        self.instances = [
            Instance(
                one.attributes.get("id", ""),
                one.text_of("usagename"),
                self._file_of(placement),
                one,
            )
            for placement in document.root.below("componentplacement")
            for one in placement.all(INSTANCE)
        ]
        self.connections = [
            Connection(
                entry.attributes.get("id", ""), _end_of(entry, True), _end_of(entry, False), entry
            )
            for entry in document.root.all("connections", "connectinterface")
        ]

    @classmethod
    def empty(cls, path: Path, name: str, root: Path) -> Self:
        """One without components, for add(): as it is, it is no application."""
        text = SKELETON.format(id=uuid.uuid4(), name=quoted(name))
        return cls(Document(path, text.encode()), root)

    def with_document(self, document: Document) -> Self:
        """After a change of the file."""
        return type(self)(document, self.root)

    # ---- what it has ----

    @property
    def controller(self) -> str:
        """The id of the component that is the assembly controller; empty if it is none."""
        found = self.document.root.first("assemblycontroller", REFERENCE)
        return found.attributes.get("refid", "") if found else ""

    def instance(self, name: str) -> Instance:
        """By id, or else usagename. Raises BadInput with those that there are."""
        for instance in (*(i for i in self.instances if i.id == name), *self.instances):
            if instance.is_called(name):
                return instance
        there = ", ".join(instance.id for instance in self.instances) or "none"
        raise BadInput(f"{self.document.path} has no component {name}; there are: {there}")

    def split(self, text: str) -> tuple[Instance, str]:
        """`demod.gain` as a component and what belongs to it. Raises BadInput."""
        named = [
            (name, instance)
            for instance in self.instances
            for name in {instance.id, instance.usagename}
            if name and text.startswith(name + ".")
        ]
        if not named:
            name, dot, _ = text.partition(".")
            if dot:
                self.instance(name)  # raises
            raise BadInput(f"{text}: write COMPONENT.NAME, as {self._example()}")
        name, found = max(named, key=lambda entry: len(entry[0]))
        return found, text[len(name) + 1 :]

    def software(self, instance: Instance) -> Software:
        """Its profiles. Raises BadInput: they are not there."""
        spd = place(instance.place, self.document.path, self.root)
        if not spd.is_file():
            raise BadInput(
                f"{instance.id}: {instance.place} is not in {self.root}: build it, or name its "
                "root with --root"
            )
        return read_software(spd, self.root)

    def _file_of(self, placement: Element) -> str:
        reference = placement.first("componentfileref")
        return self._files.get(reference.attributes.get("refid", "") if reference else "", "")

    def _example(self) -> str:
        return f"{self.instances[0].id}.NAME" if self.instances else "demod.gain"

    # ---- changes ----

    def with_component(self, found: Found, as_id: str | None) -> tuple[Self, str]:
        """A component more, and its id. The first one is the assembly controller."""
        id_ = self._new_id(found.name, as_id)
        changed, file_id = self._with_file(found)
        named = New("findcomponent", content=[New("namingservice", [("name", id_)])])
        instance = New(INSTANCE, [("id", id_)], [New("usagename", content=id_), named])
        placement = New(
            "componentplacement", content=[New("componentfileref", [("refid", file_id)]), instance]
        )
        changed = changed._appended("partitioning", placement)
        return (changed if changed.controller else changed.with_controller(id_)), id_

    def with_controller(self, name: str) -> Self:
        """Another assembly controller."""
        element = self._section("assemblycontroller")
        reference = New(REFERENCE, [("refid", self.instance(name).id)])
        new = New("assemblycontroller", content=[reference])
        return self.with_document(self.document.replaced(element, new))

    def without_component(self, name: str) -> Self:
        """Without a component, its connections, and its file if no other needs it."""
        instance = self.instance(name)
        if len(self.instances) == 1:
            raise BadInput(f"{instance.id} is the last component of {self.document.path}: "
                           "an application has one at least")  # fmt: skip
        if instance.id == self.controller:
            raise BadInput(
                f"{instance.id} is the assembly controller: first choose another one, with "
                f"orbweaver sad controller {self.document.path} "
                f"{next(i.id for i in self.instances if i.id != instance.id)}"
            )
        changed = self
        while (element := _left_behind(changed.document.root, instance.id)) is not None:
            changed = changed.with_document(changed.document.without(element))
        return changed

    def _with_file(self, found: Found) -> tuple[Self, str]:
        """With the componentfile, and its id."""
        for id_, name in self._files.items():
            if place(name, self.document.path, self.root) == found.spd:
                return self, id_
        id_ = unique(f"{found.name}_file", self._files)
        file = New("localfile", [("name", found.place)])
        new = New("componentfile", [("id", id_), ("type", "SPD")], [file])
        return self._appended("componentfiles", new), id_

    def _appended(self, section: str, new: New) -> Self:
        return self.with_document(self.document.appended(self._section(section), new))

    def _section(self, name: str) -> Element:
        found = self.document.root.first(name)
        if found is None:
            raise BadInput(f"{self.document.path} has no <{name}>: each SAD has one")
        return found

    def _new_id(self, name: str, as_id: str | None) -> str:
        taken = {name for instance in self.instances for name in (instance.id, instance.usagename)}
        if as_id is None:
            return unique(name, taken)
        if as_id in taken:
            raise BadInput(
                f"{self.document.path} has a component {as_id} already: name it otherwise"
            )
        return as_id


def unique(name: str, taken: Iterable[str]) -> str:
    """The name, or with the first number from 2 on that makes it a new one."""
    names = set(taken)
    number = 2
    chosen = name
    while chosen in names:
        chosen, number = f"{name}_{number}", number + 1
    return chosen


def _end_of(connection: Element, uses: bool) -> End:
    kinds: Sequence[tuple[str, str]] = (
        [("usesport", "usesidentifier")]
        if uses
        else [("providesport", "providesidentifier"),
              ("componentsupportedinterface", "supportedidentifier")]
    )  # fmt: skip
    for kind, identifier in kinds:
        if (end := connection.first(kind)) is not None:
            reference = end.first(REFERENCE)
            instance = reference.attributes.get("refid", "") if reference else ""
            return End(instance, end.text_of(identifier))
    return End("", "")


def _left_behind(root: Element, id_: str) -> Element | None:
    """What of the SAD has no use without the instance."""
    return next(_useless(root, id_), None)


def _useless(root: Element, id_: str) -> Iterator[Element]:
    for section, each_of in (("connections", "connectinterface"), ("externalports", "port")):
        for entry in root.all(section, each_of):
            if any(one.attributes.get("refid") == id_ for one in entry.below(REFERENCE)):
                yield entry
        yield from (entry for entry in root.all(section) if not entry.children)
    for placement in root.below("componentplacement"):
        instances = list(placement.all(INSTANCE))
        if [one.attributes.get("id") for one in instances] == [id_]:
            yield placement
        yield from (one for one in instances if one.attributes.get("id") == id_)
    for host in root.all("partitioning", "hostcollocation"):
        if not any(host.all("componentplacement")):
            yield host
    used = {one.attributes.get("refid") for one in root.below("componentfileref")}
    for file in root.all("componentfiles", "componentfile"):
        if file.attributes.get("id") not in used:
            yield file
