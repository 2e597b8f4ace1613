# SPDX-License-Identifier: Apache-2.0
"""The lab's studies of paper 2 with the real programs."""

import shutil

import pytest
from orbweaver.experiments.find import all_experiments
from orbweaver.model.peer import able, peers, sends_bytes_only
from orbweaver.model.schema import StudyRun
from orbweaver.model.settings import Settings
from orbweaver.problems import JobFailed
from orbweaver.run import giop
from orbweaver.studies.calls.measure import OUR_KEY_BYTES
from programs import path_of, running


def test_raw_sends_as_many_bytes_as_a_message_of_ours_has() -> None:
    with running("orbweaver-bench-server") as server:
        assert giop.key_bytes(str(server.ready["reference"])) == OUR_KEY_BYTES
        assert server.end() == 0


@pytest.mark.parametrize(
    "orb", [peer for peer in able("captured-calls") if not sends_bytes_only(peer)]
)
def test_what_a_call_puts_on_the_wire_is_what_giop_says(orb: str) -> None:
    if not shutil.which("tshark"):
        pytest.skip("tshark is missing; install it with: apt-get install tshark")
    settings = Settings(quick=True, bin=path_of(f"{orb}-bench-server").parent)
    try:
        run, _ = all_experiments()["overhead"].run(orb, settings)
        assert isinstance(run, StudyRun)
    except JobFailed as problem:
        if "may not capture" in str(problem):
            pytest.skip(str(problem))
        raise
    # omniORB sends what is larger than its buffer in fragments, each with a header of its own.
    whole = [row for row in run.rows if str(row["payload_bytes"]) != "8192"]
    assert len(whole) == 5
    assert [row["request_bytes"] for row in whole] == [row["giop_request_bytes"] for row in whole]
    assert [row["reply_bytes"] for row in whole] == [row["giop_reply_bytes"] for row in whole]


@pytest.mark.parametrize("name", ["invocation", "connect"])
@pytest.mark.parametrize("orb", able("calls"))
def test_real_programs_measure_what_the_studies_ask(name: str, orb: str) -> None:
    settings = Settings(quick=True, bin=path_of(f"{orb}-bench-server").parent)
    run, messages = all_experiments()[name].run(orb, settings)
    assert isinstance(run, StudyRun)
    assert not [line for line in messages if "for size" not in line]
    wanted = set(peers()[orb].transports) & {"unix", "tcp"}
    assert wanted <= {str(row["way"]) for row in run.rows}
