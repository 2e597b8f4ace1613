"""Wrong messages by hand: each field of each message, wrong in each way, with why it matters.

All are GIOP 1.2 in little-endian, to a Lab::Echo, but where a case says otherwise.
"""

from collections.abc import Iterator

from corpus import arguments, contexts, fragments, headers, objects, others, requests, targets
from corpus.case import Case

_PARTS = (headers, requests, targets, contexts, arguments, objects, fragments, others)


def corpus(key: bytes) -> dict[str, Case]:
    """Every case by its name; `key` is the object's."""
    found: dict[str, Case] = {}
    for case in _all(key):
        assert case.name not in found, f"two cases are called {case.name}"
        found[case.name] = case
    return found


def _all(key: bytes) -> Iterator[Case]:
    for part in _PARTS:
        yield from part.cases(key)
