# SPDX-License-Identifier: Apache-2.0
"""The names of a new project: checked, and in the forms that its files use."""

import re
from dataclasses import dataclass

from orbweaver.problems import BadInput

MOST_CHARACTERS = 60
CXX = """
alignas alignof and asm auto bitand bitor bool break case catch char class compl concept const
consteval constexpr constinit continue decltype default delete do double else enum explicit export
extern false float for friend goto if inline int long mutable namespace new noexcept not nullptr
operator or private protected public register requires return short signed sizeof static struct
switch template this thread_local throw true try typedef typeid typename union unsigned using
virtual void volatile wchar_t while xor main std orbweaver
"""
WORDS_OF_CXX = frozenset(CXX.split())
"""Keywords, and names that would hide others."""
WORDS_OF_COMPONENTS = frozenset(("input", "output"))
"""Its base class has types of these names: a class of the name would hide them."""
WORDS_OF_CMAKE = frozenset(("all", "clean", "help", "install", "package", "test"))
"""Targets that CMake has already."""


@dataclass(frozen=True)
class Names:
    """One name: as it was typed, for the folder; for files, targets, namespaces; for the class."""

    typed: str
    file: str
    class_name: str


def names_of(name: str) -> Names:
    """Raises BadInput for a name that is none, with one that would do."""
    file = re.sub(r"-+", "_", name).lower()
    if not re.fullmatch(r"[a-z](_?[a-z0-9])*", file) or len(file) > MOST_CHARACTERS:
        raise BadInput(
            f"{name!r} is no name for a project: take letters, digits and single _ or -, a letter "
            f"first, at most {MOST_CHARACTERS}; e.g. {_like(name)}"
        )
    if file in WORDS_OF_CXX | WORDS_OF_CMAKE | WORDS_OF_COMPONENTS:
        raise BadInput(
            f"{name!r} has a meaning in C++, CMake or components; take another name, e.g. my_{file}"
        )
    parts = re.findall(r"[A-Za-z][a-z0-9]*|[0-9]+", re.sub("[-_]", " ", name))
    return Names(name, file, "".join(part[:1].upper() + part[1:] for part in parts))


def _like(name: str) -> str:
    if not name.isascii():  # what is left of such a name says nothing
        return "my_radio"
    words = "_".join(re.findall(r"[a-z0-9]+", name.lower()))[:MOST_CHARACTERS].strip("_")
    if not words:
        return "my_radio"
    return words if words[0].isalpha() else f"my_{words}"
