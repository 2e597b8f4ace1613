# SPDX-License-Identifier: Apache-2.0
"""The page docs/reference/interop.md, from what the runs found."""

from collections.abc import Callable, Sequence

from columns import COLLOCATED, SUITES, Column, other_ways, plain_columns
from orbs import ORBS
from programs import Line
from reasons import why_absent, why_failing, why_not_run

Found = Callable[[Column], dict[str, Line]]

WHAT = {
    "echo": "Each case, over tcp with GIOP 1.2\n\nClient → server.",
    "types": "Every type of IDL\n\nAs parameters of each direction and as results, with the "
    "ends of their ranges (`idl/lab/types.idl`).",
    "any": "Anys and TypeCodes\n\nAlone, behind an octet, and in sequences "
    "(`idl/lab/anys.idl`); the `unknown_` ones are of types that the server was never given.",
    "values": "Values and decimal numbers\n\nLists, shared values, circles, derived and truncated "
    "values, boxes, values inside structs, exceptions and Anys, and `fixed` "
    "(`idl/lab/values.idl`); the server was never given the most derived type.",
    "alone": "Large, last and cut off\n\n16 MiB there and back; the order to end, which is "
    "answered first; and a server that is gone before it answers: COMM_FAILURE, completed maybe.",
    "forwards": "Forwarding\n\nThe server sends its callers to an object of omniORB; for good "
    "(LOCATION_FORWARD_PERM) in `moved_for_good`, which is all these calls once more. In `circle` "
    "that object sends them back, and the client gives up: TRANSIENT.",
    "restarts": "Close and restart under load\n\nTwo threads call a persistent object, whose "
    "server is ended and started again twice meanwhile. What certainly did not run is tried "
    "again. The server keeps a journal, the client accounts; the two are compared.",
}

HEAD = """# Interoperation

After this page you know which ORB calls which, and in which cases.

Written by `python tests/interop/write_table.py` from runs of the echo programs
(`peers/CONTRACT.md`), each client against each server in every case that it has; do not edit.
`tests/interop/test_table.py` runs the same and fails if this page says something else.

omniORB is 4.2 and JacORB 3.9. JacORB writes big-endian on every machine.
"""

TAO_IS_OUT = """
TAO has columns where `TAO_ROOT` names an installation (`peers/tao`), which is nowhere in CI. By
hand, on 2026-11-22, with TAO 2.2.2, these of the cases of the first table passed:

| client → server | passed |
| --- | --- |
| Orbweaver → TAO | 54 of 56 |
| omniORB → TAO | 48 of 49 |
| JacORB → TAO | 52 of 55 |
| TAO → Orbweaver | all 49 |
| TAO → omniORB | all 49 |
| TAO → JacORB | all 49 |
| TAO → TAO | 47 of 49 |

What fails: an object key with another last octet still reaches TAO's object, and TAO takes an
enumerator that does not exist. GIOP 1.0 and 1.1 add nothing to that, but for GIOP 1.1 between
omniORB and TAO, where large strings and sequences fail (41 of 49, and 42 the other way). With TAO
2.2.1, 16 MiB, shut-down, cut connections, forwards and restarts passed for each pair, but for a
restart in which JacORB's client repeated what had run.
"""


class Notes:
    """Numbered reasons, each once."""

    def __init__(self) -> None:
        self._reasons: list[str] = []

    def mark(self, why: str) -> str:
        """The number under which the reason is reported."""
        if why not in self._reasons:
            self._reasons.append(why)
        return f"({self._reasons.index(why) + 1})"

    def text(self) -> str:
        """All of them, one a line."""
        return "".join(f"{number}. {why}\n" for number, why in enumerate(self._reasons, 1))


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _title(column: Column) -> str:
    client, server = column.orbs
    return f"{client.title} → {server.title}"


def _results(column: Column, found: Found) -> dict[str, Line]:
    return {} if why_not_run(column) else found(column)


def _cell(column: Column, case: str, results: dict[str, Line], notes: Notes) -> str:
    if case not in results:
        return f"- {notes.mark(why_not_run(column) or why_absent(column, case))}"
    if results[case]["ok"]:
        return "yes"
    why = why_failing(column, case) or f"not known yet: {results[case]['detail']}"
    return f"**no** {notes.mark(why)}"


def case_names(found: Found, suite: str) -> list[str]:
    """Every case that a client has, in the order in which they run."""
    names: dict[str, None] = {}
    for column in plain_columns(suite):
        names |= dict.fromkeys(_results(column, found))
    return list(names)


def _each_case(found: Found, notes: Notes, suite: str) -> str:
    columns = plain_columns(suite)
    rows = [
        [f"`{case}`", *(_cell(column, case, _results(column, found), notes) for column in columns)]
        for case in case_names(found, suite)
    ]
    return _table(["case", *map(_title, columns)], rows)


def _shortfalls(column: Column, found: Found, notes: Notes) -> list[str]:
    """Marks of what the column lacks or fails of what its pair does over plain tcp."""
    results = found(column)
    whys = [
        why_failing(column, case) or f"not known yet: {case}: {line['detail']}"
        for case, line in results.items()
        if not line["ok"]
    ]
    plain = found(column.plain())
    whys += [why_absent(column, case) for case in plain if case not in results]
    return [notes.mark(why) for why in dict.fromkeys(whys)]


def _in_short(column: Column, found: Found, notes: Notes) -> str:
    why_nothing = _why_no_way(column) or why_not_run(column)
    if why_nothing:
        return f"- {notes.mark(why_nothing)}"
    results = found(column)
    passed = sum(bool(line["ok"]) for line in results.values())
    marks = _shortfalls(column, found, notes)
    reported = f"all {passed}" if passed == len(results) else f"{passed} of {len(results)}"
    return " ".join([reported, *marks])


def _why_no_way(column: Column) -> str | None:
    """Why the two cannot even try."""
    missing = [orb.title for orb in column.orbs if column.transport not in orb.transports]
    if column.transport == COLLOCATED:
        return "two ORBs do not share a process" if column.client != column.server else None
    if missing:
        return f"{' and '.join(dict.fromkeys(missing))} has no {column.transport} transport"
    if column.fragment and not any(orb.fragment_option for orb in column.orbs):
        return "of these only Orbweaver has an option for the length of its fragments"
    return None


def _each_way(found: Found, notes: Notes) -> str:
    pairs = plain_columns()
    ways = {column.way: column for column in other_ways()}
    rows = [
        [way, *(_in_short(one.between(pair.client, pair.server), found, notes) for pair in pairs)]
        for way, one in ways.items()
    ]
    return _table(["way", *map(_title, pairs)], rows)


def render(found: Found) -> str:
    """The page; `found` has the outcomes of a column."""
    notes = Notes()
    parts = [
        HEAD,
        "" if ORBS["tao"].is_wanted() else TAO_IS_OUT,
        *(f"\n## {WHAT[suite]}\n\n{_each_case(found, notes, suite)}" for suite in SUITES),
        "\n## The same cases in other ways: how many pass\n\n",
        _each_way(found, notes),
        "\n## Reasons\n\n",
        notes.text(),
    ]
    return "".join(parts)
