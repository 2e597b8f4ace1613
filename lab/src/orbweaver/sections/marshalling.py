"""Paper 2, table 1 and figure 8: what arguments add."""

from orbweaver.page.blocks import Block, Gap
from orbweaver.page.evidence import Evidence
from orbweaver.page.section import Section
from orbweaver.sections.profile.about import THREATS, TIMES, WAYS
from orbweaver.sections.profile.encodings import encoding_blocks
from orbweaver.sections.profile.figure8 import figure_8
from orbweaver.sections.profile.marshalling_findings import marshalling_findings
from orbweaver.sections.profile.table1 import table_1

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


SECTION = Section(
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
        "sequence is decoded by nothing, which is what a component of ours would do.",
        "NDR and the encoding in units of eight are written for this comparison, for want of a "
        "library; XDR is libtirpc's, which goes through a function for each element.",
    ),
    answer=marshalling_findings,
    blocks=_blocks,
)
