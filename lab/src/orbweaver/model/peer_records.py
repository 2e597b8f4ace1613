# SPDX-License-Identifier: Apache-2.0
"""The records of the peers as they are written, for what runs without Python's packages."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

BUILT_BY = "./x build"


@cache
def records() -> dict[str, dict[str, Any]]:
    """Every record by the peer's name, in the order of lists."""
    found = {
        record.name.removesuffix(".toml"): tomllib.loads(record.read_text("utf-8"))
        for record in files("orbweaver.model").joinpath("peers").iterdir()
        if record.name.endswith(".toml")
    }
    return dict(sorted(found.items(), key=lambda one: (one[1]["order"], one[0])))


def how_to_install(install: str, built_by: str) -> str:
    """The commands that make a peer's programs."""
    return f"{install}, then {built_by}" if install else built_by
