# SPDX-License-Identifier: Apache-2.0
"""Paper 2, table 1 and figure 8: what arguments add."""

from orbweaver.experiments.experiment import Experiment
from orbweaver.experiments.marshalling.measure import check, measure
from orbweaver.page.blocks import Block, Gap
from orbweaver.page.evidence import Evidence
from orbweaver.studies.calls.about import THREATS, TIMES, WAYS
from orbweaver.studies.calls.encodings import encoding_blocks
from orbweaver.studies.calls.figure8 import figure_8
from orbweaver.studies.calls.marshalling_findings import marshalling_findings
from orbweaver.studies.calls.table1 import table_1
from orbweaver.studies.study import Study

NAME = "marshalling"


def _blocks(evidence: Evidence) -> list[Block]:
    groups = evidence.study(NAME)
    return [
        *table_1(groups),
        *figure_8(groups),
        *encoding_blocks(groups),
        Gap("Cores' own cycles", "the counters that tell them are read by nothing here: many "
            "virtual machines have none; a call to another process would need both processes'"),
    ]  # fmt: skip


EXPERIMENT = Experiment(
    name=NAME,
    chapter="marshalling",
    order=2,
    title="Marshalling: basic, array and sequence",
    repeats="table 1 and figure 8 of paper 2",
    question="What do arguments add to a call, by their type and shape?",
    prediction="The paper says: a larger basic type is faster, since it needs less padding; an "
    "array is faster than a sequence for elements below eight bytes, and slower for those of "
    "eight; a block costs far less for each element than single calls. On a processor that copies "
    "16 bytes or more at once we expect only the last of these.",
    method="Two-way calls of empty methods, one for each cell: one value, an array and a sequence "
    f"of 1024. {WAYS} {TIMES} Encodings are measured by themselves, in memory: encode and decode, "
    "100 of them to one look at the clock.",
    threats=(
        *THREATS,
        "Our servant takes sequences as views, where they arrived, and arrays by value; omniORB's "
        "and TAO's take copies of both, but octets may stay where they arrived. So for us a "
        "sequence is decoded by nothing, which is what a component on Orbweaver would do.",
        "NDR and the encoding in units of eight are written for this comparison, for want of a "
        "library; XDR is libtirpc's, which goes through a function for each element.",
    ),
    answer=marshalling_findings,
    blocks=_blocks,
    paper=2,
    tables=(1,),
    figures=(8,),
    runs=Study(
        needs="typed-calls",
        check=check,
        measure=measure,
        full_seconds=25,
    ),
)
