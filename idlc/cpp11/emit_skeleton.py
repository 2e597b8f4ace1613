# SPDX-License-Identifier: Apache-2.0
"""Skeletons: the class that a servant derives from; the code that makes a request a call on it."""

from __future__ import annotations

from cpp11 import model as m
from cpp11.emit_stub import signature
from cpp11.lines import Lines, class_head, indented, separated
from cpp11.names import SKELETONS, identifier, local, qualified, skeleton
from cpp11.passing import Passing
from cpp11.types import by_value, spelled

_SERVANT = frozenset(("handle", "has_operation", "missed"))
"""Names of the functions that corba::Servant brings into a skeleton."""

_CALL = "orbweaver::corba::ServerCall&"


def handler(wire_name: str) -> str:
    """The static function that handles an operation. IDL has no such names."""
    return wire_name if wire_name.startswith("_") else f"_call_{wire_name}"


def declaration(each: m.Interface, passing: Passing = Passing.VECTORS) -> Lines:
    """The class of a skeleton."""
    name = local(each.name)
    bases = [f"public virtual {_inherited_skeleton(each, base, passing)}" for base in each.bases]
    operations = [
        line for one in each.operations for line in signature(one, "virtual ", " = 0;", passing)
    ]
    handlers = [
        f"static void {handler(one.wire_name)}({name}& _servant, {_CALL} _call);"
        for one in each.operations
    ]
    # A servant's own functions stay visible beside operations of the same name.
    names = dict.fromkeys(one.name for one in each.operations if one.name in _SERVANT)
    fixed = [
        *[f"using orbweaver::corba::Servant::{name};" for name in names],
        f"using _interface_type = {qualified(each.name)};",
        "[[nodiscard]] const char* _interface_id() const noexcept override;",
        "[[nodiscard]] bool _implements(std::string_view _id) const noexcept override;",
        "[[nodiscard]] bool _has_operation(std::string_view _operation) const noexcept override;",
        f"[[nodiscard]] bool _dispatch({_CALL} _call) override;",
        f"[[nodiscard]] ::CORBA::object_reference<{qualified(each.name)}> _this() {{",
        f"  return orbweaver::corba::this_as<{qualified(each.name)}>(*this);",
        "}",
    ]
    return [
        class_head(each.name, bases or ["public virtual orbweaver::corba::Servant"]),
        " public:",
        *indented(separated([fixed, operations])),
        *(["", " protected:", *indented(handlers)] if handlers else []),
        "",
        " private:",
        "  struct _operations;",
        "};",
    ]


def traits(each: m.Interface) -> Lines:
    """How users name the skeleton, at global scope."""
    base = f"orbweaver::corba::ServantTraits<{skeleton(each.name)}>"
    head = f"struct CORBA::servant_traits<{qualified(each.name)}> : {base} {{"
    uses = [
        "template <class Implementation, class Pointer = std::shared_ptr<Implementation>>",
        f"using tie_type = {_tie(each)}<Implementation, Pointer>;",
    ]
    if each.has_views:
        uses.append(f"using views_type = {skeleton(each.name, Passing.VIEWS.skeletons)};")
    return ["template <>", head, *indented(uses), "};"]


def tie(each: m.Interface) -> Lines:
    """A servant that passes each call to an object of a class without a base, beside the skeleton,
    through a pointer of any kind: one may hold a lock for the call. IDL has no such names."""
    name = _tie(each).rpartition("::")[2]
    operations = {one.wire_name: one for base in each.ancestors for one in base.operations}
    operations |= {one.wire_name: one for one in each.operations}
    body = [
        f"explicit {name}(_Pointer _object) : _object_(std::move(_object)) {{}}",
        "[[nodiscard]] const _Pointer& _tied_object() const noexcept {",
        "  return _object_;",
        "}",
        *[line for one in operations.values() for line in _passed_on(one)],
    ]
    return [
        "template <class _Implementation, class _Pointer = std::shared_ptr<_Implementation>>",
        f"class {name} final : public {local(each.name)} {{",
        " public:",
        *indented(body),
        "",
        " private:",
        "  _Pointer _object_;",
        "};",
    ]


def _tie(each: m.Interface) -> str:
    return f"{qualified(each.name[:-1])}::{SKELETONS}::_tie_{local(each.name)}"


def _passed_on(operation: m.Operation) -> Lines:
    passed = ", ".join(identifier(each.name) for each in operation.parameters)
    returned = "" if operation.result is None else "return "
    return [
        *signature(operation, "", " override {"),
        f"  {returned}_object_->{identifier(operation.name)}({passed});",
        "}",
    ]


def definitions(each: m.Interface, passing: Passing = Passing.VECTORS) -> Lines:
    """All functions of a skeleton, inside its namespace."""
    handlers = [_handler(each, operation, passing) for operation in each.operations]
    return separated([*handlers, _table(each, passing), _identity(each), _dispatch(each)])


def _inherited_skeleton(each: m.Interface, base: m.Scoped, passing: Passing) -> str:
    # A base that has nothing to view has one skeleton only.
    has_views = next(one.has_views for one in each.ancestors if one.name == base)
    return skeleton(base, (passing if has_views else Passing.VECTORS).skeletons)


def _table(each: m.Interface, passing: Passing) -> Lines:
    name = local(each.name)
    own = {one.wire_name: f"&{name}::{handler(one.wire_name)}" for one in each.operations}
    rows = dict(own)
    for ancestor in each.ancestors:
        owner = _inherited_skeleton(each, ancestor.name, passing)
        for one in ancestor.operations:
            rows[one.wire_name] = _inherited(name, owner, one.wire_name)
    lines = [f'{{"{wire_name}", {rows[wire_name]}}},' for wire_name in sorted(rows)]
    type_ = f"std::array<orbweaver::corba::OperationRow<{name}>, {len(lines)}>"
    table = [f"static constexpr {type_} rows{{{{", *indented(lines, 4), "}};"]
    return [
        "// Sorted by name.",
        f"struct {name}::_operations {{",
        *indented(table if lines else [f"static constexpr {type_} rows{{}};"]),
        "};",
    ]


def _inherited(name: str, owner: str, wire_name: str) -> str:
    call = f"{owner}::{handler(wire_name)}(_servant, _call);"
    return f"[]({name}& _servant, {_CALL} _call) {{ {call} }}"


def _identity(each: m.Interface) -> Lines:
    name = local(each.name)
    known = [qualified(each.name), *[qualified(one.name) for one in each.ancestors]]
    tests = [f"_id == {one}::_id ||" for one in known] + ["_id == ::CORBA::Object::_id;"]
    return [
        f"const char* {name}::_interface_id() const noexcept {{",
        f"  return {qualified(each.name)}::_id;",
        "}",
        "",
        f"bool {name}::_implements(std::string_view _id) const noexcept {{",
        f"  return {tests[0]}",
        *indented(tests[1:], 9),
        "}",
    ]


def _dispatch(each: m.Interface) -> Lines:
    name = local(each.name)
    return [
        f"bool {name}::_has_operation(std::string_view _operation) const noexcept {{",
        "  return orbweaver::corba::find_operation(_operations::rows, _operation) != nullptr;",
        "}",
        "",
        f"bool {name}::_dispatch({_CALL} _call) {{",
        "  using orbweaver::corba::find_operation;",
        "  const auto* _row = find_operation(_operations::rows, _call.operation());",
        "  if (_row == nullptr) return false;",
        "  _row->handle(*this, _call);",
        "  return true;",
        "}",
    ]


def _handler(interface: m.Interface, operation: m.Operation, passing: Passing) -> Lines:
    name = local(interface.name)
    head = f"void {name}::{handler(operation.wire_name)}({name}& _servant, {_CALL} _call) {{"
    upcall = _upcall(operation, passing)
    if operation.raises:
        upcall = ["try {", *indented(upcall), *_catches(operation), "}"]
    return [head, *indented([*_arguments(operation, passing), *upcall]), "}"]


def _is_view(parameter: m.Parameter, passing: Passing) -> bool:
    return parameter.viewed is not None and passing is Passing.VIEWS


def _arguments(operation: m.Operation, passing: Passing) -> Lines:
    decoded = [each for each in operation.inputs if not _is_view(each, passing)]
    lines = ["auto& _arguments = _call.arguments();"] if decoded else []
    if decoded and operation.has_values:
        lines.append("const orbweaver::cdr::ValueReader _shared_arguments{_arguments};")
    for each in operation.parameters:
        name, type_ = identifier(each.name), spelled(each.type)
        if each.viewed is not None and passing is Passing.VIEWS:
            lines.append(f"auto {name} = _call.view<{spelled(each.viewed)}>();")
        elif each.is_in:
            lines.append(f"auto {name} = orbweaver::cdr::decode<{type_}>(_arguments);")
        else:
            lines.append(f"{type_} {name}{{}};")
    last = f'"{operation.inputs[-1].name}"' if operation.inputs else ""
    return [*lines, f"_call.check_arguments({last});"]


def _upcall(operation: m.Operation, passing: Passing) -> Lines:
    names = {identifier(each.name): _is_view(each, passing) for each in operation.parameters}
    passed = ", ".join(f"std::move({name})" if names[name] else name for name in names)
    call = f"_servant.{identifier(operation.name)}({passed});"
    outputs = [identifier(each.name) for each in operation.outputs]
    if operation.result is not None:
        call = f"{_kept(operation.result)} _result = {call}"
        outputs.insert(0, "_result")
    encoded = [f"orbweaver::cdr::encode(_results, {name});" for name in outputs]
    if encoded and operation.has_values:
        encoded.insert(0, "const orbweaver::cdr::ValueWriter _shared_results{_results};")
    return [call, *(["auto& _results = _call.results();", *encoded] if encoded else [])]


def _kept(type_: m.Type) -> str:
    return "const auto" if by_value(type_) else "const auto&"


def _catches(operation: m.Operation) -> Lines:
    lines: Lines = []
    for each in operation.raises:
        lines += [
            f"}} catch (const {qualified(each)}& _exception) {{",
            "  _call.raise(_exception);",
        ]
    return lines
