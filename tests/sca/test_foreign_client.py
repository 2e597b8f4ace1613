# SPDX-License-Identifier: Apache-2.0
"""A resource of Orbweaver's, called by a program whose stubs and ORB are omniORB's."""

import subprocess

from programs import ENDS_WITHIN_S, lines_of, path_of, running

CASES = 14


def test_a_client_on_another_orb_calls_every_operation_of_a_resource() -> None:
    with running("sca-resource-server") as server:
        client = [path_of("omniorb-resource-client"), "--ior", server.ior]
        done = subprocess.run(
            client, capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False
        )
        assert not done.stderr
        cases = lines_of(done.stdout)
        assert [case for case in cases if not case["ok"]] == []
        assert len(cases) == CASES
        assert done.returncode == 0
        assert server.end() == 0
