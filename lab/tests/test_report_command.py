# SPDX-License-Identifier: Apache-2.0
import sys
from pathlib import Path
from random import Random

import polars as pl
import pytest

from experiments_by_name import EXPERIMENTS
from generated import one
from orbweaver.cli.main import run_command
from orbweaver.record.store import store


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    store(one(EXPERIMENTS["exp6"], "orbweaver", "all", Random(1)), tmp_path / "results")
    return tmp_path / "results"


def test_the_page_lies_beside_the_results_and_parquet_with_it(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["lab", "report", str(folder)]) == 0
    assert (folder / "report.html").read_text().startswith("<!doctype html>")
    assert pl.read_parquet(folder / "results.parquet").height == 3
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "report.html" in captured.err


@pytest.mark.parametrize(("form", "start"), [("md", "# Orbweaver lab"), ("csv", "section,block")])
def test_other_formats_go_where_they_are_asked_to_go(
    folder: Path, form: str, start: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["lab", "report", str(folder), "--format", form, "-o", "-"]) == 0
    assert capsys.readouterr().out.startswith(start)
    assert run_command(["lab", "report", str(folder), "--format", form]) == 0
    assert (folder / f"report.{form}").read_text().startswith(start)


@pytest.mark.parametrize(
    ("name", "start"),
    [("a.md", "# Orbweaver lab"), ("a.csv", "section,block"), ("a.html", "<!doctype html>")],
)
def test_a_file_gets_the_format_that_its_name_says(folder: Path, name: str, start: str) -> None:
    out = folder.parent / name
    assert run_command(["lab", "report", str(folder), "-o", str(out)]) == 0
    assert out.read_text().startswith(start)


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (["-o", "a.pdf"], "a report ends with .html"),
        (["-o", "a.md", "--format", "csv"], "a.md ends with .md, and --format says csv"),
    ],
)
def test_a_name_that_says_another_format_is_refused(
    folder: Path, capsys: pytest.CaptureFixture[str], options: list[str], says: str
) -> None:
    assert run_command(["lab", "report", str(folder), *options]) == 2
    assert says in capsys.readouterr().err


def test_a_broken_file_is_one_line_and_the_page_is_made(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "exp6" / "orbweaver" / "2.json").write_text("{")
    assert run_command(["lab", "report", str(folder)]) == 0
    lines = capsys.readouterr().err.splitlines()
    assert [line.startswith("left out: ") for line in lines] == [True, False]
    assert "2.json: not whole JSON" in lines[0]


@pytest.mark.parametrize("arguments", [["none"], ["."], ["results", "-o", "no/such/page.html"]])
def test_what_cannot_be_reported_is_one_line_and_status_2(
    folder: Path,
    arguments: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(folder.parent)
    assert run_command(["lab", "report", *arguments]) == 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_folder_that_takes_no_parquet_still_gets_its_page(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "results.parquet").mkdir()
    assert run_command(["lab", "report", str(folder), "-o", str(tmp_path / "page.html")]) == 0
    assert "no results.parquet" in capsys.readouterr().err
    assert (tmp_path / "page.html").is_file()


def test_a_run_keeps_parquet_and_a_failed_one_says_what_was_not_run(
    fake_bin: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    command = ["lab", "run", "exp1", "--packets", "20", "--work-ms", "1", "--out", str(out)]
    assert run_command(command) == 0
    assert (out / "results.parquet").is_file()
    monkeypatch.setenv("FAKE_STAGE2", "error@5")
    assert run_command(command) == 1
    assert run_command(["lab", "report", str(out)]) == 0
    assert "the queue is on fire" in (out / "report.html").read_text()


def test_what_an_extra_of_the_package_would_bring_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "plotly", None)
    assert run_command(["lab", "report", str(folder)]) == 1
    assert "needs the Python package plotly: ./x setup report" in capsys.readouterr().err
    monkeypatch.setitem(sys.modules, "polars", None)
    for name in [name for name in sys.modules if name.startswith("orbweaver.results.frames")]:
        monkeypatch.delitem(sys.modules, name)
    assert run_command(["lab", "report", str(folder), "--format", "csv", "-o", "-"]) == 0
    assert "no results.parquet" in capsys.readouterr().err
