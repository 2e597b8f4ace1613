# SPDX-License-Identifier: Apache-2.0
"""How each peer was set: what it does by default, and what the lab's programs set and why."""

from orbweaver.model.peer import Setup, peers
from orbweaver.page.evidence import Evidence


def settings_of(evidence: Evidence) -> list[tuple[str, Setup]]:
    """Of those that have results, Orbweaver first."""
    present = {run.orb for run in evidence.results.all_runs}
    return [
        (peer.title, peer.setup)
        for peer in peers().values()
        if peer.name in present and peer.setup is not None
    ]
