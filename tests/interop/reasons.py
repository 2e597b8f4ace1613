# SPDX-License-Identifier: Apache-2.0
"""Why a cell of the table holds no success: each reason in one place, for the page and the tests.

A case that fails and has no reason here fails its test, and so does one that passes in spite of it.
"""

from dataclasses import dataclass
from fnmatch import fnmatchcase

from columns import Column


@dataclass(frozen=True)
class Reason:
    """Patterns of columns and cases (these with spaces between), and why the cells are so."""

    columns: str
    cases: str
    why: str

    def covers(self, column: Column, case: str) -> bool:
        """Whether it speaks of this cell."""
        return self.covers_all_of(column) and any(
            fnmatchcase(case, pattern) for pattern in self.cases.split()
        )

    def covers_all_of(self, column: Column) -> bool:
        """Whether it speaks of cells of this column."""
        return fnmatchcase(str(column), self.columns)


# A column is not run at all.
NOT_RUN: tuple[Reason, ...] = (
    Reason(
        "*-calls-jacorb-*-forwards",
        "*",
        "JacORB's servers cannot forward: where a servant manager does, they go on without a "
        "servant and answer nothing",
    ),
    Reason(
        "jacorb-calls-jacorb-*-restarts",
        "*",
        "JacORB's server closes while it still answers, and its client repeats what had run: a "
        "two-way call was seen to run twice, now and then",
    ),
)

# A client has no such case.
NO_SYNC_SCOPE = "omniORB 4.2 has no SyncScopePolicy"
NO_LONG_DOUBLE = "Java has no long double"
FAR_LABELS = (
    "JacORB's IDL compiler takes no labels beyond the range of short and long, so its programs "
    "lack these types"
)
FAR_UNIONS = (
    "union_by_unsigned_short union_by_unsigned_long union_by_long_long union_by_unsigned_long_long"
)
ABSENT = (
    Reason("omniorb-calls-*", "poke_sync_* poke_unknown_object", NO_SYNC_SCOPE),
    Reason("jacorb-calls-*", "poke_sync_of_thread", "JacORB 3.9 has no PolicyCurrent"),
    Reason(
        "jacorb-calls-*-giop-1.[01]",
        "poke_sync_server poke_sync_target poke_sync_of_orb poke_unknown_object",
        "below GIOP 1.2 JacORB waits for the reply to a one-way call without asking for one",
    ),
    Reason("jacorb-calls-*-types", "*long_double*", NO_LONG_DOUBLE),
    Reason("jacorb-calls-*-types", FAR_UNIONS, FAR_LABELS),
    Reason(
        "jacorb-calls-*-restarts",
        "two_way_once",
        "when its connection ends JacORB's client now and then sends a two-way call twice over the "
        "next one, as two requests, which both run",
    ),
    Reason(
        "omniorb-calls-*-forwards",
        "circle",
        "omniORB's client follows forwards until the time for its call is up",
    ),
    Reason("*tao*-forwards", "moved_for_good circle", "not tried with TAO yet"),
    Reason("jacorb-calls-*-forwards", "circle", "JacORB's client follows forwards without end"),
    Reason("*-any", "unknown_*", "only omniORB's client sends what its server was not given"),
)

# A case is run, and fails.
LARGE = (
    "echo_string_large echo_octets echo_shorts echo_floats echo_doubles echo_strings echo_nested"
)
NO_OLD_FRAGMENTS = "JacORB 3.9 reads no fragments of GIOP 1.1; omniORB sends what is large in them"
IMAGE_OF_LONG_DOUBLE = (
    "omniORB 4.2 sends the image of a long double as the processor has it, on x86-64 80 bits, and "
    "not IEEE binary128"
)
NO_MEMBER = "JacORB forgets the discriminator of a union without a member"
SHORT_WIDE = "JacORB's skeletons read an inout wstring that has a name of its own as a string"
EXCEPTION_IN_ANY = (
    "omniORB before 4.3 writes an exception in an Any without its repository id, and expects none"
)
UNKNOWN_PART = (
    "omniORB 4.2 cannot pass over a value inside the part of a state that it does not know: it "
    "closes the connection"
)
# Seen by sending JacORB's bytes with and without the tag.
END_TAGS = (
    "omniORB 4.2 ends its process at an assertion where the last member of a value is a value and "
    "each has an end tag, as JacORB writes it; omniORB and Orbweaver write one for both"
)
# Seen by sending the same members in one chunk and in a chunk each.
LONG_CHUNK = (
    "omniORB 4.2 loses its place in a chunk of several members that is longer than its buffer of "
    "8 KiB, as JacORB writes it; Orbweaver gives what is long a chunk of its own"
)
SHORT_FIXED = (
    "JacORB 3.9 writes a fixed without its leading zeros: the 0 of a fixed<9, 4> in one octet, not "
    "in five; numbers that have all their digits arrive"
)
NOTHING_READ = "a collocated call reads no bytes that could be wrong"
FAILING: tuple[Reason, ...] = (
    Reason("o*-over-collocated", "enum_out_of_range", NOTHING_READ),
    Reason(
        "orbweaver-calls-orbweaver-over-collocated",
        "poke_unknown_object",
        "a collocated one-way call reports at once that there is no such object, whatever its sync "
        "scope",
    ),
    Reason("orbweaver-calls-omniorb-*-types", "*long_double", IMAGE_OF_LONG_DOUBLE),
    Reason("omniorb-calls-orbweaver-*-types", "*long_double", IMAGE_OF_LONG_DOUBLE),
    Reason("*-calls-jacorb-*-types", "*long_double", NO_LONG_DOUBLE),
    Reason("*-calls-jacorb-*-types", FAR_UNIONS, FAR_LABELS),
    Reason("*-calls-jacorb-*-types", "union_by_short_without_a_member", NO_MEMBER),
    Reason("jacorb-calls-*-types", "union_by_short_without_a_member", NO_MEMBER),
    Reason(
        "o*-calls-jacorb-*-types",
        "union_by_long_of_default",
        "JacORB forgets which of the labels of a default a union had",
    ),
    Reason("*-calls-jacorb-*-types", "bounded_wstring", SHORT_WIDE),
    Reason("orbweaver-calls-omniorb-*-any", "exception", EXCEPTION_IN_ANY),
    Reason("omniorb-calls-jacorb-*-any", "exception", EXCEPTION_IN_ANY),
    Reason("jacorb-calls-omniorb-*-any", "exception", EXCEPTION_IN_ANY),
    Reason(
        "omniorb-calls-jacorb-*-any",
        "unknown_bounded_string",
        "JacORB gives an Any of a bounded string back as another",
    ),
    Reason(
        "omniorb-calls-jacorb-*-any",
        "unknown_type_of_a_local_interface",
        "JacORB knows no TypeCode of a local interface",
    ),
    Reason("*-calls-omniorb-*-values", "truncated", UNKNOWN_PART),
    Reason("jacorb-calls-omniorb-*-values", "derived", END_TAGS),
    Reason("omniorb-calls-jacorb-*-values", "derived truncated", END_TAGS),
    Reason("jacorb-calls-omniorb-*-values", "bags", LONG_CHUNK),
    Reason("omniorb-calls-jacorb-*-values", "bags", LONG_CHUNK),
    Reason("jacorb-calls-o*-values", "decimals anys", SHORT_FIXED),
    Reason("o*-calls-jacorb-*-values", "decimals anys", SHORT_FIXED),
    Reason(
        "jacorb-calls-jacorb-*-values",
        "decimals",
        "JacORB 3.9 does not read the 0 that it writes without a digit",
    ),
    Reason("omniorb-calls-jacorb-*-giop-1.1", LARGE, NO_OLD_FRAGMENTS),
    Reason("jacorb-calls-omniorb-*-giop-1.1", LARGE, NO_OLD_FRAGMENTS),
)


def why_not_run(column: Column) -> str | None:
    """The reason for a column of which nothing is run, if there is one."""
    return next((reason.why for reason in NOT_RUN if reason.covers_all_of(column)), None)


def is_absent(column: Column, case: str) -> bool:
    """Whether the client is known to have no such case."""
    return any(reason.covers(column, case) for reason in ABSENT)


def why_absent(column: Column, case: str) -> str:
    """The reason for a cell of which nothing was run."""
    for reason in ABSENT:
        if reason.covers(column, case):
            return reason.why
    return f"{column.client}-{column.suite}-client has no such case yet"


def why_failing(column: Column, case: str) -> str | None:
    """The known reason for a failure, if there is one."""
    return next((reason.why for reason in FAILING if reason.covers(column, case)), None)


def ends_programs(column: Column) -> bool:
    """Whether a case of the column is known to end one of the two programs."""
    return any(reason.why == END_TAGS and reason.covers_all_of(column) for reason in FAILING)
