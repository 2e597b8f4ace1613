"""Interfaces: the class that clients see, and the code that turns a call on it into a request."""

from __future__ import annotations

from cpp11 import model as m
from cpp11.lines import Lines, class_head, indented, listed, separated
from cpp11.literals import text
from cpp11.names import identifier, local, qualified, skeleton
from cpp11.types import by_value, in_type, result_type, spelled


def parameters(operation: m.Operation) -> list[str]:
    """The parameter list of an operation, in stub and skeleton."""
    return [
        f"{spelled(each.type)}& {identifier(each.name)}"
        if each.is_out
        else f"{in_type(each.type)} {identifier(each.name)}"
        for each in operation.parameters
    ]


def signature(operation: m.Operation, before: str, after: str) -> Lines:
    """`before` result name(parameters)`after`."""
    head = f"{before}{result_type(operation.result)} {identifier(operation.name)}("
    return listed(head, parameters(operation), f"){after}")


def declaration(each: m.Interface, nested: Lines) -> Lines:
    """The class of an interface; `nested` is what the interface declares besides operations."""
    bases = [f"public virtual {qualified(base)}" for base in each.bases]
    operations = [line for one in each.operations for line in signature(one, "", ";")]
    identity = [f"static constexpr const char* _id = {text(each.repository_id)};"]
    return [
        class_head(each.name, bases or ["public virtual ::CORBA::Object"]),
        " public:",
        *indented(separated([identity, nested, operations])),
        "",
        " protected:",
        f"  {local(each.name)}() = default;",
        "};",
    ]


def definitions(each: m.Interface) -> Lines:
    """The bodies of the interface's operations, inside the namespace of its module."""
    return separated([_definition(each, operation) for operation in each.operations])


def _definition(interface: m.Interface, operation: m.Operation) -> Lines:
    owner = local(interface.name)
    head = f"{result_type(operation.result)} {owner}::{identifier(operation.name)}("
    kind = "oneway" if operation.oneway else "twoway"
    call = f'_call{{*this, "{operation.wire_name}", orbweaver::corba::Operation::{kind}}};'
    body = [
        f"orbweaver::corba::ClientCall {call}",
        *_collocated(interface, operation),
        *_arguments(operation),
        *(["_call.send();"] if operation.oneway else _reply(operation)),
    ]
    return [*listed(head, parameters(operation), ") {"), *indented(body), "}"]


def _collocated(interface: m.Interface, operation: m.Operation) -> Lines:
    servant = skeleton(interface.name)
    names = [identifier(each.name) for each in operation.parameters]
    run, capture, held = "run_collocated", "&" if names else "", ""
    if operation.oneway:
        held = f", orbweaver::corba::held_by_all({', '.join(names)})"
        # It may outlive this call, so it takes copies along, in a form that lets them be moved.
        run = "run_collocated_oneway"
        capture = ", ".join(f"_copy_{name} = {name}" for name in names)
        names = [f"_copy_{name}" for name in names]
    ending = f"_servant.{identifier(operation.name)}({', '.join(names)});"
    returned = "" if operation.result is None else "return "
    return [
        "if (_call.is_collocated()) {",
        f"  return _call.{run}<{servant}>(",
        f"      [{capture}]({servant}& _servant) {{ {returned}{ending} }}{held});",
        "}",
    ]


def _arguments(operation: m.Operation) -> Lines:
    if not operation.inputs:
        return []
    return ["auto& _arguments = _call.arguments();"] + [
        f"orbweaver::cdr::encode(_arguments, {identifier(each.name)});" for each in operation.inputs
    ]


def _reply(operation: m.Operation) -> Lines:
    raises, argument = _raises(operation)
    if operation.result is None and not operation.outputs:
        return [*raises, f"_call.invoke({argument});"]
    decoded = {f"_out_{each.name}": each.type for each in operation.outputs}
    if operation.result is not None:
        decoded = {"_result": operation.result, **decoded}
    return [
        *raises,
        f"auto& _results = _call.invoke({argument});",
        *[
            f"auto {name} = orbweaver::cdr::decode<{spelled(type_)}>(_results);"
            for name, type_ in decoded.items()
        ],
        "_call.check_results();",
        *[f"{identifier(each.name)} = {_moved_out(each)};" for each in operation.outputs],
        *([] if operation.result is None else ["return _result;"]),
    ]


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
