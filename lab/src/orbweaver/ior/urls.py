# SPDX-License-Identifier: Apache-2.0
"""Reads all that `CORBA::ORB::string_to_object` takes: also `corbaname:` and `file://`.

CORBA 3.3 Part 2, 7.6.10. The naming service of a corbaname is not called: the reference of the
naming context is decoded, and the name is given beside it.
"""

import re
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

from orbweaver.ior.decode import decode
from orbweaver.ior.records import BadReference, Reference

MOST_FILES = 4
"""A file may name another file; more than so many are a circle."""
MOST_FILE_BYTES = 64 << 10
MOST_NAME_STEPS = 64
SCHEMES = ("ior:", "corbaloc:", "corbaname:", "file://")

LETTER = r"(?:[^./\\]|\\[./\\])"
STEP = rf"(?:{LETTER}+(?:\.{LETTER}+)?|\.{LETTER}*)"
NAME = re.compile(rf"{STEP}(?:/{STEP})*", re.DOTALL)
"""Steps with slashes between them, each an id, and maybe a dot and a kind."""


def read_reference(text: str) -> Reference:
    """Decode a reference, also that in a file; raises BadReference for anything that is none."""
    text = text.strip()
    for _ in range(MOST_FILES):
        if not _has_scheme(text, "file://"):
            break
        text = _content(text[len("file://") :])
    if _has_scheme(text, "file://"):
        raise BadReference(f"'{text}' leads in a circle: each of {MOST_FILES} files names another")
    if _has_scheme(text, "corbaname:"):
        return _corbaname(text[len("corbaname:") :])
    if not any(_has_scheme(text, scheme) for scheme in SCHEMES):
        raise BadReference("an object reference starts with IOR:, corbaloc:, corbaname: or "
                           f"file://, this starts with '{text[:12]}'")  # fmt: skip
    return decode(text)


def _has_scheme(text: str, scheme: str) -> bool:
    return text[: len(scheme)].lower() == scheme


def _content(path: str) -> str:
    try:
        with Path(path).open("rb") as file:
            content = file.read(MOST_FILE_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else str(problem)
        raise BadReference(f"the file '{path}' cannot be read: {reason}") from None
    if len(content) > MOST_FILE_BYTES:
        raise BadReference(f"the file '{path}' has more than 64 KiB, and no reference has")
    text = content.decode("utf-8", "backslashreplace").strip()
    if not text:
        raise BadReference(f"the file '{path}' is empty; has the server that writes it started?")
    return text


def _corbaname(text: str) -> Reference:
    addresses, _, name = text.partition("#")
    context = decode(f"corbaloc:{addresses if '/' in addresses else addresses + '/NameService'}")
    return replace(context, form="corbaname", name=_name(name))


def _name(text: str) -> str:
    if re.search("%(?![0-9a-fA-F]{2})", text):
        raise BadReference(f"in the name '{text}' a % needs two hex digits behind it")
    name = unquote(text, errors="backslashreplace")
    if name and not (NAME.fullmatch(name) and len(re.split(r"(?<!\\)/", name)) <= MOST_NAME_STEPS):
        raise BadReference(f"'{name}' is no name: it has at most {MOST_NAME_STEPS} steps as id or "
                           "id.kind, with slashes between them")  # fmt: skip
    return name
