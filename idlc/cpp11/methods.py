# SPDX-License-Identifier: Apache-2.0
"""methods.json: the operations of each interface, as functions of a class that serves it.

Programs read it that write such a class: `orbweaver new component --control`.
"""

from __future__ import annotations

import json
from pathlib import Path

from cpp11 import example_server, standard, walk
from cpp11 import model as m
from cpp11.names import qualified

FILE = "methods.json"
_WIDTH = 98  # within a class


def describe(file: m.File) -> str:
    """The interfaces that a servant may have, and which other files their C++ needs."""
    served = [each for each in walk.remote_interfaces(file.declarations) if not each.is_abstract]
    included = [name for name in file.included if Path(name).name not in standard.FILES]
    interfaces = [
        {
            "name": qualified(each.name),
            "repository_id": each.repository_id,
            "operations": sorted({one.name for one in example_server.operations(each)}),
            "methods": [line for one in example_server.operations(each) for line in _method(one)],
        }
        for each in served
    ]
    return json.dumps({"interfaces": interfaces, "included": included}, indent=1) + "\n"


def _method(operation: m.Operation) -> list[str]:
    # The class need not derive from the skeleton.
    written = example_server.servant_method(operation)
    lines = [line.replace(") override {", ") {") for line in written]
    whole = " ".join(line.strip() for line in lines)
    return [whole] if len(whole) <= _WIDTH else lines
