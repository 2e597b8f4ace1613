# SPDX-License-Identifier: Apache-2.0
"""The programs of an installation, found by what the build installs: no list names them."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from programs import ROOT

INSTALLED = re.compile(r'file\(INSTALL DESTINATION "[^"]*" TYPE EXECUTABLE FILES "([^"]+)"\)')


def build_folder() -> Path:
    """Where the programs of this run of the tests were built."""
    release = ROOT / "build/release/bin"
    return Path(os.environ.get("ORBWEAVER_BIN", release)).parent


def _named() -> Iterator[Path]:
    for script in sorted(build_folder().rglob("cmake_install.cmake")):
        for found in INSTALLED.finditer(script.read_text()):
            yield Path(found[1])


def installed_programs() -> list[Path]:
    """The programs of C++ that `./x install` puts into a prefix, where the build has them."""
    return sorted(set(_named()))
