# SPDX-License-Identifier: Apache-2.0
"""From the front end's tree to the model. Whatever cannot be mapped is refused on the way."""

from __future__ import annotations

import math
from dataclasses import replace

from cpp11 import collisions, kinds, type_codes
from cpp11 import model as m
from cpp11.mappable import (
    Mappable,
    Node,
    bound,
    class_of,
    is_of_the_orb,
    is_only_declared,
    scoped,
    why_not_declaration,
)
from cpp11.raising_attributes import GETTER, SETTER
from cpp11.recursion import VALUES, holds_itself, holds_values
from cpp11.refuse import Construct, Refusals
from cpp11.switch import Switch, resolved


def read(
    tree: Node, refusals: Refusals, *, with_views: bool = False, with_async: bool = False
) -> m.File:
    """The main file of `tree`. Worth emitting only if nothing was refused."""
    return _Reader(refusals, with_views, with_async).file(tree)


class _Reader:
    def __init__(self, refusals: Refusals, with_views: bool, with_async: bool) -> None:
        self._refusals = refusals
        self._mappable = Mappable()
        self._with_views = with_views
        self._with_async = with_async
        self._needs: set[str] = set()

    def file(self, tree: Node) -> m.File:
        declarations = [node for node in tree.declarations() if not node.builtIn()]
        included = dict.fromkeys(node.file() for node in declarations if not node.mainFile())
        own = [node for node in declarations if node.mainFile()]
        read = self._declarations(own)
        main = m.File(tree.file(), tuple(included), read)
        collisions.refuse(declarations, main, self._refusals, with_async=self._with_async)
        # What is refused has no TypeCode, and nothing will be emitted.
        constants = () if self._refusals.lines else tuple(type_codes.read(own))
        return replace(main, type_codes=constants, needs=frozenset(self._needs))

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
            case "Forward" | "StructForward" | "UnionForward" | "ValueForward":
                return [m.Forward(scoped(node), self._only_declared(node))]
            case "Struct":
                return [self._struct(node)]
            case "Union":
                return [self._union(node)]
            case "Exception":
                return [self._exception(node)]
            case "Enum":
                return [self._enum(node)]
            case "Typedef":
                return self._typedef(node)
            case "Const":
                return self._constant(node)
            case _:
                return self._value_or_native(node)

    def _only_declared(self, node: Node) -> m.Target | None:
        if not is_only_declared(node) or is_of_the_orb(node):
            return None
        if class_of(node) == "ValueForward":
            self._needs.add("value")
            return "value"
        return "abstract" if node.abstract() else "object"

    def _value_or_native(self, node: Node) -> list[m.Declaration]:
        match class_of(node):
            case "Value" | "ValueAbs":
                return [self._value(node)]
            case "StateMember":
                return [*self._constructed(node.memberType())] if node.constrType() else []
            case "ValueBox":
                return self._value_box(node)
            case "Native":
                return [m.Native(scoped(node))]
            case _:  # what is called, which _operations reads
                return []

    def _module(self, node: Node) -> m.Module:
        # What an #include brings into the module has no other place than this.
        return m.Module(scoped(node), self._declarations(node.definitions()))

    def _struct(self, node: Node) -> m.Struct:
        nested, members = self._nested(node), self._members(node)
        return m.Struct(scoped(node), nested, members, holds_itself(node))

    def _union(self, node: Node) -> m.Union:
        nested = self._constructed(node.switchType()) if node.constrType() else []
        for case in node.cases():
            nested += self._constructed(case.caseType()) if case.constrType() else []
        discriminator = self._type(node.switchType(), node)
        switch = Switch(node.switchType())
        return m.Union(
            scoped(node),
            tuple(nested),
            discriminator,
            switch.kind,
            tuple(self._branch(case, switch) for case in node.cases()),
            switch.free(node.cases()),
            holds_itself(node),
        )

    def _branch(self, case: Node, switch: Switch) -> m.Branch:
        declarator = case.declarator()
        type_ = self._sized(self._type(case.caseType(), case), declarator)
        labels = tuple(switch.value(each) for each in case.labels() if not each.default())
        is_default = any(each.default() for each in case.labels())
        return m.Branch(m.Member(declarator.identifier(), type_), labels, is_default)

    def _exception(self, node: Node) -> m.Exception_:
        return m.Exception_(scoped(node), node.repoId(), self._nested(node), self._members(node))

    def _nested(self, node: Node) -> tuple[m.Constructed, ...]:
        declared = [each.memberType() for each in node.members() if each.constrType()]
        return tuple(each for type_ in declared for each in self._constructed(type_))

    def _constructed(self, type_: Node) -> list[m.Constructed]:
        """A struct, union or enum that is declared where it is used; maybe inside a sequence."""
        while class_of(type_) == "Sequence":
            type_ = type_.seqType()
        declared = self._declaration(type_.decl())
        return [each for each in declared if isinstance(each, m.Constructed)]

    def _members(self, node: Node) -> tuple[m.Member, ...]:
        return tuple(each for one in node.members() for each in self._declared_members(one))

    def _declared_members(self, member: Node) -> list[m.Member]:
        type_ = self._type(member.memberType(), member)
        return [
            m.Member(each.identifier(), self._sized(type_, each)) for each in member.declarators()
        ]

    def _enum(self, node: Node) -> m.Enum:
        return m.Enum(scoped(node), tuple(each.identifier() for each in node.enumerators()))

    def _typedef(self, node: Node) -> list[m.Declaration]:
        declarations: list[m.Declaration] = []
        if node.constrType():
            declarations += self._constructed(node.aliasType())
        type_ = self._type(node.aliasType(), node)
        for declarator in node.declarators():
            declarations.append(m.Alias(scoped(declarator), self._sized(type_, declarator)))
        return declarations

    def _constant(self, node: Node) -> list[m.Declaration]:
        type_, kind, value = self._type(node.constType(), node), node.constKind(), node.value()
        if kind == kinds.FIXED:
            if type_ == m.Fixed(0, 0):  # `const fixed`: as many digits as the value has
                type_ = _fixed_of(value)
            return [m.Constant(scoped(node), type_, "fixed", value)]
        if kind in kinds.UNMAPPED:
            return []  # the type was refused
        if isinstance(value, float) and not math.isfinite(value):
            name = "::".join(scoped(node))
            overflow = Construct("infinite constant", f"the value of {name}, which overflows")
            self._refuse(node, overflow)
        if kind == kinds.ENUM:
            enumeration, name = scoped(resolved(node.constType())), node.value().identifier()
            enumerator = m.Enumerator(enumeration, name)
            return [m.Constant(scoped(node), type_, "enum", enumerator)]
        if kind == kinds.WSTRING:
            return [m.Constant(scoped(node), type_, "wstring", tuple(node.value()))]
        name = kinds.BASIC.get(kind, "string")
        return [m.Constant(scoped(node), type_, name, bool(value) if name == "boolean" else value)]

    # --- value types ---

    def _value(self, node: Node) -> m.ValueType:
        self._needs.add("value")
        bases, supported = list(map(_behind, node.inherits())), list(map(_behind, node.supports()))
        for each in (*bases, *supported):
            self._refuse(node, self._mappable.why_not_use(each))
        base = next((each for each in bases if class_of(each) == "Value"), None)
        own = [*self._operations(node), *self._supported_operations(supported)]
        is_abstract = class_of(node) == "ValueAbs"
        return m.ValueType(
            scoped(node),
            node.repoId(),
            scoped(base) if base else None,
            tuple(scoped(each) for each in bases),
            tuple(scoped(each) for each in supported if each.abstract()),
            self._declarations(node.contents()),
            tuple(self._state_members(node)),
            tuple(self._inherited_members(base)),
            tuple(own),
            tuple(self._factory(each) for each in node.factories()),
            bool(own) or any(map(_has_operations, bases)),
            is_abstract,
            not is_abstract and bool(node.truncatable()),
        )

    def _supported_operations(self, interfaces: list[Node]) -> list[m.Operation]:
        """What a value carries out as an object would: each once."""
        found: dict[str, m.Operation] = {}
        for interface in interfaces:
            inherited = self._supported_operations(list(map(_interface_of, interface.inherits())))
            for each in [*inherited, *self._operations(interface)]:
                found.setdefault(each.wire_name, each)
        return list(found.values())

    def _state_members(self, node: Node) -> list[m.StateMember]:
        members: list[m.StateMember] = []
        for each in node.statemembers():
            is_public = each.memberAccess() == 0
            members += [m.StateMember(one, is_public) for one in self._declared_members(each)]
        return members

    def _inherited_members(self, base: Node | None) -> list[m.Member]:
        if base is None:
            return []
        bases = map(_behind, base.inherits())
        further = next((each for each in bases if class_of(each) == "Value"), None)
        return [
            *self._inherited_members(further),
            *[each.member for each in self._state_members(base)],
        ]

    def _factory(self, node: Node) -> m.Factory:
        parameters = tuple(self._parameter(each) for each in node.parameters())
        return m.Factory(node.identifier(), parameters)

    def _value_box(self, node: Node) -> list[m.Declaration]:
        self._needs.add("value")
        box = m.ValueBox(scoped(node), node.repoId(), self._type(node.boxedType(), node))
        # A box opens no scope: what is declared in it stands beside it.
        return [*(self._constructed(node.boxedType()) if node.constrType() else []), box]

    # --- interfaces ---

    def _interface(self, node: Node) -> m.Interface:
        bases = [_interface_of(base) for base in node.inherits()]
        for base in bases:
            self._refuse(node, self._mappable.why_not_use(base))
        own = self._operations(node)
        inherited = self._remote_parts(node) if node.local() else []
        return m.Interface(
            scoped(node),
            node.repoId(),
            tuple(scoped(base) for base in bases),
            tuple(self._ancestors(node)),
            self._declarations(node.contents()),
            (*inherited, *own),
            bool(node.local()),
            bool(node.abstract()),
            is_async=self._is_async(node),
            async_bases=tuple(scoped(base) for base in bases if self._is_async(base)),
        )

    def _is_async(self, node: Node) -> bool:
        return self._with_async and not node.local() and not node.abstract()

    def _remote_parts(self, node: Node) -> list[m.Operation]:
        """What a local interface has from ordinary ones: it has no stub, so it carries them out."""
        found: dict[str, m.Operation] = {}
        for base in map(_interface_of, node.inherits()):
            own = self._operations(base)
            for each in [*([] if base.local() else own), *self._remote_parts(base)]:
                found.setdefault(each.wire_name, each)
        return list(found.values())

    def _operations(self, interface: Node) -> list[m.Operation]:
        raised = {each.identifier(): self._raises(each) for each in _clauses(interface)}
        return [each for part in _callables(interface) for each in self._callable(part, raised)]

    def _callable(self, node: Node, raised: dict[str, tuple[m.Scoped, ...]]) -> list[m.Operation]:
        if class_of(node) == "Attribute":
            return self._attribute(node, raised)
        return [self._operation(node)]

    def _raises(self, node: Node) -> tuple[m.Scoped, ...]:
        for exception in node.raises():
            self._refuse(node, self._mappable.why_not_use(exception))
        return tuple(dict.fromkeys(scoped(each) for each in node.raises()))  # some name one twice

    def _operation(self, node: Node) -> m.Operation:
        if node.contexts():
            what = f"the context clause of {'::'.join(scoped(node))} is ignored"
            self._refusals.warn(node.file(), node.line(), what)
        is_void = node.returnType().kind() == kinds.VOID
        return m.Operation(
            node.identifier(),
            node.identifier(),
            bool(node.oneway()),
            None if is_void else self._type(node.returnType(), node),
            tuple(self._parameter(each) for each in node.parameters()),
            self._raises(node),
            any(map(holds_values, [node.returnType(), *_parameter_types(node)])),
            holds_values(node.returnType()),
            any(
                holds_values(member.memberType())
                for exception in node.raises()
                for member in exception.members()
            ),
        )

    def _parameter(self, node: Node) -> m.Parameter:
        type_ = self._type(node.paramType(), node)
        is_in, is_out = bool(node.is_in()), bool(node.is_out())
        viewed = None if is_out else self._viewed(node.paramType())
        has_values = holds_values(node.paramType())
        return m.Parameter(node.identifier(), type_, is_in, is_out, viewed, has_values)

    def _attribute(self, node: Node, raised: dict[str, tuple[m.Scoped, ...]]) -> list[m.Operation]:
        type_ = self._type(node.attrType(), node)
        has_values = holds_values(node.attrType())
        operations: list[m.Operation] = []
        for name in node.identifiers():
            raises = raised.get(f"{GETTER}{name}", ())
            operations.append(
                m.Operation(f"_get_{name}", name, False, type_, (), raises, has_values, has_values)
            )
            if not node.readonly():
                raises = raised.get(f"{SETTER}{name}", ())
                viewed = self._viewed(node.attrType())
                value = m.Parameter("value", type_, True, False, viewed, has_values)
                operations.append(
                    m.Operation(f"_set_{name}", name, False, None, (value,), raises, has_values)
                )
        return operations

    def _ancestors(self, node: Node) -> list[m.Ancestor]:
        found: dict[m.Scoped, m.Ancestor] = {}
        for base in map(_interface_of, node.inherits()):
            has_views = self._has_views(base)
            each = m.Ancestor(scoped(base), base.repoId(), self._reported(base), has_views)
            for ancestor in [each, *self._ancestors(base)]:
                found.setdefault(ancestor.name, ancestor)
        return list(found.values())

    def _reported(self, base: Node) -> tuple[m.Operation, ...]:
        """The operations of a base. What is wrong with them is said where they are declared."""
        reader = _Reader(Refusals(), self._with_views, self._with_async)
        return tuple(reader._operations(base))

    def _has_views(self, interface: Node) -> bool:
        own = any(self._viewed(type_) for type_ in _input_types(interface))
        return own or any(self._has_views(_interface_of(base)) for base in interface.inherits())

    # --- types ---

    def _viewed(self, type_: Node) -> m.Basic | None:
        """The element of an unbounded sequence of a primitive type that may lie ready."""
        sequence = type_.unalias()
        if not self._with_views or _is_array(type_) or sequence.kind() != kinds.SEQUENCE:
            return None
        element = sequence.seqType()
        if sequence.bound() or _is_array(element):
            return None
        name = kinds.BASIC.get(element.unalias().kind())
        return m.Basic(name) if name and name not in kinds.WITHOUT_VIEWS else None

    def _sized(self, element: m.Type, declarator: Node) -> m.Type:
        sizes = tuple(size & 0xFFFFFFFF for size in declarator.sizes())  # returned as C ints
        if math.prod(sizes) > kinds.MOST_ELEMENTS:
            what = f"an array of {math.prod(sizes)} elements"
            self._refuse(declarator, Construct("huge array", what))
        return m.Array(element, sizes) if sizes else element

    def _type(self, type_: Node, user: Node) -> m.Type:
        """The type, as `user` names it; a string for a refused type: no file is written then."""
        construct = self._mappable.why_not_type(type_)
        if construct:
            self._refuse(user, construct)
            return m.String()
        match class_of(type_):
            case "String":
                return m.String(False, bound(type_))
            case "WString":
                return m.String(True, bound(type_))
            case "Fixed":
                self._needs.add("fixed")
                return m.Fixed(type_.digits(), type_.scale())
            case "Sequence":
                return m.Sequence(self._type(type_.seqType(), user), bound(type_))
            case "Declared":
                if _is_value(type_):
                    self._needs.add("value")
                return _declared(type_)
            case _ if type_.kind() in kinds.CLASSES:
                return m.Named(kinds.CLASSES[type_.kind()], by_value=False)
            case _:
                return m.Basic(kinds.BASIC[type_.kind()])


def _declared(type_: Node) -> m.Type:
    name = tuple(type_.scopedName())
    if _is_array(type_):
        return m.Named(name, by_value=False)
    kind = type_.unalias().kind()
    referred = ("Interface", "Forward", *VALUES)
    if kind == kinds.OBJREF or class_of(resolved(type_)) in referred:
        return m.Reference(name)
    return m.Named(name, by_value=kind in kinds.BASIC or kind == kinds.ENUM)


def _fixed_of(value: str) -> m.Fixed:
    whole, _, fraction = value.strip("+-dD").partition(".")
    digits = len(whole.lstrip("0")) + len(fraction)
    return m.Fixed(max(digits, 1), len(fraction))


def _is_value(type_: Node) -> bool:
    return class_of(resolved(type_)) in VALUES


def _behind(declaration: Node) -> Node:
    """What an inheritance list names, without aliases."""
    while class_of(declaration) == "Declarator":
        declaration = resolved(declaration.alias().aliasType())
    return declaration.fullDecl()


def _has_operations(value: Node) -> bool:
    if value.callables() or any(_answers(_behind(each)) for each in value.supports()):
        return True
    return any(_has_operations(_behind(each)) for each in value.inherits())


def _answers(interface: Node) -> bool:
    inherited = (_answers(_interface_of(each)) for each in interface.inherits())
    return bool(interface.callables()) or any(inherited)


def _parameter_types(operation: Node) -> list[Node]:
    return [each.paramType() for each in operation.parameters()]


def _is_array(type_: Node) -> bool:
    """Whether a dimension lies anywhere on the way through the aliases."""
    while class_of(type_) == "Declared" and class_of(type_.decl()) == "Declarator":
        if type_.decl().sizes():
            return True
        type_ = type_.decl().alias().aliasType()
    return False


def _interface_of(base: Node) -> Node:
    """What an inheritance list names: an interface, or an alias of one."""
    while class_of(base) == "Declarator":
        base = resolved(base.alias().aliasType())
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


def _is_clause(part: Node) -> bool:
    """Whether it is no operation, but what an attribute raises (raising_attributes)."""
    return class_of(part) == "Operation" and part.identifier().startswith((GETTER, SETTER))


def _clauses(interface: Node) -> list[Node]:
    return [part for part in interface.callables() if _is_clause(part)]


def _callables(interface: Node) -> list[Node]:
    return [part for part in interface.callables() if not _is_clause(part)]
