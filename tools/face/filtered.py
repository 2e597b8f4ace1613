"""The face's headers as doxygen reads them. Line numbers stay: what is changed stays in its line.

- The comment at a file's begin becomes its page.
- Indented lines of a comment, which are code or a table, stay as they are written.
- The characters that doxygen takes as commands are text: this project's comments have no commands.
- A section `// ---- for the ORB ----` (for the base, for generated code) is left out: others than
  users use what it has.
"""

import re
from collections.abc import Iterator
from pathlib import Path

FOLDERS = ("orb", "sca", "services")
WORKS = re.compile(r"^( *)// ---- for (the ORB|the base|the ports|generated code|the library)\b.*----$")
SECTION = re.compile(r"^ *// ----.*----$")
COMMENT = re.compile(r"^( *)///(?!<) ?(.*)$")
# Not in `code`, which markdown keeps as it is.
COMMANDS = re.compile(r"`[^`]*`|[@\\<%&#]|(?<![\w`])::|(?<=>)::")


def headers(tree: Path) -> list[Path]:
    """All headers of the face, below the tree."""
    found = (path for folder in FOLDERS for path in tree.glob(f"{folder}/*/face/**/*.hpp"))
    return sorted(path.relative_to(tree) for path in found)


def write_filtered(tree: Path, to: Path) -> None:
    """The headers, filtered, at the same paths below `to`."""
    for header in headers(tree):
        (to / header).parent.mkdir(parents=True, exist_ok=True)
        (to / header).write_text(filtered((tree / header).read_text()))


def filtered(text: str) -> str:
    """One header."""
    lines = _without_works(_with_page(text.splitlines()))
    return "\n".join(_comments(lines)) + "\n"


def _with_page(lines: list[str]) -> list[str]:
    first = lines.index("#pragma once") if "#pragma once" in lines else 0
    page = [f"/{each}" for each in lines[:first] if not each.startswith("// SPDX")]
    if not page:
        return lines
    # The lines of a licence are left empty, above.
    return [""] * (first - len(page)) + page + ["/// @file"] + lines[first + 1 :]


def _without_works(lines: list[str]) -> list[str]:
    made = list(lines)
    for begin, line in enumerate(lines):
        if section := WORKS.match(line):
            end = _end_of_section(lines, begin, len(section[1]))
            made[begin] = "/** @cond */"
            if end < len(lines):
                made[end] = f"/** @endcond */ {lines[end]}"
            else:
                made[-1] += " /** @endcond */"
    return made


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
        yield line
    yield from _block(block)


def _block(lines: list[str]) -> Iterator[str]:
    matched = [found for line in lines if (found := COMMENT.match(line))]
    texts = [found[2] for found in matched]
    plain = [text.startswith("  ") for text in texts]
    for at, (found, text) in enumerate(zip(matched, texts, strict=True)):
        shown = text if plain[at] or text == "@file" else COMMANDS.sub(_as_text, text)
        if not plain[at] and at + 1 < len(plain) and plain[at + 1]:
            shown += " @code{.unparsed}"
        if plain[at] and not (at + 1 < len(plain) and plain[at + 1]):
            shown += " @endcode"
        yield f"{found[1]}/// {shown}"


def _as_text(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith("`") else f"\\{found[0]}"
