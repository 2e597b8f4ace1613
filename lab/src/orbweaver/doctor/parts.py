"""Peers and tools that some experiments need: what is missing costs those, and nothing else."""

from orbweaver.bench.peers import ALWAYS, PEERS
from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine
from orbweaver.lab.execute import INSTALL
from orbweaver.run import programs
from orbweaver.run.tools import find_tool

TOOLS = {
    "stress-ng": ("load beside a measurement", "apt install stress-ng"),
    "ip": ("two hosts in network namespaces", "apt install iproute2"),
    "tc": ("links of a given speed", "apt install iproute2"),
    "nuttcp": ("raw TCP by a known tool", "apt install nuttcp"),
    "tshark": ("bytes on the wire", "apt install tshark"),
}


def check_pipeline_peers(machine: Machine) -> Finding:
    """Other ORBs that run the experiments of paper 1."""
    lacking = [orb for orb in INSTALL if programs.find(f"{orb}-stage", machine.bin) is None]
    return _told("peers for pipelines", [*INSTALL], lacking,
                 [f"{orb}: {INSTALL[orb]}" for orb in lacking])  # fmt: skip


def check_bench_peers(machine: Machine) -> Finding:
    """Other ways to send single messages."""
    lacking = [name for name in PEERS if programs.find(f"{name}-bench-client", machine.bin) is None]
    mends = [f"{name}: {PEERS[name].install}" for name in lacking if PEERS[name].install != ALWAYS]
    mends += ["./x build"] if lacking else []
    return _told("peers for messages", [*PEERS], lacking, mends)


def check_tools(_machine: Machine) -> Finding:
    """Programs of the distribution that single experiments start."""
    lacking = [name for name in TOOLS if find_tool(name) is None]
    mends = dict.fromkeys(TOOLS[name][1] for name in lacking)
    words = [f"{name} ({TOOLS[name][0]})" for name in lacking]
    return _told("tools", [*TOOLS], words, list(mends))


def _told(check: str, names: list[str], lacking: list[str], mends: list[str]) -> Finding:
    if not lacking:
        return Finding(check, "ok", ", ".join(names))
    return Finding(check, "warn", f"missing: {', '.join(lacking)}", "; ".join(mends))
