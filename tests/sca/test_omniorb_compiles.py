# SPDX-License-Identifier: Apache-2.0
"""Each interface file by itself, through the compiler of another ORB."""

import subprocess
from pathlib import Path

import pytest
from compare_idl import IDL, OURS


@pytest.mark.parametrize("file", OURS, ids=lambda file: str(file.relative_to(IDL)))
def test_omniorbs_compiler_takes_each_file_by_itself_without_a_warning(
    file: Path, tmp_path: Path
) -> None:
    command = ["omniidl", "-bcxx", "-Wba", f"-I{IDL}", "-C", str(tmp_path), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
    assert (tmp_path / f"{file.stem}.hh").stat().st_size > 0
