# SPDX-License-Identifier: Apache-2.0
"""Value types: the abstract class that users see, the class that has the state, the factory."""

from __future__ import annotations

from cpp11 import model as m
from cpp11.emit_stub import signature
from cpp11.emit_types import initialised, moved
from cpp11.lines import Lines, class_head, fields, in_namespaces, indented, listed, separated
from cpp11.literals import text
from cpp11.names import OBV, identifier, local, qualified, reference_names
from cpp11.passing import Passing
from cpp11.types import by_value, spelled

_BASE = "public virtual ::CORBA::ValueBase"
_TYPE = "static constexpr orbweaver::corba::ValueType _type"
_COPY = "[[nodiscard]] ::CORBA::ValueBase::_ref_type _copy_value() const"
_COPY_OF = "orbweaver::corba::copy_of_box"
_TYPE_OF = (
    "[[nodiscard]] const orbweaver::corba::ValueType& _value_type() const noexcept override {"
)


def state_class(name: m.Scoped) -> str:
    """The class that holds the state: "::Lab::OBV::Node"."""
    return f"{qualified(name[:-1])}::{OBV}::{local(name)}"


_OBV_OF_TAOX11 = f"namespace obv = {OBV};"


def value(each: m.ValueType, nested: Lines) -> Lines:
    """The classes of a value type; `nested` is what it declares besides state and operations."""
    state = [] if each.is_abstract else [*in_namespaces([OBV], _state(each)), _OBV_OF_TAOX11]
    factory = [] if each.is_abstract else _factory(each)
    return separated([_interface(each, nested), state, factory])


def _interface(each: m.ValueType, nested: Lines) -> Lines:
    bases = [
        f"public virtual {qualified(base)}" for base in (*each.bases, *each.abstract_interfaces)
    ]
    if not each.bases:
        bases.insert(0, _BASE)
    identity = [
        f"static constexpr const char* _id = {text(each.repository_id)};",
        *reference_names(qualified(each.name), "valuetype"),
    ]
    operations = [line for one in each.operations for line in signature(one, "virtual ", " = 0;")]
    public = [line for one in each.members if one.is_public for line in _pure(one.member)]
    private = [line for one in each.members if not one.is_public for line in _pure(one.member)]
    return [
        class_head(each.name, bases),
        " public:",
        *indented(separated([identity, nested, public, operations])),
        "",
        " protected:",
        *indented([f"{local(each.name)}() = default;", *private]),
        "};",
    ]


def _pure(member: m.Member) -> Lines:
    name, type_ = identifier(member.name), spelled(member.type)
    if by_value(member.type):
        return [
            f"[[nodiscard]] virtual {type_} {name}() const = 0;",
            f"[[nodiscard]] virtual {type_}& {name}() = 0;",
            f"virtual void {name}({type_} value) = 0;",
        ]
    return [
        f"[[nodiscard]] virtual const {type_}& {name}() const = 0;",
        f"[[nodiscard]] virtual {type_}& {name}() = 0;",
        f"virtual void {name}(const {type_}& value) = 0;",
        f"virtual void {name}({type_}&& value) = 0;",
    ]


def _defined(member: m.Member, field: str) -> Lines:
    name, type_ = identifier(member.name), spelled(member.type)
    change = f"[[nodiscard]] {type_}& {name}() override {{ return {field}; }}"
    if by_value(member.type):
        return [
            f"[[nodiscard]] {type_} {name}() const override {{ return {field}; }}",
            change,
            f"void {name}({type_} value) override {{ {field} = value; }}",
        ]
    return [
        f"[[nodiscard]] const {type_}& {name}() const override {{ return {field}; }}",
        change,
        f"void {name}(const {type_}& value) override {{ {field} = value; }}",
        f"void {name}({type_}&& value) override {{ {field} = std::move(value); }}",
    ]


def _state(each: m.ValueType) -> Lines:
    field = fields(tuple(one.member for one in each.members))
    accessors = {
        public: [
            line
            for one in each.members
            if one.is_public is public
            for line in _defined(one.member, field[one.member.name])
        ]
        for public in (True, False)
    }
    bases = [f"public virtual {qualified(each.name)}"]
    if each.base:
        bases.append(f"public {state_class(each.base)}")
    truncated = f", &{state_class(each.base)}::_type" if each.base and each.is_truncatable else ""
    travels = [
        f"{_TYPE}{{{qualified(each.name)}::_id{truncated}}};",
        f"{_TYPE_OF} return _type; }}",
        "void _encode_state(orbweaver::cdr::Encoder& _encoder) const override;",
        "void _decode_state(orbweaver::cdr::Decoder& _decoder) override;",
    ]
    stored = [f"{spelled(one.member.type)} {field[one.member.name]}{{}};" for one in each.members]
    return [
        class_head(each.name, bases),
        " public:",
        *indented(separated([_constructors(each, field), accessors[True], travels])),
        *(["", " protected:", *indented(accessors[False])] if accessors[False] else []),
        *(["", " private:", *indented(stored)] if stored else []),
        "};",
    ]


def _constructors(each: m.ValueType, field: dict[str, str]) -> Lines:
    """Of nothing, and of all state members, inherited ones first."""
    name = local(each.name)
    every = [*each.inherited_members, *[one.member for one in each.members]]
    if not every:
        return [f"{name}() = default;"]
    parameters = [f"{spelled(one.type)} {identifier(one.name)}" for one in every]
    inherited = ", ".join(moved(one) for one in each.inherited_members)
    initialisers = [f"{state_class(each.base)}({inherited})"] if each.base and inherited else []
    initialisers += [f"{field[one.member.name]}({moved(one.member)})" for one in each.members]
    head = listed(f"explicit {name}(", parameters, ")")
    return [f"{name}() = default;", *head, *indented(initialised(initialisers), 4)]


def _factory(each: m.ValueType) -> Lines:
    made = f"::CORBA::valuetype_reference<{qualified(each.name)}>"
    operations: Lines = []
    for one in each.factories:
        parameters = [Passing.VECTORS.parameter(parameter) for parameter in one.parameters]
        operations += listed(f"virtual {made} {identifier(one.name)}(", parameters, ") = 0;")
    if not each.has_operations:
        operations += [
            "[[nodiscard]] ::CORBA::valuetype_reference<::CORBA::ValueBase> "
            "create_for_unmarshal() override {",
            f"  return std::make_shared<{state_class(each.name)}>();",
            "}",
        ]
    name = f"{local(each.name)}_init"
    reference = f"using _ref_type = ::CORBA::valuefactory_reference<{name}>;"
    made_id = f"{qualified(each.name)}::_id"
    identity = [
        "[[nodiscard]] const char* _obv_repository_id() const noexcept override {",
        f"  return {made_id};",
        "}",
    ]
    return [
        f"class {name} : public virtual ::CORBA::ValueFactoryBase {{",
        " public:",
        *indented([reference, *identity, *operations]),
        "};",
    ]


def box(each: m.ValueBox) -> Lines:
    """The class of a boxed value."""
    base = f"orbweaver::corba::ValueBox<{spelled(each.type)}>"
    public = separated(
        [
            [
                f"static constexpr const char* _id = {text(each.repository_id)};",
                *reference_names(qualified(each.name), "valuetype"),
            ],
            [f"using {base}::ValueBox;"],
            [f"{_TYPE}{{_id}};", f"{_TYPE_OF} return _type; }}"],
            [f"{_COPY} override {{", f"  return {_COPY_OF}<{local(each.name)}>(*this);", "}"],
        ]
    )
    return [
        f"class {local(each.name)} final : public {base} {{",
        " public:",
        *indented(public),
        "};",
    ]


def traits(each: m.ValueType | m.ValueBox) -> Lines:
    """How users name the other classes. Global scope."""
    name = qualified(each.name)
    uses: Lines = []
    if isinstance(each, m.ValueBox):
        uses = [f"using base_type = {name};"]
    elif not each.is_abstract:
        uses = [
            f"using base_type = {state_class(each.name)};",
            "using obv_type = base_type;",
            f"using factory_type = {name}_init;",
            "using factory_ref_type = ::CORBA::valuefactory_reference<factory_type>;",
        ]
    head = f"struct CORBA::valuetype_traits<{name}> : orbweaver::corba::ValueTraits<{name}> {{"
    return ["template <>", head, *indented(uses), "};"]


def definitions(each: m.ValueType) -> Lines:
    """How the state travels: inside namespace OBV of its module."""
    field = fields(tuple(one.member for one in each.members))
    bodies = {
        call: [
            *(["if (!_decoder.charge(sizeof *this)) return;"] if call == "decode" else []),
            *([f"{state_class(each.base)}::_{call}_state(_{call}r);"] if each.base else []),
            *[f"orbweaver::cdr::{call}(_{call}r, {name});" for name in field.values()],
        ]
        for call in ("encode", "decode")
    }
    name = local(each.name)
    return [
        *_function(
            f"void {name}::_encode_state(orbweaver::cdr::Encoder&",
            "_encoder",
            ") const",
            bodies["encode"],
        ),
        "",
        *_function(
            f"void {name}::_decode_state(orbweaver::cdr::Decoder&",
            "_decoder",
            ")",
            bodies["decode"],
        ),
    ]


def _function(head: str, coder: str, tail: str, body: Lines) -> Lines:
    if not body:
        return [f"{head}{tail} {{}}"]
    return [f"{head} {coder}{tail} {{", *indented(body), "}"]
