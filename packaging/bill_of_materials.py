#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bill of materials of the packages, in SPDX 2.3: what is in them that was not written here.

bill_of_materials.py --build BUILD --packages DEBIAN --to FILE

Nothing is listed by hand. Shared libraries are those that the programs in the packages need;
headers are those that ninja noted when it compiled; what is linked into programs beyond them is
the compiler's own, by the option -static-libstdc++. dpkg says which package each file is of, and
the package's copyright file what its licence is.
"""

import argparse
import json
import os
import re
import subprocess
import uuid
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

KINDS = {
    "shared": "DYNAMIC_LINK",
    "header": "STATIC_LINK",
    "static": "STATIC_LINK",
    "page": "CONTAINS",
}
"""How one of our packages relates to a package that it was made with."""

PAGES = "mkdocs-material"
COMPILER = ("/libstdc++.a", "/libgcc.a", "/libgcc_eh.a")
DOCUMENT = "SPDXRef-DOCUMENT"
UNKNOWN = "NOASSERTION"


@dataclass(frozen=True, order=True)
class Package:
    """Of the distribution."""

    name: str
    version: str
    licences: str


def output_of(*command: str | Path) -> str:
    """Of a command that must succeed."""
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def programs_below(folder: Path) -> list[Path]:
    """Programs and shared libraries."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and not path.is_symlink())
    return [path for path in files if path.open("rb").read(4) == b"\x7fELF"]


def libraries_of(programs: Iterable[Path]) -> set[str]:
    """The SONAMEs that they need."""
    needed: set[str] = set()
    for program in programs:
        needed |= set(re.findall(r"NEEDED\s+(\S+)", output_of("objdump", "-p", program)))
    return needed


def headers_of(build: Path) -> set[str]:
    """What was included from outside of the tree, as ninja noted it."""
    deps = output_of("ninja", "-C", build, "-t", "deps")
    return set(re.findall(r"^ +(/usr/\S+)$", deps, re.MULTILINE))


def static_parts() -> list[str]:
    """Of the compiler, in the programs that need no library of it."""
    command = os.environ.get("CXX", "g++")
    return [output_of(command, f"-print-file-name={name[1:]}").strip() for name in COMPILER]


def owners_of(files: Iterable[str]) -> set[str]:
    """The packages of these files; one that no package has is left out."""
    real = {name for file in files for name in (file, os.path.realpath(file))}
    if not real:
        return set()
    done = subprocess.run(
        ["dpkg-query", "--search", *sorted(real)], capture_output=True, text=True, check=False
    )
    lines = (line for line in done.stdout.splitlines() if not line.startswith("diversion "))
    return {line.partition(": ")[0].split(",")[0].partition(":")[0] for line in lines}


def paths_of(sonames: Iterable[str]) -> list[str]:
    """Where the loader finds them."""
    known = dict(re.findall(r"^\s+(\S+) .*=> (\S+)$", output_of("ldconfig", "-p"), re.MULTILINE))
    return [known[name] for name in sonames if name in known]


def licences_of(package: str) -> str:
    """The short names in the package's copyright file, where it has them."""
    file = Path("/usr/share/doc") / package / "copyright"
    text = file.read_text("utf-8", "replace") if file.is_file() else ""
    if "Format:" not in text.partition("\n\n")[0]:
        return ""
    found = re.findall(r"^License: *(\S[^\n]*)", text, re.MULTILINE)
    return ", ".join(dict.fromkeys(name.strip() for name in found))


def package_of(name: str) -> Package:
    """As it is installed here, where the packages were built."""
    version = output_of("dpkg-query", "--show", "--showformat=${Version}\n", name).splitlines()[0]
    return Package(name, version, licences_of(name))


def identifier(kind: str, name: str) -> str:
    """Letters, digits, dots and dashes."""
    return f"SPDXRef-{kind}-{re.sub(r'[^A-Za-z0-9.]', '-', name)}"


def entry_of(package: Package, distribution: str) -> dict[str, object]:
    """One package of the distribution."""
    entry: dict[str, object] = {
        "name": package.name,
        "SPDXID": identifier("from", package.name),
        "versionInfo": package.version,
        "downloadLocation": UNKNOWN,
        "filesAnalyzed": False,
        "licenseConcluded": UNKNOWN,
        "licenseDeclared": UNKNOWN,
        "copyrightText": UNKNOWN,
        "supplier": UNKNOWN,
        "externalRefs": [
            {
                "referenceCategory": "PACKAGE-MANAGER",
                "referenceType": "purl",
                "referenceLocator": f"pkg:deb/{distribution}/{package.name}@"
                + package.version.replace("+", "%2B").replace("~", "%7E").replace(":", "%3A"),
            }
        ],
    }
    if package.licences:
        entry["licenseComments"] = f"its copyright file names: {package.licences}"
    return entry


def own_entry(name: str, version: str) -> dict[str, object]:
    """One package that is built here."""
    return {
        "name": name,
        "SPDXID": identifier("package", name),
        "versionInfo": version,
        "downloadLocation": UNKNOWN,
        "filesAnalyzed": False,
        "licenseConcluded": "Apache-2.0",
        "licenseDeclared": "Apache-2.0",
        "copyrightText": "2026 Orbweaver developers",
    }


Relation = tuple[str, str, str]
"""Two identifiers, and how the first relates to the second."""


def document_of(
    name: str,
    created: int,
    contents: object,
    packages: list[dict[str, object]],
    relations: list[Relation],
) -> dict[str, object]:
    """The whole of a bill. The same contents and the same time give the same bytes."""
    text = json.dumps(contents)
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": DOCUMENT,
        "name": name,
        "documentNamespace": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, text)}",
        "creationInfo": {
            "created": datetime.fromtimestamp(created, UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Tool: packaging/bill_of_materials.py"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relatedSpdxElement": other, "relationshipType": kind}
            for one, other, kind in relations
        ],
    }


class Bill:
    """What is in the packages below `debian`, which a build in `build` made."""

    def __init__(self, build: Path, debian: Path) -> None:
        self.build = build
        control = (debian / "control").read_text("utf-8")
        self.own = [
            name
            for name in re.findall(r"^Package: (\S+)", control, re.MULTILINE)
            if (debian / name).is_dir()
        ]
        self.debian = debian
        self.version = output_of("dpkg-parsechangelog", "-l", debian / "changelog", "-S", "Version")

    def relations(self) -> Iterator[tuple[str, str, str]]:
        """One of our packages, a package that it was made with, and a key of KINDS."""
        headers = owners_of(headers_of(self.build))
        static = owners_of(static_parts())
        for name in self.own:
            programs = programs_below(self.debian / name)
            shared = owners_of(paths_of(libraries_of(programs)))
            yield from ((name, other, "shared") for other in sorted(shared - set(self.own)))
            if programs or name == "liborbweaver-dev":
                yield from ((name, other, "header") for other in sorted(headers))
            if name == "orbweaver":
                yield from ((name, other, "static") for other in sorted(static - headers))
            if name == "orbweaver-doc":
                yield (name, PAGES, "page")

    def document(self, created: int, distribution: str) -> dict[str, object]:
        """The whole of it."""
        version = self.version.strip()
        relations = list(self.relations())
        others = [package_of(name) for name in sorted({other for _, other, _ in relations})]
        described = [(DOCUMENT, identifier("package", name), "DESCRIBES") for name in self.own]
        related = [
            (identifier("package", name), identifier("from", other), KINDS[kind])
            for name, other, kind in relations
        ]
        return document_of(
            f"orbweaver-{version}",
            created,
            [relations, [vars(one) for one in others], version],
            [own_entry(name, version) for name in self.own]
            + [entry_of(package, distribution) for package in others],
            described + related,
        )


def distribution_here() -> str:
    """As purl names it: debian, ubuntu."""
    found = re.search(r'^ID="?(\w+)', Path("/etc/os-release").read_text("utf-8"), re.MULTILINE)
    return found[1] if found else "debian"


def main() -> None:
    """Write the file, with the time of the commit: a second build has the same bytes."""
    parser = argparse.ArgumentParser(description=__doc__)
    for option in ("--build", "--packages", "--to"):
        parser.add_argument(option, type=Path, required=True)
    given = parser.parse_args()
    created = int(os.environ["SOURCE_DATE_EPOCH"])
    bill = Bill(given.build, given.packages).document(created, distribution_here())
    given.to.parent.mkdir(parents=True, exist_ok=True)
    given.to.write_text(json.dumps(bill, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
