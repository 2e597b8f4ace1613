# SPDX-License-Identifier: Apache-2.0
"""The blocks of a section about a pipeline, in their usual order."""

from collections.abc import Sequence

from orbweaver.model.published import send_times_of, table_of
from orbweaver.page.blocks import Block, Gap, Heading
from orbweaver.page.evidence import Evidence
from orbweaver.pipelines.charts import send_time_chart, table_with_charts
from orbweaver.pipelines.tables import cores_words, latency_table, rivals_table


def pipeline_blocks(
    evidence: Evidence, experiment: str, traced: Sequence[Block] = ()
) -> list[Block]:
    """Each setup's table, pictures and send times; then ORB against ORB; then single packets."""
    found: list[Block] = []
    for one_core in (False, True):
        table = table_with_charts(evidence, experiment, one_core)
        if table:
            found += [Heading(cores_words(one_core).capitalize()), *table]
            found += send_time_chart(evidence, experiment, one_core)
        elif experiment in ("exp1", "exp2", "exp3", "exp4", "exp5", "exp6"):
            found.append(_not_run(experiment, one_core))
    for extra in (rivals_table(evidence, experiment), latency_table(evidence, experiment)):
        if extra is not None:
            found.append(extra)
    return [*found, *traced]


def _not_run(experiment: str, one_core: bool) -> Gap:
    table, figure = table_of(experiment, one_core), send_times_of(experiment, one_core)
    what = f"Table {table.table}" if table else experiment
    what += f" and figure {figure.figure}" if figure else ""
    options = " --cores 1 --work spin" if one_core else ""
    return Gap(
        f"{what} ({cores_words(one_core)})",
        f"not run: orbweaver lab run {experiment}{options}",
    )
