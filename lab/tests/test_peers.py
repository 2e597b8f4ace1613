# SPDX-License-Identifier: Apache-2.0
"""Peers: one record each, which everything that knows a peer reads."""

import re
from pathlib import Path
from random import Random

import pytest
from pydantic import ValidationError

from experiments_by_name import EXPERIMENTS
from generated import one
from orbweaver.experiments.find import all_experiments
from orbweaver.model.peer import (
    UNKNOWN_COLOUR,
    WORDS,
    Peer,
    able,
    colour_of,
    peers,
    title_of,
    unable,
    with_programs,
)
from orbweaver.record.store import store
from orbweaver.report.build import build
from orbweaver.report.html import html
from orbweaver.results.load import load

ROOT = Path(__file__).parents[2]
SOURCES = ROOT / "lab/src/orbweaver"


@pytest.mark.parametrize("name", peers())
def test_every_record_has_its_folder_of_programs(name: str) -> None:
    assert (ROOT / "peers" / name).is_dir()


def test_every_peer_has_a_colour_and_a_title_of_its_own() -> None:
    every = list(peers().values())
    assert len({peer.colour for peer in every}) == len(every)
    assert len({peer.title for peer in every}) == len(every)
    assert UNKNOWN_COLOUR not in {peer.colour for peer in every}
    assert (title_of("zeromq"), colour_of("tao")) == ("ZeroMQ", peers()["tao"].colour)
    assert (title_of("pigeon"), colour_of("pigeon")) == ("pigeon", UNKNOWN_COLOUR)


def test_a_colour_stands_in_the_record_alone() -> None:
    """Figures that colour something else may use it; none keeps a table of peers' colours."""
    table = re.compile(r'"(?:omniorb|tao|jacorb|zeromq)": "#')
    assert [path for path in SOURCES.rglob("*.py") if table.search(path.read_text())] == []


def test_experiments_ask_for_abilities_that_some_peer_has() -> None:
    for experiment in all_experiments().values():
        assert experiment.way.needs in WORDS
        assert experiment.peers
    assert "omniorb" not in EXPERIMENTS["exp7"].peers
    assert {"orbweaver", "jacorb", "tao"} <= set(EXPERIMENTS["exp12"].peers)
    assert "omniorb" not in EXPERIMENTS["exp12"].peers
    assert "zeromq" in EXPERIMENTS["exp1"].peers


def test_what_a_peer_never_can_do_has_its_reason() -> None:
    assert "jacorb" not in able("unix-packets")
    assert "no unix sockets" in unable("unix-packets")["jacorb"]
    for peer in peers().values():
        assert not set(peer.cannot) & set(peer.abilities)


def test_only_orbs_are_called_orbs() -> None:
    kinds = {name: peer.kind for name, peer in peers().items()}
    assert kinds["zeromq"] == kinds["iceoryx"] == "messaging"
    assert kinds["raw"] == "limit"
    assert {kinds[name] for name in ("orbweaver", "omniorb", "jacorb", "tao")} == {"orb"}


def test_programs_of_a_kind_are_listed_in_the_order_of_the_records() -> None:
    pipelines = with_programs("pipeline")
    assert [peers()[name].order for name in pipelines] == sorted(
        peers()[name].order for name in pipelines
    )
    assert {"orbweaver", "zeromq"} < set(pipelines)
    assert "raw" not in pipelines
    assert list(with_programs("bench"))[:2] == ["orbweaver", "raw"]


@pytest.mark.parametrize(
    "wrong", [{"colour": "red"}, {"kind": "broker"}, {"abilities": ["flying"]}, {"price": 1}]
)
def test_a_wrong_record_is_refused(wrong: dict[str, object]) -> None:
    right = peers()["zeromq"].model_dump()
    with pytest.raises(ValidationError):
        Peer.model_validate(right | wrong)


def test_results_of_an_unknown_peer_make_a_page_all_the_same(tmp_path: Path) -> None:
    for name in EXPERIMENTS:
        run = one(EXPERIMENTS[name], "orbweaver", "all", Random(1))
        store(run.model_copy(update={"orb": "pigeon"}), tmp_path)
    assert "pigeon" in html(build(load(tmp_path)))
