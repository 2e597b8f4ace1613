# SPDX-License-Identifier: Apache-2.0
"""How Orbweaver came onto this machine, and so how a user gets what is missing."""

import os
import shlex
import sys
from pathlib import Path
from typing import Literal

Kind = Literal["tree", "wheel", "package", "prefix", "none"]
PACKAGE = Path(__file__).resolve().parents[1]
DISTRIBUTION = Path("/usr")
NEEDED = {"typer": (0, 29), "rich": (13, 8), "pydantic": (2, 6), "jinja2": (3, 1)}
"""Packages of Python, without which doctor alone starts, and their least versions."""


def tree() -> Path | None:
    """The source tree this tool runs from, if it does."""
    root = Path(__file__).resolve().parents[4]
    return root if (root / "peers" / "CONTRACT.md").is_file() else None


def prefix() -> Path | None:
    """Where this tool was installed with its files, if it was.

    `./x install` puts it into PREFIX/lib/orbweaver/python/orbweaver, and pip equally deep into
    PREFIX/lib/python3.N/site-packages/orbweaver.
    """
    root = Path(__file__).resolve().parents[5]
    own = (root / "lib" / "orbweaver", root / "share" / "orbweaver" / "idlc")
    return root if any(folder.is_dir() for folder in own) else None


def kind() -> Kind:
    """A source tree; what pip installed of the wheel; Debian's packages; ./x install PREFIX; or
    Python files alone.
    """
    if tree():
        return "tree"
    installed = prefix()
    if installed is None:
        return "none"
    if any(PACKAGE.parent.glob("orbweaver-*.dist-info")):
        return "wheel"
    return "package" if installed == DISTRIBUTION else "prefix"


def how_to_install_again() -> str:
    """For an installation that is not whole."""
    match kind():
        case "wheel":
            return "install the wheel again: python3 -m pip install --force-reinstall orbweaver"
        case "package":
            return "apt install --reinstall orbweaver orbweaver-lab"
        case _:
            return f"install all of Orbweaver into {prefix() or 'a prefix'} again"


def user_environment() -> Path:
    """Has the packages of Python where those of the distribution are older than those needed."""
    data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
    return Path(data, "orbweaver", "python")


def user_packages() -> Path:
    """Where that environment has them for this Python."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return user_environment() / "lib" / version / "site-packages"


def how_to_get_packages() -> str:
    """One line for a shell."""
    names = " ".join(NEEDED)
    match kind():
        case "tree":
            return "./x setup"
        case "package":
            place = shlex.quote(str(user_environment()))
            return f"python3 -m venv {place} && {place}/bin/pip install {names}"
        case "prefix":
            place = shlex.quote(f"{prefix()}/lib/orbweaver/packages")
            return f"python3 -m pip install --target {place} {names}"
        case _:
            return f"python3 -m pip install {names}"


def how_to_get_omniidl() -> str:
    """The IDL front end is no part of Orbweaver."""
    match kind():
        case "wheel":
            return "python3 -m pip install 'orbweaver[idl]', or apt install omniidl"
        case "package":
            return "apt install orbweaver-idl"
        case _:
            return "apt install omniidl"
