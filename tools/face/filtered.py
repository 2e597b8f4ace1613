# SPDX-License-Identifier: Apache-2.0
"""The face's headers as doxygen reads them. Line numbers stay: what is changed stays in its line.

- The comment at a file's begin becomes its page.
- Indented lines of a comment, which are code or a table, stay as they are written.
- The characters that doxygen takes as commands are text: this project's comments have no commands.
- A section `// ---- for the ORB ----` (for the base, for generated code) is left out: others than
  users use what it has.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from behind import BEHIND, part_of

FOLDERS = ("orb", "sca", "services")
WORKS = re.compile(
    r"^( *)// ---- for (the ORB|the base|the ports|generated code|the library)\b.*----$"
)
SECTION = re.compile(r"^ *// ----.*----$")
TRAILING = re.compile(r"^(.*)///< (.*)$")
COMMENT = re.compile(r"^( *)///(?!<) ?(.*)$")
# Not in `code`, which markdown keeps as it is.
COMMANDS = re.compile(r"`[^`]*`|[@\\<%&#]|(?<![\w`])::|(?<=>)::")


def headers(tree: Path) -> list[Path]:
    """All headers of the face, below the tree."""
    found = (path for folder in FOLDERS for path in tree.glob(f"{folder}/*/face/**/*.hpp"))
    return sorted(path.relative_to(tree) for path in found)


def all_filtered(tree: Path) -> Iterator[tuple[str, str]]:
    """The path below the tree and the filtered text of each header, those behind the face, too."""
    for header in headers(tree):
        yield str(header), filtered((tree / header).read_text())
    for header, names in BEHIND.items():
        if (tree / header).exists():
            yield header, filtered(part_of((tree / header).read_text(), names))


def write_filtered(tree: Path, to: Path, path_of: Callable[[str], str] = str) -> None:
    """They, below `to`, at the paths that `path_of` makes of those below the tree."""
    for header, text in all_filtered(tree):
        path = to / path_of(header)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def installed_name(header: str) -> str:
    """As a program includes it."""
    return re.sub(r"^.*?/face/|^.*?/include/(?=orbweaver/)", "", header).replace(
        "orbweaver/", "orbweaver/detail/" if "/include/" in header else "orbweaver/", 1
    )


def filtered(text: str) -> str:
    """One header."""
    lines = _without_works(_with_page(text.splitlines()))
    return "\n".join(_comments(lines)) + "\n"


def _with_page(lines: list[str]) -> list[str]:
    """The comment before `#pragma once` is about the file; the lines of a licence are not of it."""
    first = lines.index("#pragma once") if "#pragma once" in lines else 0
    if not any(_is_of_page(line) for line in lines[:first]):
        return lines
    page = [f"/{line}" if _is_of_page(line) else "" for line in lines[:first]]
    return [*page, "/// @file", *lines[first + 1 :]]


def _is_of_page(line: str) -> bool:
    return line.startswith("//") and not line.startswith("// SPDX")


def _without_works(lines: list[str]) -> list[str]:
    result = list(lines)
    for begin, line in enumerate(lines):
        if section := WORKS.match(line):
            end = _end_of_section(lines, begin, len(section[1]))
            result[begin] = "/** @cond */"
            if end < len(lines):
                result[end] = f"/** @endcond */ {lines[end]}"
            else:
                result[-1] += " /** @endcond */"
    return result


def _end_of_section(lines: list[str], begin: int, indent: int) -> int:
    for at in range(begin + 1, len(lines)):
        line = lines[at]
        if SECTION.match(line) or (line.strip() and len(line) - len(line.lstrip()) < indent):
            return at
        if indent == 0 and line.startswith("}  // namespace") and "detail" not in line:
            return at
    return len(lines)


def _comments(lines: list[str]) -> Iterator[str]:
    block: list[str] = []
    for line in lines:
        if COMMENT.match(line):
            block.append(line)
            continue
        yield from _block(block)
        block = []
        trailing = TRAILING.match(line)
        yield f"{trailing[1]}///< {_sentence(trailing[2])}" if trailing else line
    yield from _block(block)


def _sentence(text: str) -> str:
    """On a page a trailing comment stands alone."""
    begins_with_word = re.match(r"[a-z]+\b(?![:_(.])", text)
    shown = without_commands(text[0].upper() + text[1:] if begins_with_word else text)
    return shown if shown.endswith((".", ")", '"')) else f"{shown}."


def _block(lines: list[str]) -> Iterator[str]:
    matched = [found for line in lines if (found := COMMENT.match(line))]
    texts = [found[2] for found in matched]
    plain = _plain(texts)
    for at, (found, text) in enumerate(zip(matched, texts, strict=True)):
        shown = text if plain[at] or text == "@file" else without_commands(text)
        if not plain[at] and at + 1 < len(plain) and plain[at + 1]:
            shown += " @code{.unparsed}"
        if plain[at] and not (at + 1 < len(plain) and plain[at + 1]):
            shown += " @endcode"
        yield f"{found[1]}/// {shown}"


def _plain(texts: list[str]) -> list[bool]:
    """Which lines are code or a table: those that are indented, and empty ones between them."""
    plain = [text.startswith("  ") for text in texts]
    for at, text in enumerate(texts):
        following = next((plain[after] for after in range(at, len(texts)) if texts[after]), False)
        if not text and at > 0 and plain[at - 1] and following:
            plain[at] = True
    return plain


def without_commands(text: str) -> str:
    """So that doxygen shows the text as it is."""
    return COMMANDS.sub(_as_text, text)


def _as_text(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith("`") else f"\\{found[0]}"
