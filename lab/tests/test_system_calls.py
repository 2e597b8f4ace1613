# SPDX-License-Identifier: Apache-2.0
"""perf is started again if it ends before it counts; a stand-in takes its place."""

import os
from pathlib import Path

import pytest

from orbweaver.bench.system_calls import TRIES, PerfCalls
from orbweaver.problems import JobFailed

STAND_IN = """\
#!/bin/sh
# Ends at its first $ENDS starts; later it answers each order.
echo started >> "$STARTS"
if [ "$(wc -l < "$STARTS")" -le "$ENDS" ]; then echo "no such thread" >&2; exit 255; fi
while [ "$1" != --control ]; do shift; done
fds=${2#fd:}
trap 'echo "$COUNT" >&2; exit' INT
while read -r order; do echo ack; done < "/dev/fd/${fds%,*}" > "/dev/fd/${fds#*,}"
"""


@pytest.fixture
def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A line for each start of the stand-in."""
    stand_in = tmp_path / "perf"
    stand_in.write_text(STAND_IN)
    stand_in.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setenv("COUNT", '{"event": "raw_syscalls:sys_enter", "counter-value": "7"}')
    monkeypatch.setenv("STARTS", str(tmp_path / "starts"))
    return tmp_path / "starts"


def test_perf_that_ends_before_it_counts_is_started_again(
    starts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENDS", str(TRIES - 1))
    assert PerfCalls(os.getpid()).counts()["all"] == 7
    assert len(starts.read_text().splitlines()) == TRIES


def test_perf_that_always_ends_is_a_failure_that_says_why(
    starts: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ENDS", str(TRIES))
    with pytest.raises(JobFailed, match="did not enable counting: no such thread"):
        PerfCalls(os.getpid())
    assert len(starts.read_text().splitlines()) == TRIES
