# SPDX-License-Identifier: Apache-2.0
"""The chain of components: every packet comes through, wherever the components are."""

from pathlib import Path

import pytest
from orbweaver.bench.chain_bars import PLAIN, SEPARATE, TOGETHER
from orbweaver.run.bench_program import BenchProgram, Refused
from programs import path_of

PROGRAM = Path(path_of("orbweaver-chain-bench"))
PACKETS = 500


@pytest.mark.parametrize("placement", [TOGETHER, SEPARATE, PLAIN])
def test_all_packets_come_through_in_each_block(placement: str) -> None:
    with BenchProgram(PROGRAM, ["--placement", placement, "--filters", "2"]) as chain:
        for _ in range(3):
            answer = chain.ask({"packets": PACKETS})
            assert answer["packets"] == PACKETS
            assert int(str(answer["elapsed_ns"])) > 0
            assert int(str(answer["processor_ns"])) > 0


def test_a_command_without_packets_is_refused_and_the_next_is_answered() -> None:
    with BenchProgram(PROGRAM, ["--filters", "0"]) as chain:
        with pytest.raises(Refused, match="packets: at least 1"):
            chain.ask({"packets": 0})
        assert chain.ask({"packets": 1})["packets"] == 1
