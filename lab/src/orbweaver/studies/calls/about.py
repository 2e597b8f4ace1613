# SPDX-License-Identifier: Apache-2.0
"""What stands fixed before the measurement, for all sections of paper 2."""

from orbweaver.model.published import papers

PAPER = papers().orb_marshalling_profile
CLOCK_MHZ = 720.0
"""Of the paper's signal processor."""

WAYS = (
    "Ways: collocated is a call within the process as the ORB makes it by itself; marshalled is "
    "the same with arguments encoded and decoded, which the paper's mirror transport does too "
    "(Orbweaver then talks to itself over its fastest transport, from thread to thread; omniORB "
    "copies through memory on the caller's thread); unix, tcp and shm are two processes. Of these "
    "JacORB has collocated and tcp, TAO all but marshalled and shm."
)
TIMES = (
    "A time is the median of single calls, read from the monotonic clock; cycles are that time in "
    "ticks of the time stamp counter."
)
CYCLES_THREAT = (
    "Cycles here are ticks of the time stamp counter, which runs at its own constant rate while "
    "the core may run faster or slower; the paper's are the signal processor's own. And a call "
    "that waits for another process counts that process's time too."
)
BATCH_THREAT = (
    "Calls within the process are shorter than a look at the clock: 10 or 50 of them are timed "
    "together, so their tail is that of such batches."
)
PLACE_THREAT = (
    "On one processor a call is two switches between threads; on two it is two wake-ups, which "
    "virtual machines make expensive. Both are shown, never mixed."
)
JAVA_THREAT = (
    "JacORB's programs are virtual machines: they make thousands of calls of each kind, until they "
    "are compiled, before the first that counts. Java cannot read the time stamp counter: they "
    "tell no cycles."
)
THREATS = (CYCLES_THREAT, BATCH_THREAT, PLACE_THREAT, JAVA_THREAT)
