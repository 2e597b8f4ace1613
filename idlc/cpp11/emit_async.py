# SPDX-License-Identifier: Apache-2.0
"""Asynchronous two-way calls (AMI): `sendp_` and `sendc_` of stubs, and the reply handlers.

CORBA 3.3 Part 1, 17 names them: AMI_<interface>Handler, sendc_<operation>, sendc_get_<attribute>,
<operation>_excep, ami_return_val; an underscore keeps its names of parameters, which only readers
see, apart from those of IDL. `sendp_` returns a Pending instead of a poller value.
"""

from __future__ import annotations

from cpp11 import emit_copies
from cpp11 import model as m
from cpp11.lines import Lines, class_head, indented, listed, separated
from cpp11.literals import text
from cpp11.names import (
    VIEW_SKELETONS,
    identifier,
    local,
    qualified,
    reference_names,
    skeleton,
)
from cpp11.types import by_value, in_type, spelled

_HOLDER_TYPE = "::IDL::traits<::Messaging::ExceptionHolder>::ref_type"
_HOLDER = f"{_HOLDER_TYPE} excep_holder"


def handler(scoped: m.Scoped) -> m.Scoped:
    """The name of an interface's reply handler."""
    return (*scoped[:-1], f"AMI_{scoped[-1]}Handler")


def forward(each: m.Interface) -> Lines:
    """What the class of the interface must know before it."""
    return [f"class {local(handler(each.name))};"] if each.is_async else []


def declarations(each: m.Interface) -> Lines:
    """The operations of the stub."""
    if not each.is_async:
        return []
    return [
        line
        for one in _twoway(each)
        for line in (
            *listed(f"{_pending(one)} sendp_{_name(one)}(", _parameters(one), ");"),
            *listed(
                f"void sendc_{_name(one)}(", [_handler_parameter(each), *_parameters(one)], ");"
            ),
        )
    ]


def handler_class(each: m.Interface) -> Lines:
    """The class that users derive their handlers from, behind that of the interface."""
    if not each.is_async:
        return []
    name = handler(each.name)
    bases = [f"public virtual {qualified(handler(base))}" for base in each.async_bases]
    operations = [
        line
        for one in _twoway(each)
        for line in (
            *listed(f"virtual void {identifier(_name(one))}(", _results(one), ") = 0;"),
            f"virtual void {_name(one)}_excep({_HOLDER}) = 0;",
        )
    ]
    # TAOX11's handlers have these functions, which nothing calls.
    unused = [
        line
        for one in each.operations
        if one.oneway
        for line in (
            f"virtual void {identifier(_name(one))}() {{}}",
            f"virtual void {_name(one)}_excep({_HOLDER_TYPE}) {{}}",
        )
    ]
    identity = [
        f"static constexpr const char* _id = {text(_handler_id(each))};",
        *reference_names(qualified(name), "object"),
    ]
    return [
        "",
        class_head(name, bases or ["public virtual ::Messaging::ReplyHandler"]),
        " public:",
        *indented(separated([identity, operations, unused])),
        "};",
    ]


def traits(each: m.Interface) -> Lines:
    """How users name the handler, at global scope."""
    if not each.is_async:
        return []
    classes = f"{qualified(each.name)}, {qualified(handler(each.name))}"
    return [
        "template <>",
        f"struct CORBA::amic_traits<{qualified(each.name)}>",
        f"    : orbweaver::corba::AsyncTraits<{classes}> {{}};",
    ]


def definitions(each: m.Interface) -> Lines:
    """The bodies, inside the namespace of the interface's module."""
    if not each.is_async:
        return []
    return separated([block for one in _twoway(each) for block in _definition(each, one)])


def _twoway(each: m.Interface) -> list[m.Operation]:
    return [one for one in each.operations if not one.oneway]


def _name(operation: m.Operation) -> str:
    return operation.wire_name.removeprefix("_")


def _values(operation: m.Operation) -> list[str]:
    types = [each.type for each in operation.outputs]
    if operation.result is not None:
        types.insert(0, operation.result)
    return [spelled(type_) for type_ in types]


def _pending(operation: m.Operation) -> str:
    return f"orbweaver::corba::Pending<{', '.join(_values(operation))}>"


def _results(operation: m.Operation) -> list[str]:
    named = [(identifier(each.name), each.type) for each in operation.outputs]
    if operation.result is not None:
        named.insert(0, ("_ami_return_val", operation.result))
    return [f"{in_type(type_)} {name}" for name, type_ in named]


def _parameters(operation: m.Operation) -> list[str]:
    return [f"{in_type(each.type)} {identifier(each.name)}" for each in operation.inputs]


def _handler_parameter(each: m.Interface) -> str:
    return f"std::shared_ptr<{qualified(handler(each.name))}> _ami_handler"


def _handler_id(each: m.Interface) -> str:
    scope, colon, version = each.repository_id.rpartition(":")
    path, slash, name = scope.rpartition("/")
    if not slash:
        path, slash, name = scope.partition(":")
    return f"{path}{slash}AMI_{name}Handler{colon}{version}"


def _definition(each: m.Interface, operation: m.Operation) -> list[Lines]:
    owner, name = local(each.name), _name(operation)
    stub = f"orbweaver::corba::AsyncStub<{', '.join(_values(operation))}>"
    begin = f"_begin_{owner}_{name}"
    passed = [identifier(one.name) for one in operation.inputs]
    begun = f"{begin}({', '.join(['*this', *passed])})"
    parameters = _parameters(operation)
    named = qualified(handler(each.name))
    gets = [f"std::get<{index}>(_values)" for index in range(len(_values(operation)))]
    values = " _values" if gets else ""
    deliver = f"_handler.{identifier(name)}({', '.join(gets)});"
    return [
        [
            *listed(f"static {stub} {begin}(", [f"const {owner}& _target", *parameters], ") {"),
            *indented(_begin(each, operation, stub)),
            "}",
        ],
        [
            *listed(f"{_pending(operation)} {owner}::sendp_{name}(", parameters, ") {"),
            f"  return {begun}.sendp();",
            "}",
        ],
        [
            *listed(f"void {owner}::sendc_{name}(", [_handler_parameter(each), *parameters], ") {"),
            f"  {begun}.sendc(",
            "      _ami_handler,",
            f"      []({named}& _handler, std::tuple<{', '.join(_values(operation))}>&{values}) {{",
            f"        {deliver}",
            "      },",
            f"      &{named}::{name}_excep);",
            "}",
        ],
    ]


def _begin(each: m.Interface, operation: m.Operation, stub: str) -> Lines:
    rows = [
        f"{{{qualified(one)}::_id, &orbweaver::corba::raise<{qualified(one)}>}},"
        for one in operation.raises
    ]
    raises = ["static constexpr orbweaver::corba::Raises _raises[] = {", *indented(rows, 4), "};"]
    known = ", _raises" if rows else ""
    encoded = [
        f"orbweaver::cdr::encode(_arguments, {identifier(one.name)});" for one in operation.inputs
    ]
    writer = "const orbweaver::cdr::ValueWriter _shared_arguments{_arguments};"
    shared = [writer] if operation.has_values else []
    return [
        *(raises if rows else []),
        f'{stub} _call{{_target, "{operation.wire_name}"{known}}};',
        "if (_call.is_collocated()) {",
        *indented(_collocated(each, operation)),
        "}",
        *(["auto& _arguments = _call.arguments();", *shared, *encoded] if encoded else []),
        "return _call;",
    ]


def _collocated(each: m.Interface, operation: m.Operation) -> Lines:
    servants = servant = skeleton(each.name)
    run = "run_collocated"
    if each.has_views:
        servants += f", {skeleton(each.name, VIEW_SKELETONS)}"
        servant, run = "auto", "run_collocated_either"
    with_copies = emit_copies.are_needed(operation)
    plain = [one for one in operation.inputs if not one.has_values]
    copies = [identifier(one.name) for one in plain]
    captured = [f"_copy_{name} = {name}" for name in copies]
    counted = list(copies)
    if with_copies:
        captured.insert(0, "_sent")
        counted.insert(0, "_sent")
    capture = ", ".join(captured)
    held = f"orbweaver::corba::held_by_all({', '.join(counted)})" if counted else "std::size_t{0}"
    return [
        *([emit_copies.sent(operation, "_target")] if with_copies else []),
        f"return _call.{run}<{servants}>(",
        f"    [{capture}]({servant}& _servant) mutable {{",
        *indented(_upcall(operation), 6),
        "    },",
        f"    {held});",
    ]


def _upcall(operation: m.Operation) -> Lines:
    out = [one for one in operation.parameters if not one.is_in and not one.has_values]
    lines = [f"{spelled(one.type)} _copy_{identifier(one.name)}{{}};" for one in out]
    passed = ", ".join(_passed(one) for one in operation.parameters)
    call = f"_servant.{identifier(operation.name)}({passed});"
    made = [_moved(_held(one), one.type) for one in operation.outputs]
    if operation.result is not None:
        call = f"auto _result = {call}"
        made.insert(0, _moved("_result", operation.result))
    tuple_ = f"std::tuple<{', '.join(_values(operation))}>"
    if not emit_copies.are_needed(operation):
        return [*lines, call, f"return {tuple_}{{{', '.join(made)}}};"]
    names = [_held(one) for one in operation.outputs]
    if operation.result is not None:
        names.insert(0, "_result")
    returned = f"return _sent.answer({', '.join(names)}).read<{', '.join(_values(operation))}>();"
    body = [*emit_copies.received(operation), *lines, call, returned]
    return emit_copies.raising(operation, body)


def _passed(each: m.Parameter) -> str:
    name = _held(each)
    return f"orbweaver::corba::pass({name})" if each.viewed is not None else name


def _held(each: m.Parameter) -> str:
    return f"_in_{each.name}" if each.has_values else f"_copy_{identifier(each.name)}"


def _moved(name: str, type_: m.Type) -> str:
    return name if by_value(type_) else f"std::move({name})"
