# SPDX-License-Identifier: Apache-2.0
"""The public declarations of the face, from the XML that doxygen writes."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from filtered import installed_name

COMPOUNDS = ("class", "struct", "union", "concept")
# Where a comment begins so, others than users use what it is about.
FOR_WORKS = re.compile(r"^For (the ORB|the base|generated code)\b")
# By specialisations of these, generated code says what a type is.
OF_GENERATED_CODE = re.compile(r"\b(Codec|TypeCodeOf|SizeTraits|IsValue|HeldValue)<")
SPACES = re.compile(r"\s+")


@dataclass(frozen=True)
class Declaration:
    """One line of the list."""

    header: str  # its path below the tree
    line: int
    column: int
    number: int  # of an enumerator, from 0
    kind: str  # doxygen's: function, variable, typedef, enum, enumvalue, define, class, ...
    name: str  # qualified
    text: str  # as the list has it
    comment: str  # empty: there is none

    @property
    def include(self) -> str:
        """As a program includes the header."""
        return f"<{installed_name(self.header)}>"


def read_declarations(xml: Path) -> list[Declaration]:
    """All of them, in the order of their headers, and there as they stand."""
    compounds = [
        compound
        for path in sorted(xml.glob("*.xml"))
        for compound in ET.parse(path).getroot().iter("compounddef")
    ]
    hidden = _for_works(compounds)
    found = {entry for compound in compounds for entry in _of_compound(compound, hidden)}
    return sorted(
        found, key=lambda entry: (entry.header, entry.line, entry.column, entry.number, entry.text)
    )


def _for_works(compounds: list[ET.Element]) -> tuple[str, ...]:
    """What is not for users, as the beginnings of names; and what is private."""
    return tuple(
        name
        for compound in compounds
        if compound.get("kind") in COMPOUNDS
        for name in [_text(compound, "compoundname")]
        if compound.get("prot") == "private" or FOR_WORKS.match(_comment(compound))
    )


def _of_compound(compound: ET.Element, hidden: tuple[str, ...]) -> Iterator[Declaration]:
    kind, name = compound.get("kind", ""), _text(compound, "compoundname")
    if name in hidden or name.startswith(tuple(f"{entry}::" for entry in hidden)):
        return
    if OF_GENERATED_CODE.search(name):
        return
    if kind in COMPOUNDS:
        yield _compound(compound, kind, name)
    elif kind not in ("namespace", "file"):
        return
    for section in compound.findall("sectiondef"):
        for member in section.findall("memberdef"):
            if _is_public(member, kind):
                yield from _member(member)


def _is_public(member: ET.Element, kind: str) -> bool:
    if member.get("kind") == "define":
        # What its header needs itself is undefined there, and has no comment.
        return kind == "file" and bool(_comment(member))
    if kind == "file" and "::" in _text(member, "qualifiedname"):
        return False  # the page of its namespace has it
    if member.get("kind") == "friend" and _text(member, "type").startswith(("class", "struct")):
        return False
    # A derived class overrides a private virtual function: it is a hook.
    is_hook = member.get("virt", "non-virtual") != "non-virtual"
    return (member.get("prot") != "private" or is_hook) and not FOR_WORKS.match(_comment(member))


def _compound(compound: ET.Element, kind: str, name: str) -> Declaration:
    bases = ", ".join(
        f"{base.get('prot')} {''.join(base.itertext())}"
        for base in compound.findall("basecompoundref")
        if base.get("prot") != "private"
    )
    text = _template(compound) + f"{kind} {name}" + (f" : {bases}" if bases else "")
    if kind == "concept":
        text = _without_spaces("".join(compound.find("initializer").itertext()))  # pyright: ignore
        text = f"concept {name}: {text.split('=', 1)[1].strip()}"
    return _declaration(compound, kind, name, text)


def _member(member: ET.Element) -> Iterator[Declaration]:
    kind = member.get("kind", "")
    name = _text(member, "qualifiedname") or _text(member, "name")
    declaration = _declaration(
        member, kind, name, _template(member) + _signature(member, kind, name)
    )
    yield declaration
    for number, value in enumerate(member.findall("enumvalue")):
        own = f"{name}::{_text(value, 'name')}"
        text = f"{own} {_text(value, 'initializer') or f'= {number}'}"
        yield replace(
            declaration,
            kind="enumvalue",
            number=number,
            name=own,
            text=text,
            comment=_comment(value),
        )


def _signature(member: ET.Element, kind: str, name: str) -> str:
    type_ = _text(member, "type")
    arguments, value = _text(member, "argsstring"), _text(member, "initializer")
    if kind in ("function", "friend"):
        kept = [word for word in ("static", "explicit") if member.get(word) == "yes"]
        kept += ["friend"] if kind == "friend" else []
        if member.get("virt") == "virtual":
            kept.append("virtual")
        return " ".join([*kept, f"{name}{arguments}"]) + (f" -> {type_}" if type_ else "")
    if kind == "typedef":
        return f"using {name} = {type_}{arguments}"
    if kind == "enum":
        width = f" : {type_}" if type_ else ""
        return f"enum{' class' if member.get('strong') == 'yes' else ''} {name}{width}"
    if kind == "define":
        names = ", ".join(_text(entry, "defname") for entry in member.findall("param"))
        return f"#define {name}({names})"
    return f"{type_} {name}{arguments}" + (f" {value}" if value else "")


def _declaration(element: ET.Element, kind: str, name: str, text: str) -> Declaration:
    location = element.find("location")
    assert location is not None
    return Declaration(
        header=location.get("file", ""),
        line=int(location.get("line", "0")),
        column=int(location.get("column", "0")),
        number=-1,
        kind=kind,
        name=name,
        text=_without_spaces(text),
        comment=_comment(element),
    )


def _template(element: ET.Element) -> str:
    found = element.find("templateparamlist")
    if found is None:
        return ""
    parameters: list[str] = []
    for entry in found.findall("param"):
        default = f" = {_text(entry, 'defval')}" if _text(entry, "defval") else ""
        name = _text(entry, "declname")
        parameters.append(_text(entry, "type") + (f" {name}" if name else "") + default)
    required = _text(element, "requiresclause")
    return f"template <{', '.join(parameters)}> " + (f"requires {required} " if required else "")


def _text(element: ET.Element, tag: str) -> str:
    found = element.find(tag)
    return "" if found is None else _without_spaces("".join(_texts(found)))


def _texts(element: ET.Element) -> Iterator[str]:
    """As itertext(), with the spaces of code, which are elements."""
    yield " " if element.tag == "sp" else element.text or ""
    for entry in element:
        yield from _texts(entry)
        yield entry.tail or ""


def _comment(element: ET.Element) -> str:
    return (
        _text(element, "briefdescription") + " " + _text(element, "detaileddescription")
    ).strip()


def _without_spaces(text: str) -> str:
    """In one line; doxygen writes `vector< T > &`."""
    text = SPACES.sub(" ", text.strip())
    text = text.replace("< ", "<").replace(" >", ">")
    return re.sub(r" ([&*]+)(?=(\w?))", lambda at: at[1] + (" " if at[2] else ""), text)
