# SPDX-License-Identifier: Apache-2.0
"""An XML file that keeps what a change does not touch: each element knows its bytes.

A change replaces bytes of the file; comments, order and white space stay as their writer had them.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self
from xml.parsers import expat
from xml.sax.saxutils import escape

from orbweaver.problems import BadInput

MOST_BYTES = 8 << 20
"""As orbweaver-check reads."""
MOST_DEPTH = 64


@dataclass
class Element:
    """An element, and where it stands in the file: `start` its `<`, `end` behind its last `>`."""

    name: str
    attributes: dict[str, str]
    start: int
    content: int
    """Behind the start tag; of <a/> as `end`."""
    end: int = 0
    text: str = ""
    """Its own text, without that of its children."""
    children: list["Element"] = field(default_factory=list["Element"])

    def all(self, *path: str) -> Iterator["Element"]:
        """The elements down this path of names."""
        found = (child for child in self.children if child.name == path[0])
        if len(path) == 1:
            yield from found
            return
        for entry in found:
            yield from entry.all(*path[1:])

    def first(self, *path: str) -> "Element | None":
        """The first of all()."""
        return next(self.all(*path), None)

    def below(self, name: str) -> Iterator["Element"]:
        """All elements of the name, at any depth."""
        for child in self.children:
            if child.name == name:
                yield child
            yield from child.below(name)

    def text_of(self, *path: str) -> str:
        """The text of the first element down the path; empty if there is none."""
        found = self.first(*path)
        return found.text.strip() if found else ""


@dataclass(frozen=True)
class New:
    """An element to write."""

    name: str
    attributes: Sequence[tuple[str, str]] = ()
    content: "Sequence[New] | str" = ()

    def lines(self) -> list[str]:
        """It without indentation but its own, two columns a level."""
        head = self.name + "".join(f' {key}="{quoted(value)}"' for key, value in self.attributes)
        if isinstance(self.content, str):
            return [f"<{head}>{escape(self.content)}</{self.name}>"]
        if not self.content:
            return [f"<{head}/>"]
        inner = [f"  {line}" for entry in self.content for line in entry.lines()]
        return [f"<{head}>", *inner, f"</{self.name}>"]


def quoted(value: str) -> str:
    """The value of an attribute."""
    return escape(value, {'"': "&quot;", "\n": "&#10;", "\t": "&#9;", "\r": "&#13;"})


class Document:
    """A file that was read. Its methods give what the file is after one change."""

    def __init__(self, path: Path, data: bytes) -> None:
        """Raises BadInput for what is no XML, or too much."""
        self.path = path
        self.data = data
        self.root = _Reader(path, data).root

    @classmethod
    def read(cls, path: Path) -> Self:
        """Raises BadInput: it does not exist, or is no XML."""
        try:
            with path.open("rb") as file:
                data = file.read(MOST_BYTES + 1)
        except OSError as problem:
            raise BadInput(f"{path}: {problem.strerror}") from None
        if len(data) > MOST_BYTES:
            raise BadInput(f"{path} has over {MOST_BYTES >> 20} MiB: no profile is so large")
        return cls(path, data)

    def with_bytes(self, start: int, end: int, text: str) -> Self:
        """With these bytes replaced. What is no ASCII becomes references: any encoding has them."""
        new = text.encode("ascii", "xmlcharrefreplace")
        if b"\r\n" in self.data:
            new = new.replace(b"\n", b"\r\n")
        return type(self)(self.path, self.data[:start] + new + self.data[end:])

    def appended(self, parent: Element, new: New) -> Self:
        """With a last child more."""
        if parent.children:
            return self.after(parent.children[-1], new)
        return self._with_first(parent, new)

    def prepended(self, parent: Element, new: New) -> Self:
        """With a first child more."""
        if not parent.children:
            return self._with_first(parent, new)
        return self.before(parent.children[0], new)

    def after(self, sibling: Element, new: New) -> Self:
        """With an element behind another one."""
        text = self._indented(new, self._indent(sibling))
        return self.with_bytes(sibling.end, sibling.end, "\n" + text)

    def before(self, sibling: Element, new: New) -> Self:
        """With an element in front of another one."""
        indent = self._indent(sibling)
        text = self._indented(new, indent).removeprefix(indent)
        return self.with_bytes(sibling.start, sibling.start, f"{text}\n{indent}")

    def replaced(self, element: Element, new: New) -> Self:
        """With another element in its place."""
        indent = self._indent(element)
        text = self._indented(new, indent).removeprefix(indent)
        return self.with_bytes(element.start, element.end, text)

    def without(self, element: Element) -> Self:
        """Without the element, and without its line if nothing else is on it."""
        start = element.start
        while start and self.data[start - 1 : start] in (b" ", b"\t"):
            start -= 1
        if self.data[start - 1 : start] == b"\n":
            start -= 2 if self.data[start - 2 : start] == b"\r\n" else 1
        else:
            start = element.start
        return self.with_bytes(start, element.end, "")

    def _with_first(self, parent: Element, new: New) -> Self:
        indent = self._indent(parent)
        inside = "\n" + self._indented(new, indent + "  ") + "\n" + indent
        if self.data[parent.end - 2 : parent.end] == b"/>":
            tag = self.data[parent.start : parent.end - 2].decode("latin-1").rstrip()
            slash = parent.start + len(tag)
            return self.with_bytes(slash, parent.end, f">{inside}</{parent.name}>")
        end_tag = self.data.rindex(b"</", parent.start, parent.end)
        kept = self.data[parent.content : end_tag].decode("latin-1").rstrip()
        return self.with_bytes(parent.content + len(kept), end_tag, inside)

    def _indent(self, element: Element) -> str:
        """The white space in front of it on its line."""
        line = self.data[: element.start].rpartition(b"\n")[2].decode("latin-1")
        return line[: len(line) - len(line.lstrip())]

    @staticmethod
    def _indented(new: New, indent: str) -> str:
        return "\n".join(indent + line for line in new.lines())


class _Reader:
    """Makes Elements of the parser's calls."""

    def __init__(self, path: Path, data: bytes) -> None:
        self._data = data
        self._open: list[Element] = []
        self._root: Element | None = None
        self._parser = expat.ParserCreate()
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.EntityDeclHandler = self._entity
        if data.startswith((b"\xff\xfe", b"\xfe\xff")):
            raise BadInput(f"{path}: UTF-16: save it as UTF-8")
        try:
            self._parser.Parse(data, True)
        except expat.ExpatError as problem:
            why = expat.ErrorString(problem.code)
            raise BadInput(f"{path}:{problem.lineno}: no XML: {why}") from None
        except _Refused as problem:
            raise BadInput(f"{path}: {problem}") from None

    @property
    def root(self) -> Element:
        assert self._root is not None  # else the parser had failed
        return self._root

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self._open) >= MOST_DEPTH:
            raise _Refused(f"over {MOST_DEPTH} nested elements")
        start = self._parser.CurrentByteIndex
        element = Element(name, attributes, start, self._behind_tag(start))
        if self._open:
            self._open[-1].children.append(element)
        else:
            self._root = element
        self._open.append(element)

    def _end(self, _name: str) -> None:
        element = self._open.pop()
        if self._data[element.content - 2 : element.content] == b"/>":
            element.end = element.content
        else:
            element.end = self._data.index(b">", self._parser.CurrentByteIndex) + 1

    def _text(self, text: str) -> None:
        self._open[-1].text += text

    def _entity(self, name: str, *_: object) -> None:
        raise _Refused(f"it declares the entity {name}: a profile has none")

    def _behind_tag(self, start: int) -> int:
        quote = b""
        for place in range(start, len(self._data)):
            byte = self._data[place : place + 1]
            if quote:
                quote = b"" if byte == quote else quote
            elif byte in (b'"', b"'"):
                quote = byte
            elif byte == b">":
                return place + 1
        raise _Refused("a tag does not end")


class _Refused(Exception):
    """What is well-formed, and no profile."""
