# SPDX-License-Identifier: Apache-2.0
"""The manual page of a program that prints --help, and no --describe: its text, in sections.

The text begins with what the program does, or with a line "Usage: ...". Its lists have headings,
such as "Options:".
"""

import re
from dataclasses import dataclass, field

USAGE = "Usage: "
EXAMPLE = "Example: "
HEADING = re.compile(r"[A-Z]\w*:$")


@dataclass
class HelpText:
    """What --help prints, in parts. `lists`: from the first heading on."""

    usage: str = ""
    prose: list[str] = field(default_factory=list[str])
    examples: list[str] = field(default_factory=list[str])
    lists: list[str] = field(default_factory=list[str])


def parts_of(text: str) -> HelpText:
    """From the text."""
    parts = HelpText()
    for line in text.splitlines():
        if parts.lists or HEADING.match(line):
            parts.lists.append(line)
        elif line.startswith(USAGE):
            parts.usage = line.removeprefix(USAGE).partition(" ")[2]
        elif line.startswith(EXAMPLE):
            parts.examples.append(line.removeprefix(EXAMPLE))
        elif line.strip():
            parts.prose.append(line.strip())
    return parts


def roff(text: str) -> str:
    """As text: no line begins a request, and no word is an escape."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(
        "\\&" + line if line[:1] in {".", "'"} else line for line in escaped.split("\n")
    )


def page_of_help(name: str, text: str) -> str:
    """The page. Raises ValueError: the text does not say what the program does."""
    parts = parts_of(text)
    if not parts.prose:
        raise ValueError(f"{name} --help does not say what it does")
    prose = " ".join(parts.prose)
    sections = [
        f'.TH "{name.upper()}" 1 "" "Orbweaver" "Orbweaver"',
        f".SH NAME\n{roff(name)} \\- {roff(prose.partition('. ')[0].rstrip('.'))}",
        f".SH SYNOPSIS\n.B {roff(name)}\n{roff(parts.usage)}".rstrip(),
        f".SH DESCRIPTION\n{roff(prose)}",
    ]
    if parts.lists:
        sections.append(_as_it_is("OPTIONS", parts.lists))
    if parts.examples:
        sections.append(_as_it_is("EXAMPLES", parts.examples))
    return "\n".join([*sections, ".SH SEE ALSO\n.BR orbweaver (1)"]) + "\n"


def page_of_former_name(new: str) -> str:
    """The page of the program that the former one becomes."""
    return f".so man1/{new}.1\n"


def _as_it_is(title: str, lines: list[str]) -> str:
    return f".SH {title}\n.nf\n{roff(chr(10).join(lines))}\n.fi"
