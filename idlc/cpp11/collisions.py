# SPDX-License-Identifier: Apache-2.0
"""Names that are generated, or that the ORB has, and that an IDL file gives to something else.

C++ cannot tell the two apart. Names of a form that IDL cannot declare (`_tc_X`, `_call_x`) are no
matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cpp11 import model as m
from cpp11 import names, standard, walk
from cpp11.emit_async import handler
from cpp11.mappable import Node, class_of, scoped
from cpp11.refuse import Construct, Refusals


def refuse(tree: list[Node], file: m.File, refusals: Refusals, *, with_async: bool) -> None:
    """Refuses what of the main file (`file`, of the declarations `tree`) collides."""
    declared = {names.qualified(scoped(each)): each for each in _in_modules(tree)}
    found = [(each, _of_the_orb(each)) for each in declared.values()]
    for maker, generated, whose in _generated(declared.values(), with_async):
        taken = declared.get(generated)
        if taken is not None:
            what = f"{names.readable(scoped(taken))}, which has the name of {whose}"
            found.append((taken if taken.mainFile() else maker, what))
    for each in (*walk.interfaces(file.declarations), *walk.values(file.declarations)):
        node = declared[names.qualified(each.name)]
        found += [(node, f"{names.readable(each.name)} with {what}") for what in _inside(each)]
    for node, what in found:
        if what and node.mainFile():
            refusals.add(node.file(), node.line(), Construct("taken name", what))


def _in_modules(nodes: list[Node]) -> Iterator[Node]:
    """Whatever has a name outside of interfaces and types; a definition rather than what is ahead
    of it."""
    for node in nodes:
        match class_of(node):
            case "Module":
                yield node
                yield from _in_modules(node.definitions())
            case "Typedef":
                yield from node.declarators()
            case "Forward" | "StructForward" | "UnionForward" | "ValueForward":
                pass
            case _:
                yield node


def _of_the_orb(node: Node) -> str | None:
    name = scoped(node)
    if len(name) == 1 and name[0] in standard.TAKEN and class_of(node) != "Module":
        return f"{name[0]}, the name of a module of the ORB"
    if len(name) == 2 and name[1] in standard.TAKEN.get(name[0], ()):
        return f"{names.readable(name)}, which the ORB has already"
    return None


def _generated(nodes: Iterable[Node], with_async: bool) -> Iterator[tuple[Node, str, str]]:
    """The node that each generated name is for, the name, and what it is."""
    for node in nodes:
        name = scoped(node)
        if class_of(node) == "Value":
            whose = f"the factory of valuetype {names.readable(name)}"
            yield node, f"{names.qualified(name)}_init", whose
        if with_async and class_of(node) == "Interface" and not (node.local() or node.abstract()):
            whose = f"the reply handler of interface {names.readable(name)}"
            yield node, names.qualified(handler(name)), whose


def _inside(each: m.Interface | m.ValueType | m.ValueBox) -> Iterator[str]:
    if isinstance(each, m.ValueBox):
        return
    if isinstance(each, m.ValueType):
        yield from _beside_factory(each)
    if isinstance(each, m.ValueType) or each.is_local:
        if each.name[-1] in {one.name for one in each.operations}:
            yield f"operation {each.name[-1]}, which C++ takes for the constructor"
    elif each.is_async:
        yield from _beside_asynchronous(each)


def _beside_asynchronous(each: m.Interface) -> Iterator[str]:
    own = [one.wire_name for one in each.operations]
    inherited = [one.wire_name for base in each.ancestors for one in base.operations]
    stems = Counter(name.removeprefix("_") for name in (*own, *inherited))
    for name, count in stems.items():
        if count > 1:
            yield f"operation {name}, whose asynchronous form is that of an attribute"
        for form in ("sendp_", "sendc_"):
            if form + name in stems:
                yield f"operation {form}{name}, which has the name of {name}'s asynchronous form"


def _beside_factory(each: m.ValueType) -> Iterator[str]:
    for one in each.factories:
        if one.name == "create_for_unmarshal":
            yield f"factory {one.name}, which the ORB calls to receive a value"
        if one.name == f"{each.name[-1]}_init":
            yield f"factory {one.name}, which C++ takes for the constructor of the factory's class"
