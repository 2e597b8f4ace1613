# SPDX-License-Identifier: Apache-2.0
"""The discriminator of a union: the values of its labels, and those that no label names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from cpp11 import kinds
from cpp11 import model as m
from cpp11.mappable import Node, scoped

_RANGE = {
    "short": range(-(2**15), 2**15),
    "unsigned short": range(2**16),
    "long": range(-(2**31), 2**31),
    "unsigned long": range(2**32),
    "long long": range(-(2**63), 2**63),
    "unsigned long long": range(2**64),
}


def resolved(type_: Node) -> Node:
    """The declaration behind all aliases; None behind a type that has none."""
    behind = type_.unalias()
    return behind.decl() if hasattr(behind, "decl") else None


class Switch:
    """The type of a discriminator."""

    def __init__(self, type_: Node) -> None:
        kind = type_.unalias().kind()
        self.kind = "enum" if kind == kinds.ENUM else kinds.BASIC[kind]
        """The basic type behind it, or "enum"."""
        self._enum = resolved(type_) if kind == kinds.ENUM else None

    def value(self, label: Node) -> m.Value:
        """What a label says."""
        value = label.value()
        if self._enum is not None:
            return self._enumerator(value)
        return bool(value) if self.kind == "boolean" else value

    def free(self, cases: Iterable[Node]) -> m.Value | None:
        """The first value that no label names; None if each is named."""
        labels = [label for case in cases for label in case.labels() if not label.default()]
        named = {self.value(label) for label in labels}
        return next((each for each in self._values() if each not in named), None)

    def _values(self) -> Iterator[m.Value]:
        if self._enum is not None:
            return map(self._enumerator, self._enum.enumerators())
        if self.kind == "boolean":
            return iter((False, True))
        if self.kind == "char":
            return map(chr, range(256))
        every = _RANGE[self.kind]
        return chain(range(every.stop), iter(every)) if every.start < 0 else iter(every)

    def _enumerator(self, node: Node) -> m.Enumerator:
        return m.Enumerator(scoped(self._enum), node.identifier())
