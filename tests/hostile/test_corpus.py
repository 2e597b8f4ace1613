"""Every wrong message of the corpus has the fate that it should, and harms nobody else."""

import socket
from collections.abc import Generator

import pytest
from corpus import corpus
from corpus.case import Case
from footprint import footprint
from victim import Victim, fate_on

CASES = corpus(b"a key")
PEAK_MAY_GROW_KIB = 256 * 1024


@pytest.fixture(scope="module")
def cases(lasting_victim: Victim) -> dict[str, Case]:
    return corpus(lasting_victim.key)


@pytest.fixture(scope="module")
def bystander(lasting_victim: Victim) -> Generator[socket.socket]:
    """Connected before the first case and served until after the last."""
    before = footprint(lasting_victim.program.pid)
    with lasting_victim.connect() as connection:
        yield connection
        assert lasting_victim.serves(connection)
    after = footprint(lasting_victim.program.pid)
    assert after.peak_kib - before.resident_kib < PEAK_MAY_GROW_KIB


@pytest.mark.parametrize("name", CASES)
def test_has_its_fate(
    lasting_victim: Victim, cases: dict[str, Case], bystander: socket.socket, name: str
) -> None:
    case = cases[name]
    with lasting_victim.connect() as attacker:
        try:
            attacker.sendall(case.data)
        except (BrokenPipeError, ConnectionResetError):
            fate = "refused"
        else:
            fate = fate_on(attacker, lasting_victim.key)
    assert fate == case.fate, case.why
    assert lasting_victim.serves(bystander)


def test_there_are_at_least_200_and_each_says_why() -> None:
    assert len(CASES) >= 200
    assert all(case.why for case in CASES.values())
