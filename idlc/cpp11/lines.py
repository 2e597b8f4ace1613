# SPDX-License-Identifier: Apache-2.0
"""Lines of C++ and how they are put together."""

from __future__ import annotations

from cpp11 import model as m
from cpp11.names import identifier, local, parts

Lines = list[str]

_WIDTH = 100


def indented(lines: Lines, columns: int = 2) -> Lines:
    """The lines moved right; empty ones stay empty."""
    return [" " * columns + line if line else "" for line in lines]


def separated(blocks: list[Lines]) -> Lines:
    """The blocks that are not empty, with an empty line between each two."""
    full = [block for block in blocks if block]
    return [line for index, block in enumerate(full) for line in ([""] if index else []) + block]


def listed(head: str, items: list[str], tail: str) -> Lines:
    """`head`item, item`tail` on one line if it fits, else each item on a line of its own."""
    line = f"{head}{', '.join(items)}{tail}"
    if len(line) <= _WIDTH or not items:
        return [line]
    inner = [f"{item}," for item in items[:-1]] + [items[-1] + tail]
    return [head, *indented(inner, len(head) - len(head.lstrip()) + 4)]


def in_namespaces(names: list[str], lines: Lines) -> Lines:
    """The lines inside nested namespaces; without any, as they are."""
    if not names or not lines:
        return lines
    path = "::".join(names)
    return [f"namespace {path} {{", "", *lines, "", f"}}  // namespace {path}"]


def namespaces_of(scope: m.Scoped) -> list[str]:
    """The C++ namespaces of a module."""
    return parts(scope)


def fields(members: tuple[m.Member, ...]) -> dict[str, str]:
    """The private field of each member. No field may have the name of an accessor."""
    accessors = {identifier(member.name) for member in members}
    chosen: dict[str, str] = {}
    for member in members:
        field = f"{member.name}_"
        while field in accessors or field in chosen.values():
            field += "_"
        chosen[member.name] = field
    return chosen


def default_constructor(name: str, in_class: bool) -> str:
    """Inside a class it has a body: what C++ would make of the members' initialisers is known only
    at the outer class's end, and a union of it is asked before."""
    return f"{name}() {{}}" if in_class else f"{name}() = default;"


def class_head(name: m.Scoped, bases: list[str]) -> str:
    """The first line of a class."""
    derived = f" : {', '.join(bases)}" if bases else ""
    return f"class {local(name)}{derived} {{"
