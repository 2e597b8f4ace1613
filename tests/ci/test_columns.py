# SPDX-License-Identifier: Apache-2.0
"""tools/columns.py finds each comment that is too wide, and nothing else."""

import subprocess
import sys
from pathlib import Path

import pytest
from programs import ROOT

COLUMNS = ROOT / "tools/columns.py"
LONG = "x" * 99


def found_in(root: Path, name: str, text: str) -> str:
    """What the tool prints of a tree with this one file."""
    subprocess.run(["git", "init", "--quiet", root], check=True)
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text)
    done = subprocess.run(
        [sys.executable, COLUMNS, root], capture_output=True, text=True, check=False
    )
    assert done.returncode == bool(done.stdout), done.stderr
    return done.stdout


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.cpp", f"\n// {LONG}\n"),
        ("a.hpp", f"\nint a;  ///< {LONG}\n"),
        ("a.py", f"\n# {LONG}\n"),
    ],
)
def test_a_wide_comment_is_found(tmp_path: Path, name: str, text: str) -> None:
    assert found_in(tmp_path, name, text) == f"{name}:2: a comment of more than 100 columns\n"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.cpp", f"// {LONG[:97]}\n"),
        ("a.cpp", f'auto a = "{LONG}";\n'),
        ("a.py", f"a = '{LONG}'  # type: ignore\n"),
        ("idlc/golden/a.hpp", f"// {LONG}\n"),
        ("a.md", f"// {LONG}\n"),
    ],
)
def test_all_else_is_passed_over(tmp_path: Path, name: str, text: str) -> None:
    assert found_in(tmp_path, name, text) == ""
