#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Refuse words in comments that make a sentence a riddle. STYLE.md says why; this is its guard.

tools/plain_words.py [ROOT]     exit status 1 and one line for each such word

In the headers that users include, the contract of a declaration also begins with the thing (a noun)
or with what it does (a verb), and not with "Of", "What" or "It".
"""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

INSTEAD = {
    r"who|whom": "name the actor: the caller, the client, the reader thread",
    r"nobody|somebody|no one(?!-)": "name the actor: no client, a thread",
    r"told": "reported, printed, returned, logged",
    r"(?:is|are|be|was|were) had": "is available, can be found",
    r"ours|of ours": "Orbweaver's",
    r"in vain": "without success",
    r"lacking": "missing",
    r"mend(?:s|ed|ing)?": "fix",
    r"for people": "readable, or name the reader",
    r"throws? what (?:it|they|(?:the |a )?calls?) (?:throws?|raised?)": "name the exceptions",
    r"gives? what (?:it|they) gives?": "say what it returns",
}
WORDS = re.compile("|".join(rf"\b(?P<w{i}>{entry})\b" for i, entry in enumerate(INSTEAD)), re.I)
SLASHES = re.compile(r"(?:^|\s)//+!?<?(.*)")
HASH = re.compile(r"(?:^|\s)#(?!!)(.*)")
COMMENTS = {
    **dict.fromkeys([".cpp", ".hpp", ".idl", ".java", ".rs"], SLASHES),
    **dict.fromkeys([".py", ".cmake", ".sh"], HASH),
}
ITS_OWN = Path("tools/plain_words.py")

FACE = re.compile(r"[^/]+/[^/]+/face/.+\.hpp")  # the headers that users include
CONTRACT = re.compile(r"\s*/// ?(?P<text>.*)")
RIDDLE = re.compile(r"(?:Of|Those|What|It|As it|As they|One more)\b|The same[.:]")


def files(root: Path) -> Iterator[Path]:
    """Every source file that git has or would take."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root, capture_output=True, text=True, check=True,
    ).stdout.split("\0")  # fmt: skip
    for name in sorted(listed):
        path = Path(name)
        if path.suffix in COMMENTS and path != ITS_OWN and (root / path).is_file():
            yield path


def riddles(path: Path, text: str) -> Iterator[tuple[int, str, str]]:
    """Line, word, and what to write instead, for each such word of a file's comments."""
    comment = COMMENTS[path.suffix]
    for number, line in enumerate(text.splitlines(), 1):
        for said in comment.findall(line):
            for found in WORDS.finditer(said):
                instead = list(INSTEAD.values())[int((found.lastgroup or "w0")[1:])]
                yield number, found.group(), instead


def riddle_contracts(text: str) -> Iterator[tuple[int, str]]:
    """Line and beginning of each contract that does not begin with the thing or with a verb."""
    is_inside = False
    for number, line in enumerate(text.splitlines(), 1):
        found = CONTRACT.match(line)
        if found and not is_inside and (riddle := RIDDLE.match(found["text"])):
            yield number, riddle.group()
        is_inside = found is not None


def complaints(path: Path, text: str) -> Iterator[str]:
    """One line for each riddle of a file."""
    for number, word, instead in riddles(path, text):
        yield f'{path}:{number}: "{word}" in a comment: {instead}'
    if FACE.fullmatch(path.as_posix()):
        for number, word in riddle_contracts(text):
            yield (
                f'{path}:{number}: a contract begins with "{word}": begin with the thing, or with '
                "what the function does"
            )


def main() -> int:
    """The exit status: 1 if a comment has such a word."""
    root = Path(sys.argv[1] if len(sys.argv) > 1 else ".")
    lines = [
        line
        for path in files(root)
        for line in complaints(path, (root / path).read_text("utf-8", "replace"))
    ]
    print("\n".join(lines), end="\n" if lines else "")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
