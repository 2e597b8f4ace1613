# SPDX-License-Identifier: Apache-2.0
"""Every wrong message of the corpus is served or refused as it should be, and harms no other."""

import socket
from collections.abc import Generator
from contextlib import contextmanager

import pytest
from corpus import corpus, corpus_of_anys
from corpus.case import Case
from footprint import footprint
from victim import Victim, fate_on

CASES, CASES_OF_ANYS = corpus(b"a key"), corpus_of_anys(b"a key")
PEAK_MAY_GROW_KIB = 256 * 1024


@contextmanager
def watching(victim: Victim) -> Generator[socket.socket]:
    """Connected before the first case and served until after the last."""
    before = footprint(victim.program.pid)
    with victim.connect() as connection:
        yield connection
        assert victim.serves(connection)
    after = footprint(victim.program.pid)
    assert after.peak_kib - before.resident_kib < PEAK_MAY_GROW_KIB


@pytest.fixture(scope="module")
def bystander(lasting_victim: Victim) -> Generator[socket.socket]:
    with watching(lasting_victim) as connection:
        yield connection


@pytest.fixture(scope="module")
def bystander_of_anys(lasting_any_victim: Victim) -> Generator[socket.socket]:
    with watching(lasting_any_victim) as connection:
        yield connection


@pytest.fixture(scope="module")
def cases(lasting_victim: Victim) -> dict[str, Case]:
    return corpus(lasting_victim.key)


@pytest.fixture(scope="module")
def cases_of_anys(lasting_any_victim: Victim) -> dict[str, Case]:
    return corpus_of_anys(lasting_any_victim.key)


def check(victim: Victim, case: Case, bystander: socket.socket) -> None:
    """Sends it, and asks what became of it."""
    with victim.connect() as attacker:
        try:
            attacker.sendall(case.data)
        except (BrokenPipeError, ConnectionResetError):
            fate = "refused"
        else:
            fate = fate_on(attacker, victim.key)
    assert fate == case.fate, case.why
    assert victim.serves(bystander)


@pytest.mark.parametrize("name", CASES)
def test_has_its_fate(
    lasting_victim: Victim, cases: dict[str, Case], bystander: socket.socket, name: str
) -> None:
    check(lasting_victim, cases[name], bystander)


@pytest.mark.parametrize("name", CASES_OF_ANYS)
def test_of_anys_has_its_fate(
    lasting_any_victim: Victim,
    cases_of_anys: dict[str, Case],
    bystander_of_anys: socket.socket,
    name: str,
) -> None:
    check(lasting_any_victim, cases_of_anys[name], bystander_of_anys)


def test_there_are_at_least_200_and_each_says_why() -> None:
    every = [*CASES.values(), *CASES_OF_ANYS.values()]
    assert len(CASES) >= 200
    assert all(case.why for case in every)
