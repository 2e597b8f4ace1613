# SPDX-License-Identifier: Apache-2.0
"""What `bench size` makes of binutils' answer, and when it is content."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from orbweaver.bench.weight import Verdict, Weight, parse_size, verdicts
from orbweaver.cli.main import run_command

OUTPUT = """   text\t   data\t    bss\t    dec\t    hex\tfilename
1478741\t  47240\t  25000\t1550981\t 17aa85\t/a folder/orbweaver-minimal-server
   4978\t    888\t     16\t   5882\t   16fa\traw-minimal
"""


def test_a_line_for_each_program() -> None:
    assert parse_size(OUTPUT) == [
        Weight("orbweaver-minimal-server", 1478741, 47240, 25000),
        Weight("raw-minimal", 4978, 888, 16),
    ]


@pytest.mark.parametrize(("theirs", "ok"), [(101, True), (100, False), (99, False)])
def test_ours_must_be_smaller(theirs: int, ok: bool) -> None:
    weights = [
        Weight(f"{orb}-minimal-{side}", text, 0, 0)
        for side in ("server", "client")
        for orb, text in (("orbweaver", 100), ("omniorb", theirs))
    ]
    assert [verdict.ok for verdict in verdicts(weights)] == [ok, ok]


def test_nothing_to_compare_with_is_no_success() -> None:
    weights = [Weight(f"orbweaver-minimal-{side}", 100, 0, 0) for side in ("server", "client")]
    assert verdicts(weights) == [Verdict("server", None), Verdict("client", None)]
    assert not any(verdict.ok for verdict in verdicts(weights))


def programs_in(folder: Path, *names: str) -> None:
    """Any ELF file will do."""
    for name in names:
        shutil.copy(Path(sys.executable).resolve(), folder / name)


def test_status_1_and_a_line_if_omniorb_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    programs_in(tmp_path, "orbweaver-minimal-server", "orbweaver-minimal-client", "raw-minimal")
    document = tmp_path / "size.json"
    command = ["bench", "size", "--bin", str(tmp_path), "--json", str(document)]
    assert run_command(command) == 1
    assert "server: omniORB's is missing; apt-get install" in capsys.readouterr().out
    written = json.loads(document.read_text())
    assert written["schema"] == "orbweaver-size/1"
    assert {one["text"] for one in written["programs"]} != {0}
    assert [one["ok"] for one in written["verdicts"]] == [False, False]


def test_ours_must_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_command(["bench", "size", "--bin", str(tmp_path)]) == 2
    assert "orbweaver-minimal-server" in capsys.readouterr().err
