# SPDX-License-Identifier: Apache-2.0
"""Words that several sections say alike."""

METHOD = (
    "A producer and its stages are real programs that send packets of doubles through the ORB and "
    "work on each for a fixed time. Experiments and peers take turns, repetition by repetition, on "
    "the same processors."
)

THREATS = (
    "Work is waited for, as for an offload, unless its kind is spin: such stages compete for "
    "processors less than stages that compute.",
    "The packets' times are those of one machine; a virtual one adds stalls of its own, which "
    "medians hide and the tails and the marked repeats show.",
    "ZeroMQ is no ORB: it has no objects, operations or types, and its one-way call returns when "
    "the message is in its queue. It is the limit beside the ORBs, and promises less.",
    "An unpaced producer has no schedule: the time of its calls is what the paper measured, and a "
    "stall delays the calls behind it instead of being counted with each (closed loop).",
)

NEAREST = (
    "ORBs without lanes take part in the nearest way that they have: one-way calls, of which those "
    "of a connection run one at a time (JacORB: an adapter of a single thread)"
)

LANES_THREATS = (
    *THREATS[:2],
    "Other ORBs have no lanes: what they do instead keeps order for one sender of a stage alone, "
    "and what waits there waits in sockets and the ORB, which JacORB's queues alone count.",
)

LANE_THREATS = (
    *THREATS[:2],
    "Only Orbweaver has lanes: there is nothing to hold them against but the floor; "
    "parallel-stage (exp15) has "
    "the parallel stages of other ORBs beside Orbweaver's.",
)

OURS_THREATS = (
    *THREATS[:2],
    "Only Orbweaver has this; there is nothing to hold it against but the floor and its own other "
    "modes.",
)
