# SPDX-License-Identifier: Apache-2.0
"""Collocated calls with value types: caller and servant have copies, as in a remote call."""

from __future__ import annotations

from collections.abc import Mapping

from cpp11 import model as m
from cpp11.lines import Lines, indented
from cpp11.names import identifier, qualified
from cpp11.types import spelled


def are_needed(operation: m.Operation) -> bool:
    """Whether values may be among what it passes or raises."""
    return operation.has_values or operation.raises_values


def sent(operation: m.Operation, target: str) -> str:
    """The declaration of the value copy of the arguments; `target` is the stub."""
    names = [identifier(each.name) for each in operation.inputs if each.has_values]
    return f"const orbweaver::corba::ValueCopy _sent{{{', '.join([target, *names])}}};"


def received(operation: m.Operation) -> Lines:
    """Reads the value copy, and declares what the servant is to fill."""
    packed = [each for each in operation.inputs if each.has_values]
    lines: Lines = []
    if packed:
        names = ", ".join(f"_in_{each.name}" for each in packed)
        types = ", ".join(spelled(each.type) for each in packed)
        lines.append(f"auto [{names}] = _sent.read<{types}>();")
    filled = [each for each in operation.parameters if each.has_values and not each.is_in]
    return lines + [f"{spelled(each.type)} _in_{each.name}{{}};" for each in filled]


def raising(operation: m.Operation, body: Lines) -> Lines:
    """`body`, of which the user exceptions are thrown as copies."""
    if not operation.raises:
        return body
    catches = [
        line
        for each in operation.raises
        for line in (
            f"}} catch (const {qualified(each)}& _raised) {{",
            "  _sent.raise(_raised);",
        )
    ]
    return ["try {", *indented(body), *catches, "}"]


def upcall(operation: m.Operation, names: Mapping[str, str]) -> Lines:
    """Calls `_servant`; `names` are those of the parameters that hold no values."""
    passed = [
        f"_in_{each.name}"
        if each.has_values
        else (
            f"orbweaver::corba::pass({names[each.name]})"
            if each.viewed is not None
            else names[each.name]
        )
        for each in operation.parameters
    ]
    call = f"_servant.{identifier(operation.name)}({', '.join(passed)});"
    if operation.result is not None:
        call = f"auto _result = {call}"
    body = [*received(operation), call, *_given_back(operation)]
    return raising(operation, body)


def _given_back(operation: m.Operation) -> Lines:
    packed = [each for each in operation.outputs if each.has_values]
    values = [f"_in_{each.name}" for each in packed]
    types = [spelled(each.type) for each in packed]
    if operation.result is not None and operation.result_has_values:
        values.insert(0, "_result")
        types.insert(0, spelled(operation.result))
    lines: Lines = []
    if values:
        copied = f"_sent.answer({', '.join(values)}).read<{', '.join(types)}>();"
        lines.append(f"auto _returned = {copied}")
    first = 1 if operation.result_has_values else 0
    lines += [
        f"{identifier(each.name)} = std::get<{index}>(std::move(_returned));"
        for index, each in enumerate(packed, first)
    ]
    if operation.result_has_values:
        return [*lines, "return std::get<0>(std::move(_returned));"]
    return [*lines, *([] if operation.result is None else ["return _result;"])]
