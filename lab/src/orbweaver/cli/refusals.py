# SPDX-License-Identifier: Apache-2.0
"""What is said of words that a command cannot use, so that the next ones can be typed."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

from orbweaver.problems import BadInput


def check_verb(group: Any, words: Sequence[str]) -> None:
    """`words`: of the whole command line. `group`: of click, with all commands.

    Raises BadInput: a command that has verbs is not given one, or one that it does not have.
    """
    command: Any = group.commands.get(words[0]) if words else None
    verbs: Sequence[str] = list(getattr(command, "commands", {}))
    if not verbs or (command.invoke_without_command and len(words) == 1):
        return
    if len(words) == 1:
        raise BadInput(f"name a verb: {', '.join(verbs)} (try orbweaver {words[0]} --help)")
    if words[1].startswith("-") or words[1] in verbs:
        return
    near = get_close_matches(words[1], verbs, n=1)
    instead = f"did you mean {near[0]}?" if near else f"there are: {', '.join(verbs)}"
    raise BadInput(f"'{words[1]}' is no verb of orbweaver {words[0]}; {instead} (try --help)")


def in_plain_words(problem: Any) -> str:
    """In one line. `problem`: of click. An argument that is missing is named with an example."""
    message = _in_one_line(str(problem.format_message()))
    parameter = getattr(problem, "param", None)
    if parameter is None or not message.startswith("Missing argument"):
        return message
    example = _first_example(str(problem.ctx.command.help or ""))
    does = str(getattr(parameter, "help", "") or "").removesuffix(".")
    name = parameter.metavar or str(parameter.name).upper()
    return f"give {name}" + (f": {does}" if does else "") + (f"; e.g. {example}" if example else "")


def _in_one_line(message: str) -> str:
    """Without what the library that checks values says of itself."""
    return message.replace("\n", " ").replace(": Value error, ", ": ").removesuffix(".")


def _first_example(help_text: str) -> str:
    lines = (line.strip() for line in help_text.partition("Examples:")[2].splitlines())
    return next((line for line in lines if line), "").removesuffix("\\").rstrip()
