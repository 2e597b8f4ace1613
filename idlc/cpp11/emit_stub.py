# SPDX-License-Identifier: Apache-2.0
"""Interfaces: the class that clients see, and the code that turns a call on it into a request."""

from __future__ import annotations

from cpp11 import emit_async, emit_copies
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
from cpp11.passing import Passing
from cpp11.types import by_value, result_type, spelled


def signature(
    operation: m.Operation, before: str, after: str, passing: Passing = Passing.VECTORS
) -> Lines:
    """`before` result name(parameters)`after`, in stub and skeleton."""
    head = f"{before}{result_type(operation.result)} {identifier(operation.name)}("
    return listed(head, [passing.parameter(each) for each in operation.parameters], f"){after}")


def _forms(operation: m.Operation) -> list[Passing]:
    return [Passing.VECTORS, Passing.ELEMENTS] if operation.has_views else [Passing.VECTORS]


def declaration(each: m.Interface, nested: Lines) -> Lines:
    """The class of an interface; `nested` is what the interface declares besides operations."""
    bases = [f"public virtual {qualified(base)}" for base in each.bases]
    if each.is_local:
        bases.append("public virtual ::CORBA::LocalObject")
    before = "virtual " if each.is_local or each.is_abstract else ""
    after = " = 0;" if each.is_local else ";"
    operations = [
        line
        for one in each.operations
        for passing in ([Passing.VECTORS] if each.is_local else _forms(one))
        for line in signature(one, before, after, passing)
    ]
    identity = [
        f"static constexpr const char* _id = {text(each.repository_id)};",
        *reference_names(qualified(each.name), "object"),
    ]
    return [
        *emit_async.forward(each),
        class_head(each.name, bases or ["public virtual ::CORBA::Object"]),
        " public:",
        *indented(separated([identity, nested, operations, emit_async.declarations(each)])),
        "",
        " protected:",
        f"  {local(each.name)}() = default;",
        "};",
        *emit_async.handler_class(each),
    ]


def nil_object(each: m.Interface) -> Lines:
    """What a nil reference to a local interface leads to: each operation throws. Global scope."""
    if not each.is_local:
        return []
    name = qualified(each.name)
    bases = [f"virtual orbweaver::corba::NilBase<{qualified(base)}>" for base in each.bases]
    throws = "orbweaver::corba::throw_nil"
    operations = [
        line
        for one in each.operations
        for line in (
            *signature(one, "", " override {", Passing.UNNAMED),
            f"  {throws}({name}::_id, {text(one.wire_name)});",
            "}",
        )
    ]
    head = f"struct orbweaver::corba::NilObject<{name}> : {', '.join([f'virtual {name}', *bases])}"
    return ["template <>", f"{head} {{", "  using IsGenerated = void;", *indented(operations), "};"]


def definitions(each: m.Interface) -> Lines:
    """The bodies of the interface's operations, inside the namespace of its module."""
    return separated(
        [
            _definition(each, operation, passing)
            for operation in each.operations
            for passing in _forms(operation)
        ]
        + [emit_async.definitions(each)]
    )


def _definition(interface: m.Interface, operation: m.Operation, passing: Passing) -> Lines:
    owner = local(interface.name)
    head = f"{result_type(operation.result)} {owner}::{identifier(operation.name)}("
    parameters = [passing.parameter(each) for each in operation.parameters]
    kind = "push" if operation.is_push else "oneway" if operation.oneway else "twoway"
    call = f'_call{{*this, "{operation.wire_name}", orbweaver::corba::Operation::{kind}}};'
    body = [
        f"orbweaver::corba::ClientCall {call}",
        *_collocated(interface, operation),
        *_arguments(operation),
        *(["_call.send();"] if operation.oneway else _reply(operation)),
    ]
    return [*listed(head, parameters, ") {"), *indented(body), "}"]


def _collocated(interface: m.Interface, operation: m.Operation) -> Lines:
    if emit_copies.are_needed(operation):
        return _collocated_with_copies(interface, operation)
    run = _run_collocated(interface, operation, oneway=operation.oneway)
    if operation.is_push:
        silent = _run_collocated(interface, operation, oneway=True)
        run = ["if (_call.is_oneway()) {", *indented(silent), "}", *run]
    return ["if (_call.is_collocated()) {", *indented(run), "}"]


def _run_collocated(interface: m.Interface, operation: m.Operation, *, oneway: bool) -> Lines:
    servants = servant = skeleton(interface.name)
    held = ""
    run = "run_collocated_oneway" if oneway else "run_collocated"
    if interface.has_views:
        # The body is compiled for both skeletons.
        servants += f", {skeleton(interface.name, VIEW_SKELETONS)}"
        servant, run = "auto", f"{run}_either"
    names = {identifier(each.name): each.viewed is not None for each in operation.parameters}
    capture = "&" if names else ""
    if oneway:
        held = f", orbweaver::corba::held_by_all({', '.join(names)})"
        # It may outlive this call, so it takes copies along, in a form that lets them be moved.
        capture = ", ".join(f"_copy_{name} = {_kept(name, names[name])}" for name in names)
        names = {f"_copy_{name}": viewed for name, viewed in names.items()}
    passed = [f"orbweaver::corba::pass({name})" if names[name] else name for name in names]
    ending = f"_servant.{identifier(operation.name)}({', '.join(passed)});"
    returned = "" if operation.result is None else "return "
    return [
        f"return _call.{run}<{servants}>(",
        f"    [{capture}]({servant}& _servant) {{ {returned}{ending} }}{held});",
    ]


def _collocated_with_copies(interface: m.Interface, operation: m.Operation) -> Lines:
    servants = servant = skeleton(interface.name)
    run = "run_collocated_oneway" if operation.oneway else "run_collocated"
    if interface.has_views:
        servants += f", {skeleton(interface.name, VIEW_SKELETONS)}"
        servant, run = "auto", f"{run}_either"
    capture, held = "&", ""
    names = {each.name: identifier(each.name) for each in operation.parameters}
    if operation.oneway:
        plain = [one for one in operation.parameters if not one.has_values]
        names |= {one.name: f"_copy_{identifier(one.name)}" for one in plain}
        copies = [
            f"{names[one.name]} = {_kept(identifier(one.name), one.viewed is not None)}"
            for one in plain
        ]
        capture = ", ".join(["_sent", *copies])
        kept = ", ".join(["_sent", *[identifier(one.name) for one in plain]])
        held = f", orbweaver::corba::held_by_all({kept})"
    return [
        "if (_call.is_collocated()) {",
        f"  {emit_copies.sent(operation, '*this')}",
        f"  return _call.{run}<{servants}>(",
        f"      [{capture}]({servant}& _servant) {{",
        *indented(emit_copies.upcall(operation, names), 8),
        f"      }}{held});",
        "}",
    ]


def _kept(name: str, is_viewed: bool) -> str:
    return f"orbweaver::corba::kept({name})" if is_viewed else name


def _arguments(operation: m.Operation) -> Lines:
    if not operation.inputs:
        return []
    shared = "const orbweaver::cdr::ValueWriter _shared_arguments{_arguments};"
    return (
        ["auto& _arguments = _call.arguments();"]
        + ([shared] if operation.has_values else [])
        + [
            f"orbweaver::cdr::encode(_arguments, {identifier(each.name)});"
            for each in operation.inputs
        ]
    )


def _reply(operation: m.Operation) -> Lines:
    raises, argument = _raises(operation)
    if operation.result is None and not operation.outputs:
        finish = "push" if operation.is_push else "invoke"
        return [*raises, f"_call.{finish}({argument});", "_call.check_results();"]
    decoded = {f"_out_{each.name}": each.type for each in operation.outputs}
    if operation.result is not None:
        decoded = {"_result": operation.result, **decoded}
    return [
        *raises,
        f"auto& _results = _call.invoke({argument});",
        *(
            ["const orbweaver::cdr::ValueReader _shared_results{_results};"]
            if operation.has_values
            else []
        ),
        *[
            f"auto {name} = orbweaver::cdr::decode<{spelled(type_)}>(_results);"
            for name, type_ in decoded.items()
        ],
        f'_call.check_results("{_last_result(operation)}");',
        *[f"{identifier(each.name)} = {_moved_out(each)};" for each in operation.outputs],
        *([] if operation.result is None else ["return _result;"]),
    ]


def _last_result(operation: m.Operation) -> str:
    return operation.outputs[-1].name if operation.outputs else "the return value"


def _moved_out(parameter: m.Parameter) -> str:
    # Assigned only after the check, so that a failed call changes nothing.
    name = f"_out_{parameter.name}"
    return name if by_value(parameter.type) else f"std::move({name})"


def _raises(operation: m.Operation) -> tuple[Lines, str]:
    if not operation.raises:
        return [], ""
    rows = [
        f"{{{qualified(each)}::_id, &orbweaver::corba::raise<{qualified(each)}>}},"
        for each in operation.raises
    ]
    head = "static constexpr orbweaver::corba::Raises _raises[] = {"
    return [head, *indented(rows, 4), "};"], "_raises"
