# SPDX-License-Identifier: Apache-2.0
"""How Orbweaver came onto this machine, and so how a user gets what is missing."""

from pathlib import Path
from typing import Literal

Kind = Literal["tree", "wheel", "package", "prefix", "none"]
PACKAGE = Path(__file__).resolve().parents[1]
DISTRIBUTION = Path("/usr")


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
    return root if (root / "share" / "orbweaver" / "idlc").is_dir() else None


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


def how_to_get_omniidl() -> str:
    """The IDL front end is no part of Orbweaver."""
    match kind():
        case "wheel":
            return "python3 -m pip install 'orbweaver[idl]', or apt install omniidl"
        case "package":
            return "apt install orbweaver-idl"
        case _:
            return "apt install omniidl"
