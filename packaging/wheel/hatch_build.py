# SPDX-License-Identifier: Apache-2.0
"""Puts the native programs and what they need into the wheel: `./x wheel` stages them.

Hatchling runs it only where HATCH_BUILD_HOOK_ENABLE_CUSTOM is true. Without it the wheel is that of
the Python side alone, as a source tree installs it.
"""

import os
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

STAGED = "ORBWEAVER_WHEEL_STAGED"
PLATFORM = "ORBWEAVER_WHEEL_PLATFORM"
BILL = "ORBWEAVER_WHEEL_BILL"


class NativeFiles(BuildHookInterface[Any]):
    """The folder STAGED: `scripts` goes to the programs of an environment, `data` to its root."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Adds the files; any Python 3 takes the wheel, on the one platform."""
        staged = Path(os.environ[STAGED])
        scripts, data = sorted((staged / "scripts").iterdir()), sorted((staged / "data").iterdir())
        build_data["shared_scripts"] = {str(path): path.name for path in scripts}
        build_data["shared_data"] = {str(path): path.name for path in data}
        build_data["sbom_files"].append(os.environ[BILL])
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{os.environ[PLATFORM]}"
