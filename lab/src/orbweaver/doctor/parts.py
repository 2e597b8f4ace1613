# SPDX-License-Identifier: Apache-2.0
"""Peers and tools that some experiments need: what is missing costs those, and nothing else."""

from collections.abc import Sequence

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine
from orbweaver.model.peer_records import BUILT_BY, how_to_install, records
from orbweaver.run import programs
from orbweaver.run.tools import find_tool

OURS = "orbweaver"
IN_A_TREE = "none is in an installation: measurements beside others run from the source tree"
TOOLS = {
    "stress-ng": ("load beside a measurement", "apt install stress-ng"),
    "cyclictest": ("how late this machine wakes a thread", "apt install rt-tests"),
    "ip": ("two hosts in network namespaces", "apt install iproute2"),
    "tc": ("links of a given speed", "apt install iproute2"),
    "nuttcp": ("raw TCP by a known tool", "apt install nuttcp"),
    "tshark": ("bytes on the wire", "apt install tshark"),
}


def check_pipeline_peers(machine: Machine) -> Finding:
    """Other peers that run the experiments of paper 1."""
    others = [name for name in _with_programs("pipeline") if name != OURS]
    return _peers("peers for pipelines", others, "stage", machine)


def check_bench_peers(machine: Machine) -> Finding:
    """Other ways to send single messages."""
    return _peers("peers for messages", _with_programs("bench"), "bench-client", machine)


def _with_programs(kind: str) -> list[str]:
    return [name for name, record in records().items() if kind in record["programs"]]


def _peers(check: str, names: Sequence[str], role: str, machine: Machine) -> Finding:
    missing = [name for name in names if programs.find(f"{name}-{role}", machine.bin) is None]
    if missing and programs.prefix():
        return Finding(check, "ok", IN_A_TREE)
    fixes = [f"{name}: {_how_to_install(name)}" for name in missing]
    return _finding(check, names, missing, fixes)


def _how_to_install(name: str) -> str:
    record = records()[name]
    return how_to_install(record.get("install", ""), record.get("built_by", BUILT_BY))


def check_tools(_machine: Machine) -> Finding:
    """Programs of the distribution that single experiments start."""
    missing = [name for name in TOOLS if find_tool(name) is None]
    fixes = list(dict.fromkeys(TOOLS[name][1] for name in missing))
    words = [f"{name} ({TOOLS[name][0]})" for name in missing]
    return _finding("tools", list(TOOLS), words, fixes)


def _finding(check: str, names: Sequence[str], missing: list[str], fixes: list[str]) -> Finding:
    if not missing:
        return Finding(check, "ok", ", ".join(names))
    return Finding(check, "warn", f"missing: {', '.join(missing)}", "; ".join(fixes))
