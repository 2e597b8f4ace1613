# SPDX-License-Identifier: Apache-2.0
"""The options that the programs of a pipeline are started with."""

from dataclasses import replace
from pathlib import Path

import pytest

from experiments_by_name import EXPERIMENTS, PLANS
from orbweaver.model.settings import Settings
from orbweaver.pipelines.execute import call_timeout_ms, commands
from orbweaver.pipelines.plan import WITHOUT_LANES, Link, Point

PATIENT = Settings(packets=1000, work_ms=5, stages=3, work="wait")


def option(words: list[str], name: str) -> str | None:
    return words[words.index(name) + 1] if name in words else None


@pytest.mark.parametrize(
    ("experiment", "orb", "settings", "most"),
    [
        ("exp1", "orbweaver", PATIENT, 5000),
        ("exp1", "omniorb", replace(PATIENT, call_timeout_ms=70), 70),
        ("exp2", "jacorb", PATIENT, 5000),
        ("exp6", "jacorb", replace(PATIENT, sync="none"), 5000),
        ("exp1", "jacorb", replace(PATIENT, sync="target"), 5000),
    ],
)
def test_a_call_has_the_time_that_a_person_chose(
    experiment: str, orb: str, settings: Settings, most: int
) -> None:
    assert call_timeout_ms(PLANS[experiment], orb, settings) == most


@pytest.mark.parametrize(
    ("experiment", "orb", "settings", "most"),
    [
        ("exp1", "orbweaver", replace(PATIENT, sync="none"), 2 * 5010),
        ("exp1", "orbweaver", replace(PATIENT, work="spin", cores=1), 2 * 15000),
        ("exp1", "orbweaver", replace(PATIENT, sync="none", packets=10), 5000),
        ("exp1", "orbweaver", replace(PATIENT, sync="none", call_timeout_ms=0), 0),
        ("exp3", "jacorb", PATIENT, 2 * 5010),
        ("exp2", "jacorb", replace(PATIENT, work_ms=6), 2 * 6012),
        ("exp6", "jacorb", replace(PATIENT, work="spin", cores=1), 2 * 15000),
    ],
)
def test_the_end_may_stand_behind_all_packets(
    experiment: str, orb: str, settings: Settings, most: int
) -> None:
    assert call_timeout_ms(PLANS[experiment], orb, settings) == most


def test_who_tears_packets_apart_does_not_put_them_in_order(fake_bin: Path) -> None:
    torn = replace(PLANS["exp18"], skip_ms=4.0)
    _, first, *others = commands(torn, "orbweaver", replace(PATIENT, bin=fake_bin))
    assert option(list(first.arguments), "--reorder-ms") is None
    assert {option(list(one.arguments), "--reorder-ms") for one in others} == {"4"}
    assert all("--vary" in one.arguments for one in (first, *others))


def test_what_takes_datagrams_listens_for_them_and_the_orb_waits(fake_bin: Path) -> None:
    lossy = replace(PLANS["exp19"], skip_ms=20.0, link=Link(1))
    producer, *stages = commands(lossy, "orbweaver", replace(PATIENT, bin=fake_bin))
    assert option(list(producer.arguments), "--transport") == "udp"
    for stage in stages:
        assert "giop:udp:127.0.0.1:0" in stage.arguments
        assert option(list(stage.arguments), "--orb") == "ORBorderWait=20"
        assert "--lossy" in stage.arguments


def test_one_sender_needs_no_word(fake_bin: Path) -> None:
    settings = replace(PATIENT, bin=fake_bin)
    one, *_ = commands(PLANS["exp17"], "orbweaver", settings)
    four, *_ = commands(replace(PLANS["exp17"], senders=4), "orbweaver", settings)
    assert option(list(one.arguments), "--senders") is None
    assert option(list(four.arguments), "--senders") == "4"


@pytest.mark.parametrize("name", ["exp12", "exp13", "exp14", "exp15", "exp17"])
def test_who_has_no_lanes_takes_the_nearest_that_it_has(name: str) -> None:
    experiment = PLANS[name]
    others = [orb for orb in EXPERIMENTS[name].peers if orb != "orbweaver"]
    assert "jacorb" in others
    for orb in others:
        assert experiment.mode_of(orb, Point()) == WITHOUT_LANES
        assert experiment.mode_of(orb, Point(mode="twoway-worker")).name == "twoway-worker"
        assert {one.lane_low for one in experiment.points_of(orb)} == {None}
        assert {one.skip_ms for one in experiment.points_of(orb)} == {None}
        assert experiment.parallel or name == "exp15"  # one packet at a time, as a lane
    assert experiment.mode_of("orbweaver", Point()).dispatch == "lane"


def test_jacorb_gets_at_most_eight_stages() -> None:
    stages = {one.stages for one in PLANS["exp14"].points_of("jacorb")}
    assert stages == {1, 2, 4, 8}
    assert {one.stages for one in PLANS["exp14"].points_of("omniorb")} == {*stages, 16, 32}
