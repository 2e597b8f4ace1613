"""From the front end's tree to the model. Whatever cannot be mapped is refused on the way."""

from __future__ import annotations

import math

from cpp11 import kinds
from cpp11 import model as m
from cpp11.mappable import Mappable, Node, class_of, scoped, why_not_declaration
from cpp11.names import SKELETONS, VIEW_SKELETONS
from cpp11.refuse import Construct, Refusals


def read(tree: Node, refusals: Refusals, *, with_views: bool = False) -> m.File:
    """The main file of `tree`. Worth emitting only if nothing was refused."""
    return _Reader(refusals, with_views).file(tree)


class _Reader:
    def __init__(self, refusals: Refusals, with_views: bool) -> None:
        self._refusals = refusals
        self._mappable = Mappable()
        self._with_views = with_views
        self._reserved = {SKELETONS, VIEW_SKELETONS} if with_views else {SKELETONS}

    def file(self, tree: Node) -> m.File:
        declarations = [node for node in tree.declarations() if not node.builtIn()]
        included = dict.fromkeys(node.file() for node in declarations if not node.mainFile())
        own = [node for node in declarations if node.mainFile()]
        return m.File(tree.file(), tuple(included), self._declarations(own))

    def _refuse(self, node: Node, construct: Construct | None) -> None:
        if construct:
            self._refusals.add(node.file(), node.line(), construct)

    # --- declarations ---

    def _declarations(self, nodes: list[Node]) -> tuple[m.Declaration, ...]:
        return tuple(each for node in nodes for each in self._declaration(node))

    def _declaration(self, node: Node) -> list[m.Declaration]:
        construct = why_not_declaration(node)
        if construct:
            self._refuse(node, construct)
            return []
        match class_of(node):
            case "Module":
                return [self._module(node)]
            case "Interface":
                return [self._interface(node)]
            case "Forward":
                self._check_name(node)
                return [m.Forward(scoped(node))]
            case "Struct":
                self._check_name(node)
                return [self._struct(node)]
            case "Exception":
                self._check_name(node)
                return [self._exception(node)]
            case "Enum":
                self._check_name(node)
                return [self._enum(node)]
            case "Typedef":
                return self._typedef(node)
            case "Const":
                return self._constant(node)
            case _:  # operations and attributes, which _interface reads
                return []

    def _check_name(self, node: Node) -> None:
        if node.identifier() in self._reserved:
            construct = Construct("reserved name", f"the name {'::'.join(scoped(node))}")
            self._refuse(node, construct)

    def _module(self, node: Node) -> m.Module:
        self._check_name(node)
        for foreign in node.definitions():
            if not foreign.mainFile():
                what = f"the #include of {foreign.file()} inside module {'::'.join(scoped(node))}"
                self._refuse(foreign, Construct("include inside a scope", what))
        own = [definition for definition in node.definitions() if definition.mainFile()]
        return m.Module(scoped(node), self._declarations(own))

    def _struct(self, node: Node) -> m.Struct:
        return m.Struct(scoped(node), self._nested(node), self._members(node))

    def _exception(self, node: Node) -> m.Exception_:
        return m.Exception_(scoped(node), node.repoId(), self._nested(node), self._members(node))

    def _nested(self, node: Node) -> tuple[m.Struct | m.Enum, ...]:
        declared = [each.memberType() for each in node.members() if each.constrType()]
        return tuple(each for type_ in declared for each in self._constructed(type_))

    def _constructed(self, type_: Node) -> list[m.Struct | m.Enum]:
        """A struct or enum that is declared where it is used; it may lie inside a sequence."""
        while class_of(type_) == "Sequence":
            type_ = type_.seqType()
        declared = self._declaration(type_.decl())
        return [each for each in declared if isinstance(each, m.Struct | m.Enum)]

    def _members(self, node: Node) -> tuple[m.Member, ...]:
        members: list[m.Member] = []
        for member in node.members():
            type_ = self._type(member.memberType(), member)
            members += [
                m.Member(each.identifier(), _sized(type_, each)) for each in member.declarators()
            ]
        return tuple(members)

    def _enum(self, node: Node) -> m.Enum:
        return m.Enum(scoped(node), tuple(each.identifier() for each in node.enumerators()))

    def _typedef(self, node: Node) -> list[m.Declaration]:
        declarations: list[m.Declaration] = []
        if node.constrType():
            declarations += self._constructed(node.aliasType())
        type_ = self._type(node.aliasType(), node)
        for declarator in node.declarators():
            self._check_name(declarator)
            declarations.append(m.Alias(scoped(declarator), _sized(type_, declarator)))
        return declarations

    def _constant(self, node: Node) -> list[m.Declaration]:
        self._check_name(node)
        type_, kind, value = self._type(node.constType(), node), node.constKind(), node.value()
        if kind in kinds.UNMAPPED:
            return []  # the type was refused
        if isinstance(value, float) and not math.isfinite(value):
            name = "::".join(scoped(node))
            overflow = Construct("infinite constant", f"the value of {name}, which overflows")
            self._refuse(node, overflow)
        if kind == kinds.ENUM:
            enumerator = m.Enumerator(
                scoped(_resolved(node.constType())), node.value().identifier()
            )
            return [m.Constant(scoped(node), type_, "enum", enumerator)]
        name = kinds.BASIC.get(kind, "string")
        return [m.Constant(scoped(node), type_, name, bool(value) if name == "boolean" else value)]

    # --- interfaces ---

    def _interface(self, node: Node) -> m.Interface:
        self._check_name(node)
        bases = [_interface_of(base) for base in node.inherits()]
        for base in bases:
            self._refuse(node, self._mappable.why_not_use(base))
        return m.Interface(
            scoped(node),
            node.repoId(),
            tuple(scoped(base) for base in bases),
            tuple(self._ancestors(node)),
            self._declarations(node.contents()),
            tuple(each for part in node.callables() for each in self._callable(part)),
        )

    def _callable(self, node: Node) -> list[m.Operation]:
        return self._attribute(node) if class_of(node) == "Attribute" else [self._operation(node)]

    def _operation(self, node: Node) -> m.Operation:
        self._refuse(node, why_not_declaration(node))
        for exception in node.raises():
            self._refuse(node, self._mappable.why_not_use(exception))
        is_void = node.returnType().kind() == kinds.VOID
        return m.Operation(
            node.identifier(),
            node.identifier(),
            bool(node.oneway()),
            None if is_void else self._type(node.returnType(), node),
            tuple(self._parameter(each) for each in node.parameters()),
            tuple(scoped(each) for each in node.raises()),
        )

    def _parameter(self, node: Node) -> m.Parameter:
        type_ = self._type(node.paramType(), node)
        is_in, is_out = bool(node.is_in()), bool(node.is_out())
        viewed = None if is_out else self._viewed(node.paramType())
        return m.Parameter(node.identifier(), type_, is_in, is_out, viewed)

    def _attribute(self, node: Node) -> list[m.Operation]:
        type_ = self._type(node.attrType(), node)
        operations: list[m.Operation] = []
        for name in node.identifiers():
            operations.append(m.Operation(f"_get_{name}", name, False, type_, (), ()))
            if not node.readonly():
                viewed = self._viewed(node.attrType())
                value = m.Parameter("value", type_, True, False, viewed)
                operations.append(m.Operation(f"_set_{name}", name, False, None, (value,), ()))
        return operations

    def _ancestors(self, node: Node) -> list[m.Ancestor]:
        found: dict[m.Scoped, m.Ancestor] = {}
        for base in map(_interface_of, node.inherits()):
            has_views = self._has_views(base)
            each = m.Ancestor(scoped(base), base.repoId(), tuple(_wire_names(base)), has_views)
            for ancestor in [each, *self._ancestors(base)]:
                found.setdefault(ancestor.name, ancestor)
        return list(found.values())

    def _has_views(self, interface: Node) -> bool:
        own = any(self._viewed(type_) for type_ in _input_types(interface))
        return own or any(self._has_views(_interface_of(base)) for base in interface.inherits())

    # --- types ---

    def _viewed(self, type_: Node) -> m.Basic | None:
        """The element of a sequence of a primitive type; a boolean is not one: it is checked."""
        sequence = type_.unalias()
        if not self._with_views or _is_array(type_) or sequence.kind() != kinds.SEQUENCE:
            return None
        element = sequence.seqType()
        if _is_array(element) or element.unalias().kind() == kinds.BOOLEAN:
            return None
        name = kinds.BASIC.get(element.unalias().kind())
        return m.Basic(name) if name else None

    def _type(self, type_: Node, user: Node) -> m.Type:
        """The type, as `user` names it. What is refused becomes a string, which nobody will see."""
        construct = self._mappable.why_not_type(type_)
        if construct:
            self._refuse(user, construct)
            return m.String()
        match class_of(type_):
            case "String":
                return m.String()
            case "Sequence":
                return m.Sequence(self._type(type_.seqType(), user))
            case "Declared":
                return _declared(type_)
            case _:
                return m.Basic(kinds.BASIC[type_.kind()])


def _declared(type_: Node) -> m.Type:
    name = tuple(type_.scopedName())
    if _is_array(type_):
        return m.Named(name, by_value=False)
    kind = type_.unalias().kind()
    if kind == kinds.OBJREF:
        return m.Reference(name)
    return m.Named(name, by_value=kind in kinds.BASIC or kind == kinds.ENUM)


def _is_array(type_: Node) -> bool:
    """Whether a dimension lies anywhere on the way through the aliases."""
    while class_of(type_) == "Declared" and class_of(type_.decl()) == "Declarator":
        if type_.decl().sizes():
            return True
        type_ = type_.decl().alias().aliasType()
    return False


def _sized(element: m.Type, declarator: Node) -> m.Type:
    sizes = tuple(declarator.sizes())
    return m.Array(element, sizes) if sizes else element


def _resolved(type_: Node) -> Node:
    """The declaration behind all aliases."""
    return type_.unalias().decl()


def _interface_of(base: Node) -> Node:
    """What an inheritance list names: an interface, or an alias of one."""
    while class_of(base) == "Declarator":
        base = _resolved(base.alias().aliasType())
    return base.fullDecl()


def _input_types(interface: Node) -> list[Node]:
    """The types of `in` parameters, and of attributes that can be set."""
    types: list[Node] = []
    for part in interface.callables():
        if class_of(part) == "Attribute":
            types += [] if part.readonly() else [part.attrType()]
        else:
            types += [each.paramType() for each in part.parameters() if not each.is_out()]
    return types


def _wire_names(node: Node) -> list[str]:
    names: list[str] = []
    for part in node.callables():
        if class_of(part) == "Attribute":
            for name in part.identifiers():
                names += [f"_get_{name}"] if part.readonly() else [f"_get_{name}", f"_set_{name}"]
        else:
            names.append(part.identifier())
    return names
