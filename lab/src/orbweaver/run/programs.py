# SPDX-License-Identifier: Apache-2.0
"""Where the programs lie that the lab starts."""

import os
import shutil
from pathlib import Path

from orbweaver.problems import BadInput
from orbweaver.run.installation import how_to_install_again, prefix, tree

ENVIRONMENT = "ORBWEAVER_BIN"

PIPELINE = ("orbweaver-producer", "orbweaver-stage", "orbweaver-pipeline")
WAVEFORM = ("orbweaver-run", "adsb-decode", "adsb-generate")
SAD = ".sad.xml"
SDR = ("sdr", "lib/orbweaver/sdr")
"""Beside the programs' folder, in a build tree and in an installation: components and profiles."""


def idl_backend() -> Path | None:
    """The C++11 back end for omniidl: a module in the folder `idlc` of the tree or the prefix."""
    root, installed = tree(), prefix()
    share = root or (installed / "share" / "orbweaver" if installed else None)
    backend = share / "idlc" / "cpp11" if share else None
    return backend if backend and (backend / "__init__.py").is_file() else None


def folder(chosen: Path | None = None) -> Path | None:
    """The programs' folder: as chosen, else from the environment, else beside this tool."""
    if chosen is not None:
        return chosen
    if os.environ.get(ENVIRONMENT):
        return Path(os.environ[ENVIRONMENT])
    root, installed = tree(), prefix()
    if root:
        return root / "build" / "release" / "bin"
    return installed / "bin" if installed else None


def how_to_get() -> str:
    """What to do where programs are missing: a source tree builds them, an installation has all."""
    first = how_to_install_again() if prefix() else "build them with ./x build"
    return f"{first}, or name their folder with --bin or {ENVIRONMENT}"


def find(name: str, chosen: Path | None = None) -> Path | None:
    """The program's path; without any folder to look in, the search path is asked."""
    where = folder(chosen)
    if where is None:
        found = shutil.which(name)
        return Path(found) if found else None
    path = where / name
    return path if os.access(path, os.X_OK) and path.is_file() else None


def locate(name: str, chosen: Path | None = None) -> Path:
    """The program's path, or one line that says what is missing and how to get it."""
    path = find(name, chosen)
    if path is None:
        where = folder(chosen) or "the search path"
        raise BadInput(f"the program {name} is not in {where}: {how_to_get()}")
    return path.absolute()


def waveforms(chosen: Path | None = None) -> dict[str, Path]:
    """The SADs below the root of the SCA file system that was built with the programs, by the name
    of their file without its end.
    """
    where = folder(chosen) or locate("orbweaver-run", chosen).parent
    found: dict[str, Path] = {}
    for sdr in SDR:
        for path in sorted((where.absolute().parent / sdr / "dom").rglob(f"*{SAD}")):
            found.setdefault(path.name.removesuffix(SAD), path)
    return found


def locate_profile(name: str, chosen: Path | None = None) -> Path:
    """A profile below the root of the SCA file system that was built with the programs, or one line
    that says what is missing.
    """
    where = folder(chosen) or locate("orbweaver-run", chosen).parent
    for sdr in SDR:
        path = where.absolute().parent / sdr / "dom" / name
        if path.is_file():
            return path
    raise BadInput(f"the profile {name} is in no sdr/dom beside {where}: {how_to_get()}")
