# SPDX-License-Identifier: Apache-2.0
"""Finds omniidl, the IDL front end: of the extra `idl` of the Python package, else Debian's."""

import os
import shutil
import sys
from pathlib import Path


def find_omniidl() -> str | None:
    """Its path; None: not installed. An environment's programs need not be on the search path."""
    folders = [_beside_python(), os.environ.get("PATH", os.defpath)]
    return shutil.which("omniidl", path=os.pathsep.join(folders))


def omniidl_command() -> list[str]:
    """The words that start it; none: not installed.

    That of an environment is a script in Python whose first line names the interpreter: such a line
    ends at a space in the path.
    """
    program = find_omniidl()
    if program is None:
        return []
    is_of_environment = sys.prefix != sys.base_prefix and program.startswith(_beside_python())
    return [sys.executable, program] if is_of_environment else [program]


def _beside_python() -> str:
    return str(Path(sys.executable).parent)
