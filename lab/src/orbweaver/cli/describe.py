# SPDX-License-Identifier: Apache-2.0
"""What `--help` and `--describe` print of the commands that are written in Python: of the same
options. Of the second, completion and manual pages are made.

The form is that of the native programs: programs/command_line/command_line.hpp.
"""

import json
import textwrap
from collections.abc import Mapping
from enum import Enum
from typing import Any, Literal, get_args, get_origin


def description(command: Any, name: str = "orbweaver") -> str:
    """As JSON. `command`: of click."""
    return json.dumps(_described(command, name), indent=1)


def _described(command: Any, name: str) -> dict[str, Any]:
    below: Mapping[str, Any] = getattr(command, "commands", {})
    shown = [one for one in command.params if not getattr(one, "hidden", False)]
    does, _, examples = str(command.help or "").partition("Examples:")
    return {
        "command": name,
        "does": does.strip(),
        "positionals": [_option(one) for one in shown if one.param_type_name == "argument"],
        "options": [_option(one) for one in shown if one.param_type_name != "argument"],
        "below": f"Examples:{examples}".rstrip() if examples else "",
        "commands": [_described(one, entry) for entry, one in below.items()],
    }


def _option(one: Any) -> dict[str, object]:
    is_argument = one.param_type_name == "argument"
    is_flag = bool(getattr(one, "is_flag", False))
    default = one.default
    annotation = one.type_descriptor.annotation
    return {
        "names": [one.metavar or str(one.name).upper()]
        if is_argument
        else [*one.opts, *one.secondary_opts],
        "value": "" if is_flag else one.metavar or _value_name(annotation),
        "choices": _choices(annotation),
        "does": str(getattr(one, "help", "") or ""),
        "default": "" if default is None or is_flag or callable(default) else str(default),
        "required": bool(one.required),
        "repeats": bool(getattr(one, "multiple", False)) or one.nargs != 1,
    }


def _choices(annotation: Any) -> list[str]:
    if get_origin(annotation) is Literal:
        return [str(argument) for argument in get_args(annotation)]
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return [str(one.value) for one in annotation]
    return []


def _value_name(annotation: Any) -> str:
    """Of `int` or `list[int]`: INTEGER, as the native programs say it."""
    of_each = get_args(annotation)[0] if get_origin(annotation) is list else annotation
    return {int: "INTEGER", float: "FLOAT"}.get(of_each, "TEXT")


# ---- what --help prints ----

COLUMNS = 100
MEANING = 26
"""where the text beside an option begins"""


def use_plain_help(command: Any, path: str = "orbweaver") -> Any:
    """From now on --help of the command, and of those below it, prints `help_of`. Gives it back."""

    def format_help(_: Any, formatter: Any) -> None:
        formatter.write(help_of(command, path))

    command.format_help = format_help
    for name, below in getattr(command, "commands", {}).items():
        use_plain_help(below, f"{path} {name}")
    return command


def help_of(command: Any, path: str) -> str:
    """On one screen, in the form of the native programs."""
    described = _described(command, path)
    arguments, options = described["positionals"], described["options"]
    lines = [_usage(described), "", *_paragraphs(str(described["does"])), ""]
    lines += [line for one in arguments for line in _row(_head(one), one)]
    if described["commands"]:
        lines.append("Commands:")
        for one in described["commands"]:
            summary = " ".join(str(one["does"]).split()).partition(". ")[0].rstrip(".")
            lines += _wrapped(f"  {one['command']}", summary, 14)
    lines.append("Options:")
    lines += [line for one in options for line in _row(_head(one), one)]
    lines += _wrapped("  -h, --help", "Print this.", MEANING)
    if described["below"]:
        examples = [
            f"  {line.strip()}" for line in str(described["below"]).splitlines()[1:] if line
        ]
        lines += ["", "Examples:", *examples]
    return "\n".join(lines) + "\n"


def _usage(described: Mapping[str, Any]) -> str:
    if described["commands"]:
        return f"Usage: {described['command']} COMMAND [WORDS...]"
    words = [
        entry["names"][0] if entry["required"] else f"[{str(entry['names'][0]).strip('[]')}]"
        for entry in described["positionals"]
    ]
    return " ".join([f"Usage: {described['command']} [OPTIONS]", *words])


def _paragraphs(text: str) -> list[str]:
    paragraphs: list[str] = []
    for paragraph in text.split("\n\n"):
        paragraphs += textwrap.wrap(" ".join(paragraph.split()), COLUMNS, break_on_hyphens=False)
    return paragraphs


def _head(one: Mapping[str, Any]) -> str:
    is_argument = not str(one["names"][0]).startswith("-")
    value = "WORD" if one["choices"] else one["value"]
    return f"  {', '.join(one['names'])}" + ("" if is_argument or not value else f" {value}")


def _row(head: str, one: Mapping[str, Any]) -> list[str]:
    default = f" [{one['default']}]" if one["default"] else ""
    words = f"{', '.join(one['choices'])}: " if one["choices"] else ""
    return _wrapped(head, f"{words}{one['does']}{default}", MEANING)


def _wrapped(head: str, text: str, column: int) -> list[str]:
    """The text beside the head, or below it if that is too long."""
    lines = textwrap.wrap(text, COLUMNS - column, break_on_hyphens=False) or [""]
    if len(head) + 1 > column:
        return [head, *(" " * column + line for line in lines if line)]
    first, *rest = lines
    return [f"{head:<{column}}{first}".rstrip(), *(" " * column + line for line in rest)]
