# SPDX-License-Identifier: Apache-2.0
import itertools

from orbweaver.run.verdict import Rank, Symptom, accuses_next, rank_of_error, root_cause

KILLED = Symptom(Rank.STRUCK, "stage2 was killed by SIGKILL", at=2.0, place=1)
ECHO_UP = Symptom(Rank.ECHO, "stage1: COMM_FAILURE", at=1.0, place=2)
ECHO_DOWN = Symptom(Rank.ECHO, "stage3: COMM_FAILURE", at=1.5, place=0)


def test_a_death_is_the_cause_in_whatever_order_the_news_arrive() -> None:
    for symptoms in itertools.permutations([KILLED, ECHO_UP, ECHO_DOWN]):
        assert root_cause(list(symptoms)) is KILLED


def test_an_own_error_is_the_cause_and_a_lost_connection_its_echo() -> None:
    own = Symptom(Rank.ERROR, "stage2: cannot allocate", at=9.0, place=1)
    assert root_cause([ECHO_UP, own, ECHO_DOWN]) is own


def test_of_those_who_wait_for_each_other_the_last_waits_for_the_culprit() -> None:
    stage1 = Symptom(Rank.LATE, "stage1 hangs; producer says: …", at=1.0, place=2)
    stage2 = Symptom(Rank.LATE, "stage2 hangs; stage1 says: …", at=1.2, place=1)
    assert root_cause([stage1, stage2]) is stage2


def test_of_equals_the_first_counts() -> None:
    first = Symptom(Rank.STRUCK, "stage3 was killed by SIGKILL", at=1.0)
    assert root_cause([KILLED, first]) is first


def test_error_lines_are_distinguished() -> None:
    late = "stage2 did not take packet 17 within 5000 ms: it is stopped or hangs"
    stuck = "its worker queue stayed full for the whole call timeout: the worker is stuck"
    assert rank_of_error(late) == rank_of_error(stuck) == Rank.LATE
    assert accuses_next(late)
    assert not accuses_next(stuck)
    assert accuses_next("packet 9 could not be handed on: CORBA::COMM_FAILURE")
    assert not accuses_next("cannot allocate")
    assert rank_of_error("IDL:omg.org/CORBA/COMM_FAILURE:1.0") == Rank.ECHO
    assert rank_of_error("TRANSIENT: connection refused") == Rank.ECHO
    assert rank_of_error("port 2809 is in use: choose another --endpoint") == Rank.ERROR
