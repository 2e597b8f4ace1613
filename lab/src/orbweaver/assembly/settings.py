# SPDX-License-Identifier: Apache-2.0
"""Values of properties in a SAD."""

import json

from orbweaver.assembly.document import Document, Element, New
from orbweaver.assembly.sad import Instance, Sad
from orbweaver.assembly.software import Property, Software
from orbweaver.problems import BadInput

EXECUTE_OPTION = "EXECUTE_OPTION::"
"""Every component has these, without declaring them."""


def with_setting(sad: Sad, assignment: str) -> Sad:
    """With COMPONENT.PROPERTY=VALUE, or COMPONENT.STRUCT.MEMBER=VALUE.

    A sequence has commas, or is a JSON array. Raises BadInput with what there is: unknown names, a
    property that cannot be set, or what is no array.
    """
    path, equals, value = assignment.partition("=")
    if not equals:
        raise BadInput(f"{assignment}: write COMPONENT.PROPERTY=VALUE")
    instance, name = sad.split(path)
    if name.startswith(EXECUTE_OPTION):
        return _put(sad, instance, _simple(name, value))
    software = sad.software(instance)
    found, member = _property(instance, software, name)
    if not found.can_be_set:
        settable = ", ".join(property.id for property in software.properties if property.can_be_set)
        raise BadInput(
            f"{instance.id}.{found.id} cannot be set: its mode is {found.mode}, its kind "
            f"{', '.join(sorted(found.kinds))}; those that can: {settable or 'none'}"
        )
    return _put(sad, instance, _reference(sad, instance, found, member, value))


def _property(instance: Instance, software: Software, name: str) -> tuple[Property, str]:
    """The property, and the member of a struct; empty for others."""
    if (found := software.property(name)) is not None:
        return found, ""
    before, dot, member = name.rpartition(".")
    if dot and (struct := software.property(before)) is not None:
        if member in struct.members:
            return struct, member
        there = ", ".join(struct.members) or "none"
        raise BadInput(f"{instance.id}.{before} has no member {member}; there are: {there}")
    there = ", ".join(property.id for property in software.properties) or "none"
    raise BadInput(f"{instance.id} has no property {name}; there are: {there}")


def _reference(sad: Sad, instance: Instance, found: Property, member: str, value: str) -> New:
    where = f"{instance.id}.{found.id}"
    if found.form == "simple":
        return _simple(found.id, value)
    if found.form == "simplesequence":
        values = [New("value", content=entry) for entry in _items(where, value)]
        return New("simplesequenceref", [("refid", found.id)], [New("values", content=values)])
    if found.form == "structsequence":
        raise BadInput(f"{where} is a sequence of structs: write it into {sad.document.path}")
    if not member:
        raise BadInput(f"{where} is a struct: set {where}.MEMBER; there are: "
                       f"{', '.join(found.members)}")  # fmt: skip
    return _struct(instance, found, member, value)


def _items(where: str, value: str) -> list[str]:
    """The values of a sequence: with commas, or as a JSON array, whose texts may have commas.

    Raises BadInput: it begins as an array and is none.
    """
    if not value.lstrip().startswith("["):
        return [entry.strip() for entry in value.split(",") if entry.strip()]
    try:
        items: list[object] = json.loads(value)
    except ValueError:
        raise BadInput(f"{where}: {value} is no JSON array") from None
    return [entry if isinstance(entry, str) else json.dumps(entry) for entry in items]


def _struct(instance: Instance, found: Property, member: str, value: str) -> New:
    """The struct with one member changed; what the file has of the others stays."""
    present = _present(instance.element, found.id)
    given = {
        entry.attributes.get("refid", ""): entry.attributes.get("value", "")
        for entry in (present.all("simpleref") if present else ())
    } | {member: value}
    members = [_simple(id_, text) for id_, text in given.items()]
    return New("structref", [("refid", found.id)], members)


def _simple(id_: str, value: str) -> New:
    return New("simpleref", [("refid", id_), ("value", value)])


def _present(instance: Element, id_: str) -> Element | None:
    section = instance.first("componentproperties")
    refs = section.children if section else ()
    return next((ref for ref in refs if ref.attributes.get("refid") == id_), None)


def _put(sad: Sad, instance: Instance, new: New) -> Sad:
    return sad.with_document(_document_with(sad.document, instance.element, new))


def _document_with(document: Document, instance: Element, new: New) -> Document:
    id_ = dict(new.attributes)["refid"]
    if (present := _present(instance, id_)) is not None:
        return document.replaced(present, new)
    if (section := instance.first("componentproperties")) is not None:
        return document.appended(section, new)
    section_new = New("componentproperties", content=[new])
    if (usagename := instance.first("usagename")) is not None:
        return document.after(usagename, section_new)
    return document.prepended(instance, section_new)


def text_of(reference: Element) -> str:
    """The value of a reference to a property, for a person."""
    if reference.name == "simpleref":
        return reference.attributes.get("value", "")
    if reference.name == "simplesequenceref":
        return ",".join(entry.text for entry in reference.all("values", "value"))
    structs = reference.all("structvalue") if reference.name == "structsequenceref" else [reference]
    return " ".join("{" + _members(entry) + "}" for entry in structs)


def _members(struct: Element) -> str:
    given = (entry.attributes for entry in struct.all("simpleref"))
    return ", ".join(f"{entry.get('refid', '')}={entry.get('value', '')}" for entry in given)
