# SPDX-License-Identifier: Apache-2.0
"""Why a type or a declaration of the front end cannot be mapped, if so.

What the main file declares is refused where it is declared. What an included file declares is
refused only where the main file uses it, however indirectly; so only included declarations are
searched here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cpp11 import kinds, standard
from cpp11.refuse import Construct

Node = Any
"""A node of the front end's tree: omniidl.idlast.* or idltype.*, which have no type hints."""


def class_of(node: Node) -> str:
    """Which kind of node this is."""
    return type(node).__name__


def bound(type_: Node) -> int:
    """The bound of a string or sequence, which the front end returns as a C int."""
    return type_.bound() & 0xFFFFFFFF


def scoped(node: Node) -> tuple[str, ...]:
    """The full name of a declaration."""
    return tuple(node.scopedName())


def is_only_declared(declaration: Node) -> bool:
    """Whether this declares an interface or value type that no included file defines."""
    is_forward = class_of(declaration) in ("Forward", "ValueForward")
    return is_forward and declaration.fullDecl() in (None, declaration)


def is_of_the_orb(declaration: Node) -> bool:
    """Whether its module is one in which the ORB's headers declare classes themselves."""
    return scoped(declaration)[0] in standard.TAKEN


class Mappable:
    """Remembers which included declarations were searched."""

    def __init__(self) -> None:
        self._searched: dict[int, Construct | None] = {}  # by id(): the tree outlives this

    def why_not_type(self, type_: Node) -> Construct | None:
        """What in this type cannot be mapped, or None."""
        match class_of(type_):
            case "Declared":
                return self._why_not_use(type_.decl(), kinds.UNMAPPED.get(type_.kind()))
            case "Sequence":
                return self.why_not_type(type_.seqType())
            case _:
                kind = kinds.UNMAPPED.get(type_.kind())
                return Construct(kind, kind) if kind else None

    def why_not_use(self, declaration: Node) -> Construct | None:
        """What in a declaration that the main file uses cannot be mapped, or None."""
        return self._why_not_use(declaration, None)

    def _why_not_use(self, declaration: Node, kind: str | None) -> Construct | None:
        if declaration is None or declaration.builtIn():
            return Construct(kind, kind) if kind else None
        if is_only_declared(declaration) and is_of_the_orb(declaration):
            what = f"{'::'.join(scoped(declaration))} without a definition"
            return Construct("without definition", what)
        if declaration.mainFile():
            return None
        return self._why_not_included(declaration)

    def _why_not_included(self, declaration: Node) -> Construct | None:
        # An interface may reach itself through its operations: the first visit answers for all.
        if _is_unwritten(declaration):
            return Construct("missing in the ORB", "::".join(scoped(declaration)))
        key = id(declaration)
        if key not in self._searched:
            self._searched[key] = None
            cause = why_not_declaration(declaration) or self._first_of(declaration)
            self._searched[key] = cause and cause.found_at(declaration.file(), declaration.line())
        return self._searched[key]

    def _first_of(self, declaration: Node) -> Construct | None:
        causes = [self._why_not_part(part) for part in _parts(declaration)]
        return next((cause for cause in causes if cause), None)

    def _why_not_part(self, part: Node) -> Construct | None:
        if not hasattr(part, "mainFile"):
            return self.why_not_type(part)
        return None if part.mainFile() or part.builtIn() else self._why_not_included(part)


def _is_unwritten(declaration: Node) -> bool:
    """Whether every ORB brings it along, but ours does not."""
    if Path(declaration.file()).name not in standard.FILES:
        return False
    # The definition of what is declared ahead lies elsewhere, and is an interface as any other.
    if class_of(declaration) in ("Module", "Forward"):
        return False
    return scoped(declaration)[1:2] != () and scoped(declaration)[1] not in standard.WRITTEN


def why_not_declaration(declaration: Node) -> Construct | None:
    """What in the declaration itself, leaving out the types it uses, cannot be mapped; or None."""
    match class_of(declaration):
        case "Value" if declaration.custom():
            what = f"custom valuetype {'::'.join(scoped(declaration))}"
            return Construct("custom valuetype", what)
        case _:
            return None


def _parts(declaration: Node) -> list[Node]:
    """The types and declarations that a declaration uses."""
    match class_of(declaration):
        case "Struct" | "Exception":
            return [member.memberType() for member in declaration.members()]
        case "Union":
            return [case.caseType() for case in declaration.cases()]
        case "Declarator":
            return [declaration.alias().aliasType()]
        case "Forward" | "StructForward" | "UnionForward" | "ValueForward":
            return [] if is_only_declared(declaration) else [declaration.fullDecl()]
        case "Interface":
            return [*declaration.inherits(), *declaration.callables()]
        case "Value" | "ValueAbs":
            members = [each.memberType() for each in declaration.statemembers()]
            inherited = [*declaration.inherits(), *declaration.supports()]
            return [*inherited, *members, *declaration.callables(), *declaration.factories()]
        case "ValueBox":
            return [declaration.boxedType()]
        case "Factory":
            return [parameter.paramType() for parameter in declaration.parameters()]
        case "Operation":
            parameters = [parameter.paramType() for parameter in declaration.parameters()]
            return [declaration.returnType(), *parameters, *declaration.raises()]
        case "Attribute":
            return [declaration.attrType()]
        case _:
            return []
