# SPDX-License-Identifier: Apache-2.0
"""Which client calls which server, and how: one run of a client's cases for each column."""

from dataclasses import dataclass, replace
from itertools import product

from orbs import HIGHEST, ORBS, TLS_PROVED, VERSIONS, Orb

PLAIN = "tcp"
SUITES = ("echo", "types", "any", "values", "alone", "forwards", "restarts")
COLLOCATED = "collocated"
FRAGMENTS = (64, 1000, 8192)


@dataclass(frozen=True)
class Column:
    """A client, a server, what they try, the way between them, the highest version of GIOP that
    they may use, and how long the fragments are that Orbweaver sends (0: it sends none)."""

    client: str
    server: str
    transport: str = PLAIN
    version: str = HIGHEST
    suite: str = SUITES[0]
    fragment: int = 0

    def __str__(self) -> str:
        words = [f"{self.client}-calls-{self.server}-over-{self.transport}"]
        if self.version != HIGHEST:
            words.append(f"giop-{self.version}")
        if self.suite != SUITES[0]:
            words.append(self.suite)
        if self.fragment:
            words.append(f"fragments-{self.fragment}")
        return "-".join(words)

    @property
    def orbs(self) -> tuple[Orb, Orb]:
        """Client and server."""
        return ORBS[self.client], ORBS[self.server]

    @property
    def way(self) -> str:
        """How they reach each other, in words."""
        if self.transport == COLLOCATED:
            return "collocated, given the same line by line"
        transport = self.transport
        if transport == TLS_PROVED:
            transport = "tls, client certificate"
        cut = f", in fragments of {self.fragment} bytes" if self.fragment else ""
        return f"{transport}, GIOP {self.version}{cut}"

    def plain(self) -> "Column":
        """The same two in the plain way."""
        return Column(self.client, self.server)

    def between(self, client: str, server: str) -> "Column":
        """The same way between two others."""
        return replace(self, client=client, server=server)


def wanted_pairs() -> list[tuple[str, str]]:
    """Every client with every server."""
    names = [orb.name for orb in ORBS.values() if orb.is_wanted()]
    return list(product(names, names))


def plain_columns(suite: str = SUITES[0]) -> list[Column]:
    """The columns of which the page shows each case."""
    return [Column(client, server, suite=suite) for client, server in wanted_pairs()]


def other_transports() -> list[Column]:
    """The same calls over what both sides know besides tcp."""
    return [
        Column(client, server, transport)
        for client, server in wanted_pairs()
        for transport in ORBS[client].transports
        if transport in ORBS[server].transports and transport != PLAIN
    ]


def collocated() -> list[Column]:
    """The same calls in one process."""
    return [Column(orb.name, orb.name, COLLOCATED) for orb in ORBS.values() if orb.is_wanted()]


def older_versions() -> list[Column]:
    """The same calls in each older version of GIOP."""
    return [
        Column(client, server, version=version)
        for version in VERSIONS
        if version != HIGHEST
        for client, server in wanted_pairs()
    ]


def fragmented() -> list[Column]:
    """The same calls in fragments, where the length can be set on one side."""
    return [
        Column(client, server, fragment=fragment)
        for fragment in FRAGMENTS
        for client, server in wanted_pairs()
        if any(ORBS[name].fragment_option for name in (client, server))
    ]


def other_ways() -> list[Column]:
    """The calls of the plain columns in every other way."""
    return other_transports() + collocated() + older_versions() + fragmented()


def all_columns() -> list[Column]:
    """Each run that fills the table."""
    return [column for suite in SUITES for column in plain_columns(suite)] + other_ways()


def columns_of_one_server() -> list[Column]:
    """Those in which one client calls one server from beginning to end."""
    return [
        column
        for column in all_columns()
        if column.suite in ("echo", "types", "any", "values") and column.transport != COLLOCATED
    ]
