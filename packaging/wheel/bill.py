# SPDX-License-Identifier: Apache-2.0
"""The bill of materials of the wheel, in SPDX 2.3: what is in it that was not written here.

Installers put it into the folder `sboms` beside the wheel's metadata (PEP 770).
"""

import json
import sys
from pathlib import Path

from licences import Origin

sys.path.append(str(Path(__file__).resolve().parents[1]))
from bill_of_materials import (
    DOCUMENT,
    Package,
    distribution_here,
    document_of,
    entry_of,
    identifier,
    own_entry,
)

FILE = "orbweaver.spdx.json"
WHEEL = "orbweaver"


def write(found: list[Origin], version: str, created: int, folder: Path) -> Path:
    """Gives the file. The same parts and the same time give the same bytes."""
    file = folder / FILE
    text = json.dumps(_document(found, version, created), indent=1)
    file.write_text(text + "\n", encoding="utf-8")
    return file


def _document(found: list[Origin], version: str, created: int) -> dict[str, object]:
    distribution, own = distribution_here(), identifier("package", WHEEL)
    contained = [(own, identifier("from", each.package), "CONTAINS") for each in found]
    return document_of(
        f"{WHEEL}-{version}",
        created,
        [version, [vars(each) for each in found]],
        [own_entry(WHEEL, version), *(_entry(each, distribution) for each in found)],
        [(DOCUMENT, own, "DESCRIBES"), *contained],
    )


def _entry(origin: Origin, distribution: str) -> dict[str, object]:
    entry = entry_of(Package(origin.package, origin.version, ""), distribution)
    return {**entry, "licenseDeclared": origin.licence, "licenseConcluded": origin.licence}
