# SPDX-License-Identifier: Apache-2.0
"""Wrong messages by hand: each field of each message, wrong in each way, with why it matters.

All are GIOP 1.2 in little-endian, to a Lab::Echo, but where a case says otherwise; those about
TypeCodes to a Lab::AnyEcho.
"""

from collections.abc import Iterable

from corpus import (
    arguments,
    contexts,
    fragments,
    headers,
    objects,
    others,
    requests,
    targets,
    type_codes,
)
from corpus.case import Case

_PARTS = (headers, requests, targets, contexts, arguments, objects, fragments, others)


def corpus(key: bytes) -> dict[str, Case]:
    """Every case by its name; `key` is the object's."""
    return _named(case for part in _PARTS for case in part.cases(key))


def corpus_of_anys(key: bytes) -> dict[str, Case]:
    """The same for a Lab::AnyEcho."""
    return _named(type_codes.cases(key))


def _named(cases: Iterable[Case]) -> dict[str, Case]:
    found: dict[str, Case] = {}
    for case in cases:
        assert case.name not in found, f"two cases are called {case.name}"
        found[case.name] = case
    return found
