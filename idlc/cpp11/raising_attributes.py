# SPDX-License-Identifier: Apache-2.0
"""Attributes that raise: lets the front end read them, which knows only those of CORBA 2.

    attribute long x getraises (A) setraises (B);
    attribute long x ; void orbweaver_get_x() raises (A) ; void orbweaver_set_x() raises (B);

A clause becomes an operation beside the attribute, on the same lines, so that whatever the front
end says of it, or of a name in it, names file and line as before. read_tree takes the operations
back.

Between the preprocessor and the front end: a program of its own, which runs the preprocessor whose
command it gets.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

GETTER, SETTER = "orbweaver_get_", "orbweaver_set_"
"""What the names of those operations begin with."""

_TOKEN = re.compile(
    r"""
      (?P<space> \s+ | //[^\n]* | /\*.*?\*/ | \#[^\n]* )
    | (?P<text> L?"(?:\\.|[^"\\\n])*" | L?'(?:\\.|[^'\\\n])*' )
    | (?P<word> [A-Za-z_][A-Za-z0-9_]* )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)


def with_operations(text: str) -> str:
    """The preprocessor's output, with the clauses of attributes made operations."""
    written: list[str] = []
    statement: list[int] = []  # where in `written` the tokens since the last ; { } stand
    for token in _TOKEN.finditer(text):
        written.append(token[0])
        if token.lastgroup == "space":
            continue
        statement.append(len(written) - 1)
        if token[0] in (";", "{", "}"):
            _rewrite(written, statement)
            statement = []
    return "".join(written)


def _rewrite(written: list[str], statement: list[int]) -> None:
    words = [written[place] for place in statement]
    if words[-1] != ";" or "attribute" not in words[:2]:
        return
    readonly = words[0] == "readonly"
    clauses = _clauses(words, ("raises",) if readonly else ("getraises", "setraises"))
    if not clauses or not _is_one_attribute(words, clauses[0]):
        return  # the front end says what is wrong, if anything is
    name = words[clauses[0] - 1]
    for clause in clauses:
        kind = SETTER if words[clause] == "setraises" else GETTER
        operation = f"; void {kind}{name.removeprefix('_')}() raises"
        written[statement[clause]] = operation


def _clauses(words: list[str], kinds: tuple[str, ...]) -> list[int]:
    """Where the clauses begin: `kinds`, each at most once, in this order, and nothing else."""
    found = [place for place, word in enumerate(words) if word in kinds and _opens(words, place)]
    order = [kinds.index(words[place]) for place in found]
    return found if order == sorted(set(order)) else []


def _opens(words: list[str], place: int) -> bool:
    return words[place + 1] == "("


def _is_one_attribute(words: list[str], clause: int) -> bool:
    # A type of at least one word, and one name; a bound of a type may hold commas.
    declarators = " ".join(words[:clause]).rpartition(">")[2]
    return clause > words.index("attribute") + 2 and "," not in declarators


def command(preprocessor: str) -> str:
    """The preprocessor's command, for a shell, with this pass behind it."""
    # Isolated: modules of this folder have names of the standard library's.
    return f"{shlex.quote(sys.executable)} -I {shlex.quote(__file__)} {preprocessor}"


def main(arguments: list[str]) -> int:
    """Runs the preprocessor and writes what the front end shall read."""
    done = subprocess.run(arguments, stdout=subprocess.PIPE, check=False)
    text = done.stdout.decode("latin-1")  # one character for each byte, whatever they mean
    sys.stdout.buffer.write(with_operations(text).encode("latin-1"))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
