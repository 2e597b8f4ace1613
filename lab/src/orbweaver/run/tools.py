# SPDX-License-Identifier: Apache-2.0
"""Programs of the distribution."""

import os
import shutil

SYSTEM_FOLDERS = ("/usr/sbin", "/sbin")
"""Not in the search path of people on Debian, but programs as `tc` live there."""


def find_tool(name: str) -> str | None:
    """Where it is; None: not installed."""
    folders = [os.environ.get("PATH", os.defpath), *SYSTEM_FOLDERS]
    return shutil.which(name, path=os.pathsep.join(folders))
