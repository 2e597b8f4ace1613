# SPDX-License-Identifier: Apache-2.0
"""The program of `bench deploy`: a domain and a bare launcher run the same chains of components."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from orbweaver.run.bench_program import BenchProgram, Refused
from orbweaver.run.programs import find
from programs import path_of


@pytest.fixture(scope="module")
def bench() -> Iterator[BenchProgram]:
    with BenchProgram(Path(path_of("orbweaver-deploy-bench")), []) as program:
        yield program


def positive(answer: dict[str, object], *keys: str) -> bool:
    return all(float(str(answer[key])) > 0 for key in keys)


@pytest.mark.parametrize("case", ["separate", "together", "bare"])
@pytest.mark.parametrize("components", [1, 3])
def test_a_chain_runs_and_is_gone(bench: BenchProgram, case: str, components: int) -> None:
    for _ in range(2):  # the second time the application is installed, and its files are loaded
        answer = bench.ask({"case": case, "components": components})
        assert (answer["case"], answer["components"]) == (case, components)
        assert positive(answer, "running_ms", "gone_ms")


@pytest.mark.parametrize("case", ["idle", "idle-omniorb"])
def test_what_an_idle_component_takes(bench: BenchProgram, case: str) -> None:
    if case == "idle-omniorb" and find("omniorb-idle-component") is None:
        pytest.skip("omniORB is not installed")
    answer = bench.ask({"case": case, "components": 3})
    assert positive(answer, "unique_kib", "pss_kib")
    assert float(str(answer["unique_kib"])) <= float(str(answer["pss_kib"]))


@pytest.mark.parametrize(
    ("command", "why"),
    [
        ({"case": "sundial", "components": 1}, "no case 'sundial' here; known are separate"),
        ({"case": "bare", "components": 0}, "components: 1 to 1000"),
    ],
)
def test_a_wrong_command_is_refused_and_the_program_goes_on(
    bench: BenchProgram, command: dict[str, object], why: str
) -> None:
    with pytest.raises(Refused, match=why):
        bench.ask(command)
    assert positive(bench.ask({"case": "bare", "components": 1}), "running_ms")
