# SPDX-License-Identifier: Apache-2.0
"""The licences of what others wrote and the wheel brings, from Debian's packages of it."""

import shutil
import subprocess
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path("share/doc/orbweaver/licences")
# Their headers are compiled into the programs.
COMPILED_IN = ("libcli11-dev", "nlohmann-json3-dev", "libstdc++-12-dev")
DOCUMENTS = Path("/usr/share/doc")


@dataclass(frozen=True)
class Origin:
    """A package of the distribution, and the source that it was made from."""

    package: str
    source: str
    version: str


def origins(libraries: Iterable[Path]) -> list[Origin]:
    """The packages of the files, and of what is compiled in; each once, in the order of names."""
    names = {_package_of(path) for path in libraries} | {*COMPILED_IN}
    installed = (_origin(name) for name in sorted(names))
    return [each for each in installed if each]


def write(found: list[Origin], data: Path) -> None:
    """Their copyright files, and a list that says where the source is of each."""
    target = data / FOLDER
    target.mkdir(parents=True)
    for each in found:
        name = each.package.partition(":")[0]
        shutil.copyfile(DOCUMENTS / name / "copyright", target / f"{name}.txt")
    lines = [f"{each.package.partition(':')[0]}\t{each.source}\t{each.version}" for each in found]
    head = "Debian's package\tits source package\tversion of the source"
    (target / "sources.tsv").write_text("\n".join([head, *lines, ""]), encoding="utf-8")


def _package_of(library: Path) -> str:
    # Debian 12 has its libraries in /usr/lib, while some packages still call that /lib.
    for path in (library, Path(str(library).removeprefix("/usr"))):
        done = subprocess.run(
            ["dpkg-query", "--search", path], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return done.stdout.partition(": ")[0]
    raise SystemExit(f"{library} is of no package, so its licence is not known")


def _origin(package: str) -> Origin | None:
    done = subprocess.run(
        ["dpkg-query", "--show", "-f", "${source:Package}\t${source:Version}", package],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        return None
    source, version = done.stdout.split("\t")
    return Origin(package, source, version)
