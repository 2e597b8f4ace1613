"""One installation for all tests here, moved so that nothing of it relies on its first place."""

import shlex
from pathlib import Path

import pytest
from prefix import must
from programs import ROOT


@pytest.fixture(scope="session")
def prefix(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("install")
    must("cmake", "--install", ROOT / "build/release", "--prefix", folder / "first")
    return (folder / "first").rename(folder / "prefix")


def page_commands(prefix: Path, build: Path) -> tuple[list[str], list[str]]:
    """What the page has its reader type to build the example, with the places of this test."""
    lines = (ROOT / "docs/your-own-program.md").read_text().splitlines()
    first = next(
        i for i, line in enumerate(lines) if line.startswith("cmake -G Ninja -S examples/tuner")
    )
    places = {"/tmp/tuner": str(build), "/opt/orbweaver": str(prefix)}

    def typed(line: str) -> list[str]:
        for place, here in places.items():
            line = line.replace(place, here)
        return shlex.split(line)

    return typed(lines[first]), typed(lines[first + 1])


@pytest.fixture(scope="session")
def built(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, built as its page says."""
    build = tmp_path_factory.mktemp("tuner")
    configure, make = page_commands(prefix, build)
    must(*configure, folder=ROOT)
    said = must(*make, "-j", "2")
    assert "warning" not in said
    return build
