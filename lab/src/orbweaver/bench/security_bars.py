# SPDX-License-Identifier: Apache-2.0
"""The bars of TLS and rules: time beside OpenSSL written by hand, and memory of the server.

`raw` over `tls` is that program: blocking sockets, TLS 1.3, the same certificates, as many bytes.
"""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from orbweaver.bench.bars import EIGHT_KIB, FULL, Bar, Effort, Row
from orbweaver.bench.ratios import interleave, spread
from orbweaver.model.peer import LIMIT, OURS
from orbweaver.problems import Problem
from orbweaver.run.certificates import certificates
from orbweaver.run.memory import private_kib
from orbweaver.run.pair import Message, Pair, Pinning, Place, open_pair

RULES = 100
RULES_FILE = "rules.toml"
IDLE = "idle connection over tls: memory of the server beyond a hand-written OpenSSL one's, KiB"
IDLE_BAR = 8.0
IDLE_CONNECTIONS = 30
"""opened in each repetition; all stay"""
HANDSHAKES, QUICK_HANDSHAKES = 100_000, 10_000
BLOCK = 1_000
"""handshakes of one command"""
GROWTH_BAR = 1.02
WARM_UP = 0.1
"""the share of the handshakes after which the memory is taken for the first time"""
SIDES = ("server", "client")
ANYWHERE = Pinning("anywhere", None, None)


@dataclass(frozen=True)
class Made:
    """What the programs of these bars are given."""

    folder: Path

    @property
    def tls(self) -> tuple[str, ...]:
        """Options of a client and of a server."""
        return ("--certificates", str(self.folder))

    @property
    def rules(self) -> tuple[str, ...]:
        """Options of a server."""
        return ("--rules", str(self.folder / RULES_FILE))


@contextmanager
def made(bin_folder: Path | None) -> Generator[Made]:
    """Certificates and rules, for a while. Raises BadInput, JobFailed."""
    with certificates(bin_folder) as folder:
        (folder / RULES_FILE).write_text(rules())
        yield Made(folder)


def rules() -> str:
    """So many rules, of which the last lets every client call; none before it fits a call."""
    first = (
        f'[[rule]]\nname = "user {n}"\ndecide = "allow"\nwho = ["uri:spiffe://radio/user/{n}"]\n'
        f'object = "RootPOA/radio-{n}/*"\noperation = ["start", "stop"]\n'
        for n in range(1, RULES)
    )
    return "\n".join(['default = "deny"\n', *first, '[[rule]]\ndecide = "allow"\n'])


def timed(made: Made) -> list[Bar]:
    """Those that compare the time of two pairs of programs."""
    return [
        Bar("two-way null over tls ÷ hand-written OpenSSL ping-pong", Message("twoway"), "tls",
            "at most", 1.05, calls=1500, both_options=made.tls, against_options=made.tls),
        Bar("one-way 8 KiB over tls: rate ÷ hand-written OpenSSL stream",
            Message("oneway", EIGHT_KIB, "doubles"), "tls", "at least", 0.95, 4_000, "per_second",
            both_options=made.tls, against_options=made.tls),
        Bar("one-way 8 KiB over tls: time of a message ÷ omniORB's over ssl",
            Message("oneway", EIGHT_KIB, "doubles"), "tls", "at most", 0.8, 4_000, "ns_each",
            against="omniorb", both_options=made.tls, against_options=made.tls),
        Bar(f"two-way null with {RULES} rules ÷ without rules, unix", Message("twoway"), "unix",
            "at most", 1.02, calls=3000, against=OURS, server_options=made.rules,
            across_cores=False),
    ]  # fmt: skip


def name_of_growth(side: str, handshakes: int = HANDSHAKES) -> str:
    """Of the row on the memory of one side."""
    return f"{handshakes:,} handshakes: memory of the {side} ÷ after a tenth of them"


def names() -> list[str]:
    """Of all rows, for --only; those with fewer handshakes have the name of the full run."""
    return [row.name for row in _rows()]


def missed(only: str, reason: str) -> list[Row]:
    """Each row that is asked for, if there are no certificates."""
    return [replace(row, reason=reason) for row in _rows() if only in row.name]


def _rows() -> list[Row]:
    """Without figures."""
    return [
        *(Row(bar.name, "-", bar.sense, bar.bar) for bar in timed(Made(Path()))),
        Row(IDLE, ANYWHERE.name, "at most", IDLE_BAR),
        *(Row(name_of_growth(side), ANYWHERE.name, "at most", GROWTH_BAR) for side in SIDES),
    ]


def measure_idle(effort: Effort, bin_folder: Path | None, made: Made) -> Row:
    """What each more connection takes of the server's memory, after its first exchange."""
    place = Place("tls", ANYWHERE, bin_folder, made.tls, made.tls)
    try:
        with open_pair(OURS, place) as ours, open_pair(LIMIT, place) as limit:
            blocks = [lambda: _each_kib(limit), lambda: _each_kib(ours)]
            for warm in blocks:
                warm()
            limits, own = interleave(blocks, effort.repetitions)
    except Problem as problem:
        return Row(IDLE, ANYWHERE.name, "at most", IDLE_BAR, reason=str(problem))
    beyond = [one - other for one, other in zip(own, limits, strict=True)]
    return Row(IDLE, ANYWHERE.name, "at most", IDLE_BAR, spread(beyond), "KiB", spread(own),
               spread(limits), LIMIT)  # fmt: skip


def _each_kib(pair: Pair) -> float:
    before = private_kib(pair.server.pid)
    pair.ask(Message("idle"), IDLE_CONNECTIONS)
    return (private_kib(pair.server.pid) - before) / IDLE_CONNECTIONS


def measure_growth(effort: Effort, bin_folder: Path | None, made: Made) -> list[Row]:
    """Of both sides, each connection closed before the next is opened."""
    handshakes = HANDSHAKES if effort == FULL else QUICK_HANDSHAKES
    place = Place("tls", ANYWHERE, bin_folder, made.tls, made.tls)
    try:
        with open_pair(OURS, place) as pair:
            _shake_hands(pair, int(handshakes * WARM_UP))
            before = _memory(pair)
            _shake_hands(pair, handshakes - int(handshakes * WARM_UP))
            after = _memory(pair)
    except Problem as problem:
        return [_growth(side, handshakes, reason=str(problem)) for side in SIDES]
    return [_growth(side, handshakes, before[side], after[side]) for side in SIDES]


def _growth(
    side: str, handshakes: int, before: float = 0, after: float = 0, reason: str = ""
) -> Row:
    name = name_of_growth(side, handshakes)
    if reason:
        return Row(name, ANYWHERE.name, "at most", GROWTH_BAR, reason=reason)
    return Row(name, ANYWHERE.name, "at most", GROWTH_BAR, spread([after / before]), "KiB",
               spread([after]), spread([before]))  # fmt: skip


def _shake_hands(pair: Pair, number: int) -> None:
    for done in range(0, number, BLOCK):
        pair.ask(Message("first"), min(BLOCK, number - done))


def _memory(pair: Pair) -> dict[str, float]:
    return {side: private_kib(program.pid)
            for side, program in zip(SIDES, (pair.server, pair.client), strict=True)}  # fmt: skip
