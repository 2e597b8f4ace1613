# SPDX-License-Identifier: Apache-2.0
"""One installation for all tests here, moved so that nothing of it relies on its first place."""

from pathlib import Path

import pytest
from prefix import build_example, must
from programs import ROOT


@pytest.fixture(scope="session")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("install")
    must("cmake", "--install", ROOT / "build/release", "--prefix", folder / "first")
    return (folder / "first").rename(folder / "prefix")


@pytest.fixture(scope="session")
def built(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example tuner, built as its page says."""
    return build_example("tuner", prefix, tmp_path_factory.mktemp("tuner"))
