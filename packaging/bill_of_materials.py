#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The bill of materials of the packages, in SPDX 2.3: what is in them that was not written here.

bill_of_materials.py --build BUILD --packages DEBIAN --to FILE [--sysroot FOLDER] [--compiler CXX]

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
    """What was included, as ninja noted it; those of the tree among them."""
    deps = output_of("ninja", "-C", build, "-t", "deps")
    return set(re.findall(r"^ +(/\S+)$", deps, re.MULTILINE))


def static_parts(compiler: str) -> list[str]:
    """Of the compiler, in the programs that need no library of it."""
    return [output_of(compiler, f"-print-file-name={name[1:]}").strip() for name in COMPILER]


@dataclass(frozen=True)
class System:
    """Packages that are installed here, or that tools/cross/sysroot.sh has unpacked."""

    root: Path = Path("/")

    def _query(self, *words: str) -> subprocess.CompletedProcess[str]:
        database = [] if self.root == Path("/") else [f"--admindir={self.root}/dpkg"]
        command = ["dpkg-query", *database, *words]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def packages_of(self, files: Iterable[str]) -> set[Package]:
        """The packages of these files; one that no package has is left out."""
        real = {name for file in files for name in (file, os.path.realpath(file))}
        found = self._query("--search", *sorted(real)).stdout.splitlines() if real else []
        lines = [line for line in found if not line.startswith("diversion ")]
        names = {line.partition(": ")[0].split(",")[0].partition(":")[0] for line in lines}
        return {self.package(name) for name in names}

    def package(self, name: str) -> Package:
        """As it is there."""
        version = self._query("--show", "--showformat=${Version}\n", name).stdout.splitlines()[0]
        return Package(name, version, self._licences_of(name))

    def _licences_of(self, package: str) -> str:
        """The short names in the package's copyright file, where it has them."""
        file = self.root / "usr/share/doc" / package / "copyright"
        text = file.read_text("utf-8", "replace") if file.is_file() else ""
        if "Format:" not in text.partition("\n\n")[0]:
            return ""
        found = re.findall(r"^License: *(\S[^\n]*)", text, re.MULTILINE)
        return ", ".join(dict.fromkeys(name.strip() for name in found))

    def paths_of(self, sonames: Iterable[str]) -> list[str]:
        """Where the loader finds them."""
        if self.root == Path("/"):
            listed = output_of("ldconfig", "-p")
            known = dict(re.findall(r"^\s+(\S+) .*=> (\S+)$", listed, re.MULTILINE))
        else:
            places = [*self.root.glob("lib/*/*"), *self.root.glob("usr/lib/*/*")]
            known = {path.name: str(path) for path in places}
        return [known[name] for name in sonames if name in known]


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
    """What is in the packages below `debian`, which a build in `build` made.

    `linked` is the system whose libraries were linked, and `compiler` the one that linked them.
    """

    def __init__(self, build: Path, debian: Path, linked: System, compiler: str) -> None:
        self.build = build
        self.linked = linked
        self.compiler = compiler
        control = (debian / "control").read_text("utf-8")
        self.own = [
            name
            for name in re.findall(r"^Package: (\S+)", control, re.MULTILINE)
            if (debian / name).is_dir()
        ]
        self.debian = debian
        self.version = output_of("dpkg-parsechangelog", "-l", debian / "changelog", "-S", "Version")

    def _packages_of(self, files: Iterable[str]) -> set[Package]:
        """Of the linked system, or of this machine: so is the compiler, with its own library."""
        names = list(files)
        return self.linked.packages_of(names) | System().packages_of(names)

    def relations(self) -> Iterator[tuple[str, Package, str]]:
        """One of our packages, a package that it was made with, and a key of KINDS."""
        headers = self._packages_of(headers_of(self.build))
        static = self._packages_of(static_parts(self.compiler))
        for name in self.own:
            programs = programs_below(self.debian / name)
            shared = self.linked.packages_of(self.linked.paths_of(libraries_of(programs)))
            others = (other for other in sorted(shared) if other.name not in self.own)
            yield from ((name, other, "shared") for other in others)
            if programs or name == "liborbweaver-dev":
                yield from ((name, other, "header") for other in sorted(headers))
            if name == "orbweaver":
                yield from ((name, other, "static") for other in sorted(static - headers))
            if name == "orbweaver-doc":
                yield (name, System().package(PAGES), "page")

    def document(self, created: int, distribution: str) -> dict[str, object]:
        """The whole of it."""
        version = self.version.strip()
        relations = list(self.relations())
        others = sorted({other for _, other, _ in relations})
        described = [(DOCUMENT, identifier("package", name), "DESCRIBES") for name in self.own]
        related = [
            (identifier("package", name), identifier("from", other.name), KINDS[kind])
            for name, other, kind in relations
        ]
        return document_of(
            f"orbweaver-{version}",
            created,
            [[(name, vars(other), kind) for name, other, kind in relations], version],
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
    parser.add_argument("--sysroot", type=Path, default=Path("/"))
    parser.add_argument("--compiler", default="g++")
    given = parser.parse_args()
    created = int(os.environ["SOURCE_DATE_EPOCH"])
    bill = Bill(given.build, given.packages, System(given.sysroot), given.compiler)
    given.to.parent.mkdir(parents=True, exist_ok=True)
    document = bill.document(created, distribution_here())
    given.to.write_text(json.dumps(document, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
