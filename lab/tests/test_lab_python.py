# SPDX-License-Identifier: Apache-2.0
"""The lab as a library, and its documentation: what the page and the notebook show is run."""

import json
import re
from pathlib import Path
from random import Random

import polars as pl
import pytest

from experiments_by_name import EXPERIMENTS
from generated import fill, one
from orbweaver import lab
from orbweaver.problems import BadInput, JobFailed, RunsFailed
from orbweaver.record.store import store

DOCS = Path(__file__).parents[2] / "docs" / "guides"
NOTEBOOK = DOCS / "lab.ipynb"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return fill(tmp_path_factory.mktemp("results"), repeats=7)


def test_everything_that_is_offered_is_there_and_documented() -> None:
    page = (DOCS / "lab-python.md").read_text()
    for name in lab.__all__:
        assert getattr(lab, name).__doc__
        assert f"lab.{name}" in page
    with pytest.raises(AttributeError, match="nothing"):
        _ = getattr(lab, "nothing")  # noqa: B009


def test_a_run_gives_its_results(fake_bin: Path, tmp_path: Path) -> None:
    settings = lab.Settings(packets=20, work_ms=1)
    results = lab.run(["exp1", "exp6"], tmp_path / "out", repeat=2, settings=settings)
    assert [run.experiment for run in results.runs] == ["exp1", "exp1", "exp6", "exp6"]
    assert lab.stages(results).height == 12


@pytest.mark.parametrize(("names", "orb"), [("exp99", "orbweaver"), ("exp1", "nobody")])
def test_what_cannot_be_run_is_refused(tmp_path: Path, names: str, orb: str) -> None:
    with pytest.raises(BadInput, match=r"exp99|nobody"):
        lab.run(names, tmp_path, orb=orb)


def test_what_fails_does_not_stop_the_others_and_resume_makes_it_up(
    fake_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_RAW_CLOCKS", "exit3")
    said: list[str] = []
    settings = lab.Settings(packets=3, work_ms=0)
    with pytest.raises(RunsFailed, match="1 of 2 runs failed") as caught:
        lab.run(["clocks", "exp1"], tmp_path, settings=settings, say=said.append)
    (failure,) = caught.value.failures
    assert "raw-clocks" in str(failure)
    assert "[2/2] exp1 with orbweaver" in " ".join(said)
    assert any(line.startswith("failed: clocks with raw: raw-clocks") for line in said)
    kept = lab.load(tmp_path)
    assert [run.experiment for run in kept.runs] == ["exp1"]
    assert [one.experiment for one in kept.not_run] == ["clocks"]
    monkeypatch.delenv("FAKE_RAW_CLOCKS")
    assert lab.rows(lab.resume(tmp_path)).height > 0


def test_a_single_run_that_fails_raises_its_own_failure(
    fake_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FAKE_RAW_CLOCKS", "exit3")
    with pytest.raises(JobFailed, match="raw-clocks") as caught:
        lab.run("clocks", tmp_path)
    assert not isinstance(caught.value, RunsFailed)


def test_all_is_every_experiment_with_every_orb_that_is_here(
    fake_bin: Path, tmp_path: Path
) -> None:
    said: list[str] = []
    settings = lab.Settings(packets=3, work_ms=0, quick=True)
    results = lab.run("all", tmp_path, minutes=0, settings=settings, say=said.append)
    assert {run.experiment for run in results.runs} == {f"exp{n}" for n in range(1, 21)}
    assert any(line.startswith("not run: exp1") and "tao" in line for line in said)
    assert (tmp_path / "results.parquet").is_file()


def test_tables_and_figures_have_the_papers_numbers(folder: Path) -> None:
    results = lab.load(folder)
    twelve = lab.table(results, 12).filter(
        (pl.col("who") == "Published") & (pl.col("quantity") == "Last packet, ms")
    )
    assert twelve["value"].to_list() == [5388.72, 5394.15, 5399.72]
    names = [trace.name for trace in lab.figure(results, 9).data]  # pyright: ignore
    assert names == ["Published", "Orbweaver", "omniORB"]
    assert len(lab.figures(results, "exp14")) == 2
    assert list(lab.tables(results, "exp14")) == ["Orbweaver: stages"]


def test_what_is_not_there_is_reported(folder: Path, tmp_path: Path) -> None:
    results = lab.load(folder)
    for number in (1, 99):
        with pytest.raises(BadInput, match=f"the tables 2 to 13 are there, not {number}"):
            lab.table(results, number)
    with pytest.raises(BadInput, match="no section"):
        lab.tables(results, "exp99")
    with pytest.raises(BadInput, match=r"\.html, \.md, \.csv"):
        lab.report(results, tmp_path / "page.pdf")


def test_a_table_of_the_other_setup_is_named(tmp_path: Path) -> None:
    store(one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1)), tmp_path)
    results = lab.load(tmp_path)
    lab.table(results, 12)
    with pytest.raises(BadInput, match=r"exp6 give Table 12, not Table 13: .*--cores 1"):
        lab.table(results, 13)


def test_a_comparison_is_a_frame(folder: Path) -> None:
    results = lab.load(folder)
    frame = lab.compare(results, results)
    assert set(frame["verdict"]) == {"no change seen"}
    assert {"a_value", "b_low", "ratio_value", "ratio_high", "p", "effect"} <= set(frame.columns)


def test_the_code_of_the_page_runs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    page = (DOCS / "lab-python.md").read_text()
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert blocks
    namespace: dict[str, object] = {"before": lab.load(folder), "after": lab.load(folder)}
    for block in blocks:
        code = block.replace('"results"', repr(str(folder)))
        if "lab.run(" not in code:
            exec(compile(code, "docs/guides/lab-python.md", "exec"), namespace)


def test_the_notebook_runs_from_top_to_bottom(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ORBWEAVER_RESULTS", str(folder))
    monkeypatch.chdir(tmp_path)
    notebook = json.loads(NOTEBOOK.read_text())
    assert notebook["nbformat"] == 4
    namespace: dict[str, object] = {}
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell in cells:
        assert cell["outputs"] == []
        exec(compile("".join(cell["source"]), "docs/guides/lab.ipynb", "exec"), namespace)
    assert (tmp_path / "page.html").stat().st_size > 1_000_000
