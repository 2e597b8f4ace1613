# SPDX-License-Identifier: Apache-2.0
"""The least values of integer types: lets the front end read them, which takes them for too large.

    -2147483648         (-1073741824*2)
    -2147483647 - 1     -2147483647 +-1

The front end calculates the left sides beyond the range of their type, and the right sides well.
All else stays as it is, on its line.

Behind raising_attributes and, like it, a program that runs the command it gets.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys

_LEAST = {2**31: "(-1073741824*2)", 2**63: "(-4611686018427387904*2)"}

_TOKEN = re.compile(
    r"""
      (?P<space> \s+ | //[^\n]* | /\*.*?\*/ | \#[^\n]* )
    | (?P<text> L?"(?:\\.|[^"\\\n])*" | L?'(?:\\.|[^'\\\n])*' )
    | (?P<word> (?: :: )? [A-Za-z_][A-Za-z0-9_]* (?: :: [A-Za-z_][A-Za-z0-9_]* )* )
    | (?P<number> 0[xX][0-9A-Fa-f]+ | (?: [0-9]+\.?[0-9]* | \.[0-9]+ ) (?: [eE][+-]?[0-9]+ )? )
    | (?P<other> . )
    """,
    re.VERBOSE | re.DOTALL,
)
_INTEGER = re.compile(r"0[xX][0-9A-Fa-f]+|[0-9]+")
# What stands before a binary minus: a negative operand (o), alone or in parentheses.
_NEGATIVE = re.compile(r"(?:^|[^o)])\(*-\(*o\)*$")
_NEAR = 16


def readable(text: str) -> str:
    """The preprocessor's output, with least values as the front end reads them."""
    written: list[str] = []
    shape = ""  # a letter for each token that is no space
    places: list[int] = []  # where in `written` they stand
    for token in _TOKEN.finditer(text):
        written.append(token[0])
        if token.lastgroup == "space":
            continue
        places.append(len(written) - 1)
        shape += _letter(token)
        if shape.endswith("-o"):
            _rewrite(written, shape[-_NEAR:-2], *places[-2:])
    return "".join(written)


def _letter(token: re.Match[str]) -> str:
    if token.lastgroup in ("word", "number"):
        return "c" if token[0] == "case" else "o"
    return token[0] if token[0] in "-()" else "c"


def _rewrite(written: list[str], before: str, minus: int, operand: int) -> None:
    """`before`: the tokens before the minus."""
    if before.endswith(("o", ")")):
        if _NEGATIVE.search(before):
            written[minus] = "+-"
        return
    least = _LEAST.get(_number(written[operand]))
    if least:
        written[minus], written[operand] = "", least


def _number(word: str) -> int:
    if not _INTEGER.fullmatch(word):
        return 0
    octal = re.fullmatch("0[0-7]+", word)
    return int(word, 8) if octal else int(word, 16 if word[1:2] in ("x", "X") else 10)


def command(preprocessor: str) -> str:
    """The preprocessor's command, for a shell, with this pass behind it."""
    # Isolated: modules of this folder have names of the standard library's.
    return f"{shlex.quote(sys.executable)} -I {shlex.quote(__file__)} {preprocessor}"


def main(arguments: list[str]) -> int:
    """Runs the preprocessor and writes what the front end shall read."""
    done = subprocess.run(arguments, stdout=subprocess.PIPE, check=False)
    text = done.stdout.decode("latin-1")  # one character for each byte, whatever they mean
    sys.stdout.buffer.write(readable(text).encode("latin-1"))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
