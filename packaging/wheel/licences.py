# SPDX-License-Identifier: Apache-2.0
"""The licences of what others wrote and the wheel has: licences.toml, and the texts that Debian's
packages have of it.
"""

import re
import shutil
import subprocess
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path("share/doc/orbweaver/licences")
TABLE = Path(__file__).with_name("licences.toml")
# Headers that are compiled into the programs. The compiler has its own.
HEADERS = ("CLI/CLI.hpp", "nlohmann/json.hpp", "toml++/toml.h")
DOCUMENTS = Path("/usr/share/doc")
# Texts that copyright files refer to.
COMMON = Path("/usr/share/common-licenses")
GPL = re.compile(r"\bA?GPL\b")


@dataclass(frozen=True, order=True)
class Origin:
    """A package of the distribution, and the source that it was made from."""

    package: str
    version: str
    source: str
    licence: str  # SPDX

    @property
    def copyright(self) -> Path:
        """The file that says all."""
        return DOCUMENTS / self.package / "copyright"


def origins(libraries: Iterable[Path], table: Path = TABLE) -> list[Origin]:
    """The packages of the files, and of what is compiled in; each once, in the order of names.

    Raises SystemExit for one that has no licence in the table, or one that no wheel may have.
    """
    headers = [Path("/usr/include") / name for name in HEADERS]
    files = [*libraries, *headers, _of_compiler("libstdc++.a")]
    read = tomllib.loads(table.read_text("utf-8"))
    found = [_origin(name, read) for name in sorted({_package_of(path) for path in files})]
    for each in found:
        _check(each, read)
    return found


def write(found: list[Origin], data: Path) -> None:
    """The texts, and a list that says where the source is of each."""
    target = data / FOLDER
    target.mkdir(parents=True)
    for each in found:
        shutil.copyfile(each.copyright, target / f"{each.package}.txt")
    for name in sorted({name for each in found for name in _common_texts(each.licence)}):
        shutil.copyfile(COMMON / name, target / f"{name}.txt")
    lines = ["\t".join((one.package, one.version, one.source, one.licence)) for one in found]
    head = "Debian's package\tits version\tits source package\tlicence of what is in the wheel"
    (target / "sources.tsv").write_text("\n".join([head, *lines, ""]), encoding="utf-8")


def _check(origin: Origin, table: dict[str, dict[str, str]]) -> None:
    if GPL.search(re.sub(r"\S+ WITH \S+", "", origin.licence)):
        raise SystemExit(f"{origin.package} is under {origin.licence}: no wheel may have it")
    names_gpl = GPL.search(origin.copyright.read_text("utf-8", "replace"))
    if names_gpl and "apart" not in table[_key(origin.source)]:
        raise SystemExit(
            f"{origin.copyright} names the GPL, and {TABLE.name} does not say for which part"
        )


def _common_texts(licence: str) -> list[str]:
    names = re.findall(r"[\w.-]+?(?=-or-later|-only|[\s()]|$)", licence)
    return [name for name in names if name and (COMMON / name).is_file()]


def _key(source: str) -> str:
    """A version of GCC is a source package of its own."""
    return re.sub(r"^gcc-\d+$", "gcc", source)


def _origin(package: str, table: dict[str, dict[str, str]]) -> Origin:
    said = subprocess.run(
        ["dpkg-query", "--show", "-f", "${Version}\t${source:Package}\n", package],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    version, source = said.splitlines()[0].split("\t")
    name = package.partition(":")[0]
    entry = table.get(_key(source))
    if entry is None:
        raise SystemExit(
            f"the licence of {name} is not in {TABLE.name}: read {DOCUMENTS / name / 'copyright'}, "
            f"and add [{_key(source)}]"
        )
    return Origin(name, version, source, entry["licence"])


def _of_compiler(library: str) -> Path:
    said = subprocess.run(
        ["c++", f"-print-file-name={library}"], capture_output=True, text=True, check=True
    )
    return Path(said.stdout.strip()).resolve()


def _package_of(file: Path) -> str:
    # Debian 12 has its libraries in /usr/lib, while some packages still call that /lib.
    for path in (file, Path(str(file).removeprefix("/usr"))):
        done = subprocess.run(
            ["dpkg-query", "--search", path], capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            return done.stdout.partition(": ")[0]
    raise SystemExit(f"{file} is of no package, so its licence is not known")
