# SPDX-License-Identifier: Apache-2.0
"""What a sweep keeps of the run at one of its points."""

from collections.abc import Mapping

from orbweaver.link.bad_links import LinkCounts
from orbweaver.model.schema import Row, Run
from orbweaver.pipelines.plan import PipelinePlan


def point_row(
    run: Run, plan: PipelinePlan, links: LinkCounts | None, asked: Mapping[str, int | None]
) -> Row:
    """The point, as the experiment had it there; `asked`: the queues that were asked for."""
    last, link = run.stages[-1], plan.link
    assert run.floor_ms is not None
    overtaken = [one.overtaken for one in run.stages if one.overtaken is not None]
    late = [one.late for one in run.stages if one.late is not None]
    return Row(
        mode=run.config.mode,
        dispatch=run.config.dispatch,
        sync=run.config.sync,
        depth=asked["depth"],
        lane_low=asked["lane_low"],
        stages=len(run.stages),
        parallel=run.config.parallel,
        processes=run.config.processes,
        senders=plan.senders,
        skip_ms=plan.skip_ms,
        link_loses_percent=link and link.loses,
        link_delays_percent=link and link.delays,
        transport=run.config.transport,
        floor_ms=run.floor_ms,
        last_ms=last.last_ms,
        producer_last_sent_ms=run.producer.last_sent_ms,
        received=last.received,
        lost=sum(stage.lost for stage in run.stages),
        link_lost=links and links.lost,
        link_delayed=links and links.delayed,
        late=sum(late) if late else None,
        reordered_previous=max(stage.reordered_previous for stage in run.stages),
        overtaken=max(overtaken) if overtaken else None,
        max_concurrency=max(stage.max_concurrency for stage in run.stages),
        max_queue=max(stage.max_queue for stage in run.stages),
        send_us=run.producer.send_us,
        latency_us=last.latency_us,
    )
