"""How each peer was set: what it does by default, and what the lab's programs set and why."""

from dataclasses import dataclass

from orbweaver.page.evidence import Evidence
from orbweaver.results.group import name_of


@dataclass(frozen=True)
class Setting:
    """Of one peer, for people."""

    default: str
    chosen: str


SETTINGS = {
    "orbweaver": Setting(
        "A lane for each object (requests in order, one at a time), a thread for each connection, "
        "shared memory on one machine, one-way calls return when the transport took them.",
        "The same. Experiments 1 to 6 take the dispatch that the paper's ORB has: a pool of 8 "
        "threads for one-way calls, the connection's own thread for two-way calls.",
    ),
    "omniorb": Setting(
        "A thread for each connection and up to 100 for requests of one connection that come while "
        "others run; tcp; messages of 2 MiB at most.",
        "Unix sockets where both ends have them; with a pool 8 threads for a connection's "
        "requests, else one (maxServerThreadPerConnection); room for the largest message; a limit "
        "for calls. Samples are read where omniORB unmarshalled them.",
    ),
    "jacorb": Setting(
        "A thread reads each connection, a pool of 5 to 20 runs the requests of all; one-way calls "
        "that meet a full queue are thrown away.",
        "A full queue waits; 8 threads for pipelines, 20 for single messages, from the first call "
        "on, or an adapter of a single thread. Before single messages count its virtual machine is "
        "warm; pipelines count every packet, the first too.",
    ),
    "tao": Setting(
        "One thread runs requests as its reactor meets them; tcp.",
        "A thread for each connection, or a pool of 8 where one-way calls go into a pool or one is "
        "asked for; unix sockets where both ends have them; who sends waits for the connection "
        "(-ORBFlushingStrategy blocking); a limit for the calls of pipelines.",
    ),
    "zeromq": Setting(
        "One thread for input and output on each side; sockets that hold 1,000 messages, of which "
        "a full one blocks the sender.",
        "The same, with a limit for each call. PUSH for one-way messages, REQ for two-way ones, "
        "over unix sockets or tcp.",
    ),
    "raw": Setting(
        "Sockets and shared memory without an ORB: the bytes that a message of ours has.",
        "TCP_NODELAY; over shared memory both sides look without rest.",
    ),
}


def settings_of(evidence: Evidence) -> list[tuple[str, Setting]]:
    """Of those that have results, ours first."""
    present = {run.orb for run in evidence.results.all_runs}
    return [(name_of(orb), setting) for orb, setting in SETTINGS.items() if orb in present]
