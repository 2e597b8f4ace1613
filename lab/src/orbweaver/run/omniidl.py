# SPDX-License-Identifier: Apache-2.0
"""Finds omniidl, the IDL front end: of the extra `idl` of the Python package, else Debian's."""

import os
import shutil
import sys
from pathlib import Path


def find_omniidl() -> str | None:
    """Its path; None: not installed. An environment's programs need not be on the search path."""
    beside_python = str(Path(sys.executable).parent)
    folders = [beside_python, os.environ.get("PATH", os.defpath)]
    return shutil.which("omniidl", path=os.pathsep.join(folders))
