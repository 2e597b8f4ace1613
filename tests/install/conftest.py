"""One installation for all tests here, moved so that nothing of it relies on its first place."""

from pathlib import Path

import pytest
from prefix import must
from programs import ROOT


@pytest.fixture(scope="session")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("install")
    must("cmake", "--install", ROOT / "build/release", "--prefix", folder / "first")
    return (folder / "first").rename(folder / "prefix")


@pytest.fixture(scope="session")
def built(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, built as its page says."""
    build = tmp_path_factory.mktemp("tuner")
    must(
        "cmake",
        "-S",
        ROOT / "examples/tuner",
        "-B",
        build,
        "-G",
        "Ninja",
        "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_PREFIX_PATH={prefix}",
    )
    said = must("cmake", "--build", build, "-j", "2")
    assert "warning" not in said
    return build
