# SPDX-License-Identifier: Apache-2.0
"""Gives each test a compiler."""

from pathlib import Path

import pytest
from compiler import Compiler


@pytest.fixture
def compiler(tmp_path: Path) -> Compiler:
    """A compiler in an empty folder."""
    return Compiler(tmp_path)
