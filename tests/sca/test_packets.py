# SPDX-License-Identifier: Apache-2.0
"""The waveform `packets`, deployed across two nodes: `orbweaver lab run packet-api --deployed`."""

import json
import os
from pathlib import Path

import pytest
from orbweaver.cli.main import run_command
from orbweaver.experiments.packet_api.compare import OVER, QUICK
from orbweaver.link.namespaces import hosts_here, maker_of, why_not
from programs import path_of

NOT_HERE = why_not()


@pytest.mark.skipif(NOT_HERE is not None, reason=str(NOT_HERE))
def test_packets_of_a_deployed_waveform_are_measured_beside_those_of_bench_programs(
    tmp_path: Path,
) -> None:
    bin_folder = path_of("orbweaver-bench-client").parent
    words = ["--deployed", "--quick", "--out", str(tmp_path), "--bin", str(bin_folder)]
    assert run_command(["lab", "run", "packet-api", *words]) == 0
    (file,) = tmp_path.glob("packet-api/orbweaver/*.json")
    run = json.loads(file.read_text())
    assert run["config"]["deployed"] == "yes"
    blocks = [row for row in run["rows"] if row["sender"] != OVER]
    assert len(blocks) == 2 * 3 * len(QUICK.sizes) * QUICK.pairs
    assert {row["packets_count"] for row in blocks} == {QUICK.packets}
    over = [row for row in run["rows"] if row["sender"] == OVER]
    assert [row["link_mbit"] for row in over] == [10, 100, 1000]
    assert {row["call_ratio_share"]["count"] for row in over} == {len(QUICK.sizes) * QUICK.pairs}
    here = [name for name in hosts_here() if maker_of(name) == os.getpid()]
    assert here == []
