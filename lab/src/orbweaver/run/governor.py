# SPDX-License-Identifier: Apache-2.0
"""What governs the clock rate of the processors."""

from pathlib import Path


def governor(sys: Path = Path("/sys")) -> str | None:
    """What governs the clock rate of the processors; None where nothing does that can be seen."""
    found = sys.glob("devices/system/cpu/cpu[0-9]*/cpufreq/scaling_governor")
    names = {path.read_text().strip() for path in found}
    return ", ".join(sorted(names)) or None
