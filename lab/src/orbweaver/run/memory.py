# SPDX-License-Identifier: Apache-2.0
"""What a process takes of the memory."""

from pathlib import Path

from orbweaver.problems import JobFailed


def private_kib(pid: int) -> float:
    """Memory that belongs to the process alone: heap and stacks, not files. Raises JobFailed."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except OSError as problem:
        raise JobFailed(f"the memory of process {pid} cannot be read: {problem}") from None
    return anonymous_kib(text)


def anonymous_kib(smaps_rollup: str) -> float:
    """As the kernel writes it: `Anonymous:  1234 kB`, in memory or swapped out."""
    kib = {line.split(":")[0]: line.split()[1] for line in smaps_rollup.splitlines()[1:]}
    return float(kib["Anonymous"]) + float(kib["Swap"])
