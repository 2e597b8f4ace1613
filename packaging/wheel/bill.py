# SPDX-License-Identifier: Apache-2.0
"""The bill of materials of the wheel, in SPDX 2.3: what is in it that was not written here.

Installers put it into the folder `sboms` beside the wheel's metadata (PEP 770).
"""

import json
import sys
import uuid
from datetime import UTC, datetime
from pathlib import Path

from licences import Origin

sys.path.append(str(Path(__file__).resolve().parents[1]))
from bill_of_materials import (
    DOCUMENT,
    Package,
    distribution_here,
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
    distribution = distribution_here()
    contents = json.dumps([version, [vars(each) for each in found]])
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": DOCUMENT,
        "name": f"{WHEEL}-{version}",
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, contents)}",
        "creationInfo": {
            "created": datetime.fromtimestamp(created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: packaging/wheel/bill.py"],
        },
        "packages": [own_entry(WHEEL, version), *(_entry(each, distribution) for each in found)],
        "relationships": [
            _relation(DOCUMENT, identifier("package", WHEEL), "DESCRIBES"),
            *(
                _relation(
                    identifier("package", WHEEL), identifier("from", each.package), "CONTAINS"
                )
                for each in found
            ),
        ],
    }


def _entry(origin: Origin, distribution: str) -> dict[str, object]:
    entry = entry_of(Package(origin.package, origin.version, ""), distribution)
    return {**entry, "licenseDeclared": origin.licence, "licenseConcluded": origin.licence}


def _relation(one: str, other: str, kind: str) -> dict[str, str]:
    return {"spdxElementId": one, "relatedSpdxElement": other, "relationshipType": kind}
