# SPDX-License-Identifier: Apache-2.0
"""The version stands in CMakeLists.txt and, for an installed Python package, in its __init__.py.
All else is made from the two, or is held against them here."""

import hashlib
import json
import re
import subprocess
import tomllib
from pathlib import Path

import orbweaver

ROOT = Path(__file__).parents[2]


def found(path: str, pattern: str) -> str:
    """The first group of a pattern in a file."""
    match = re.search(pattern, (ROOT / path).read_text("utf-8"), re.MULTILINE)
    assert match, f"{path} has no {pattern}"
    return match[1]


VERSION = found("CMakeLists.txt", r"^project\(orbweaver VERSION (\S+)")
MINOR = VERSION.rpartition(".")[0]


def test_the_python_package_has_the_version_of_the_build() -> None:
    assert orbweaver.__version__ == VERSION


def test_the_wheel_takes_its_version_from_the_package() -> None:
    recipe = tomllib.loads((ROOT / "lab/pyproject.toml").read_text())
    assert recipe["project"]["dynamic"] == ["version"]
    assert "version" not in recipe["project"]
    assert recipe["tool"]["hatch"]["version"] == {"path": "src/orbweaver/__init__.py"}


def test_the_newest_notes_are_of_this_version() -> None:
    assert found("CHANGELOG.md", r"^## (\S+)") == VERSION


def test_the_promises_are_those_of_this_version() -> None:
    assert found("VERSIONING.md", r"The current version is (\S+):") == VERSION
    assert f"find_package(orbweaver {MINOR})" in (ROOT / "VERSIONING.md").read_text()


def test_x_prints_the_version_and_the_commit() -> None:
    done = subprocess.run(
        [ROOT / "x", "version"], capture_output=True, text=True, check=True, cwd="/"
    )
    assert re.fullmatch(
        rf"orbweaver {re.escape(VERSION)}( \(commit [0-9a-f]+(-dirty)?\))?\n", done.stdout
    )


# Recipes for package managers that want it in the recipe.
VCPKG = "packaging/vcpkg/orbweaver/vcpkg.json"
YOCTO = "packaging/yocto/meta-orbweaver/recipes-connectivity/orbweaver"


def test_recipes_are_of_this_version() -> None:
    assert json.loads((ROOT / VCPKG).read_text())["version"] == VERSION
    (recipe,) = (ROOT / YOCTO).glob("*.bb")
    assert recipe.name == f"orbweaver_{VERSION}.bb"


def test_a_recipe_names_the_licence_as_it_is() -> None:
    (recipe,) = (ROOT / YOCTO).glob("*.bb")
    of_file = hashlib.md5((ROOT / "LICENSE").read_bytes(), usedforsecurity=False).hexdigest()
    assert f"file://LICENSE;md5={of_file}" in recipe.read_text()


def test_no_build_file_states_it_a_second_time() -> None:
    names = subprocess.run(
        ["git", "ls-files", "*CMakeLists.txt", "*.cmake", "*.in", "packaging"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    version = re.compile(rf"(?<![\d.]){re.escape(VERSION)}(?![\d.])")
    stating = [
        name
        for name in names
        if name not in ("CMakeLists.txt", VCPKG)
        and version.search((ROOT / name).read_text("utf-8"))
    ]
    assert stating == []
