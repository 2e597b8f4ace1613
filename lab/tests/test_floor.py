# SPDX-License-Identifier: Apache-2.0
import pytest

from orbweaver.model.events import WorkSpread
from orbweaver.model.floor import Work, Workload, floor_ms, varied_floor_ms


def test_the_papers_pipeline_needs_5010_ms() -> None:
    assert floor_ms(Workload(1000, 3, 5, "wait", processors=4)) == 5010
    assert floor_ms(Workload(1000, 3, 5, "spin", processors=4)) == 5010


def test_one_processor_needs_15000_ms_for_the_papers_work() -> None:
    assert floor_ms(Workload(1000, 3, 5, "spin", processors=1)) == 15000


def test_waiting_needs_no_processor() -> None:
    assert floor_ms(Workload(1000, 3, 5, "wait", processors=1)) == 5010


def test_two_processors_share_three_stages() -> None:
    assert floor_ms(Workload(1000, 3, 5, "spin", processors=2)) == 7505


def test_a_paced_producer_sends_its_last_packet_after_all_pauses() -> None:
    assert floor_ms(Workload(1000, 3, 5, "wait", processors=4, pace_ms=5)) == 5010
    assert floor_ms(Workload(1000, 3, 5, "wait", processors=4, pace_ms=10)) == 9990 + 15
    assert floor_ms(Workload(1000, 3, 5, "spin", processors=1, pace_ms=5)) == 15000


def test_one_packet_passes_all_stages() -> None:
    assert floor_ms(Workload(1, 3, 5, "spin", processors=8)) == 15


def test_no_packets_take_no_time() -> None:
    assert floor_ms(Workload(0, 3, 5, "wait", processors=1, pace_ms=5)) == 0


def test_parallel_stages_take_several_packets_at_once() -> None:
    assert floor_ms(Workload(1000, 3, 5, "wait", processors=2, at_once=2)) == 2510
    assert floor_ms(Workload(1000, 3, 5, "wait", processors=2, at_once=4)) == 1260
    assert floor_ms(Workload(1001, 3, 5, "wait", processors=2, at_once=4)) == 1265


def test_parallel_stages_get_no_more_processors_than_there_are() -> None:
    assert floor_ms(Workload(1000, 3, 5, "spin", processors=2, at_once=4)) == 7500
    assert floor_ms(Workload(1000, 3, 5, "spin", processors=64, at_once=4)) == 1260


def test_a_paced_producer_is_not_hurried_by_parallel_stages() -> None:
    assert floor_ms(Workload(1000, 3, 5, "wait", processors=4, pace_ms=5, at_once=4)) == 5010


MS = 1_000_000


def flow_shop(works: list[int], stages: int) -> int:
    """When the last packet leaves, each stage taking them in order: packet by packet, by hand."""
    left = [0] * stages
    for work in works:
        for stage in range(stages):
            left[stage] = max(left[stage], left[stage - 1] if stage else 0) + work
    return left[-1]


@pytest.mark.parametrize("works", [[5] * 10, [1, 9, 2, 4], [9, 1], [7], [3, 3, 8, 1, 8, 2]])
@pytest.mark.parametrize("stages", [1, 2, 3, 8])
def test_varied_work_takes_what_a_flow_shop_of_like_machines_takes(
    works: list[int], stages: int
) -> None:
    spread = WorkSpread(total=sum(works) * MS, shortest=min(works) * MS, longest=max(works) * MS)
    assert varied_floor_ms(spread, stages, "wait", 1) == flow_shop(works, stages)


def test_varied_work_that_computes_is_shared_by_the_processors() -> None:
    spread = WorkSpread(total=100 * MS, shortest=MS, longest=9 * MS)
    assert varied_floor_ms(spread, 3, "spin", processors=1) == 300
    assert varied_floor_ms(spread, 3, "spin", processors=64) == 118


def test_threads_of_a_stage_share_varied_work() -> None:
    spread = WorkSpread(total=100 * MS, shortest=MS, longest=9 * MS)
    assert varied_floor_ms(spread, 3, "wait", processors=1, at_once=4) == 27


def fastest(packets: int, stages: int, processors: int, at_once: int) -> int:
    """Steps that the best schedule takes, by trying: always work where most is still to come."""
    done = [0] * stages
    steps = 0
    while done[-1] < packets:
        before = [packets, *done]
        able = [s for s in range(stages) for _ in range(min(at_once, before[s] - done[s]))]
        able.sort(key=lambda s: -((packets - done[s]) / at_once + (stages - s)))
        for s in able[:processors]:
            done[s] += 1
        steps += 1
    return steps


@pytest.mark.parametrize("packets", [1, 2, 3, 7, 12])
@pytest.mark.parametrize("stages", [1, 2, 3, 5])
@pytest.mark.parametrize("processors", [1, 2, 3, 8])
@pytest.mark.parametrize("at_once", [1, 2, 4])
def test_no_schedule_is_faster_and_a_good_one_is_near(
    packets: int, stages: int, processors: int, at_once: int
) -> None:
    work: Work = "spin"
    floor = floor_ms(Workload(packets, stages, 1, work, processors, at_once=at_once))
    steps = fastest(packets, stages, processors, at_once)
    assert floor <= steps
    assert steps < floor + stages
