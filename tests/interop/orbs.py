# SPDX-License-Identifier: Apache-2.0
"""The ORBs whose echo programs meet in the table, and the options of each."""

import os
from dataclasses import dataclass

from orbweaver.model.peer import title_of

VERSIONS = ("1.0", "1.1", "1.2")
HIGHEST = VERSIONS[-1]


@dataclass(frozen=True)
class Orb:
    """One ORB's programs; peers/CONTRACT.md says what they keep.

    Its options beside those of the contract have blanks for `version`, `minor`
    and `fragment`.
    """

    name: str
    transports: tuple[str, ...]
    version_options: tuple[str, ...] = ()
    version_variable: str = ""
    fragment_option: tuple[str, ...] = ()
    needed_variable: str = ""

    @property
    def title(self) -> str:
        """As its makers write it: in the peer's record."""
        return title_of(self.name)

    def is_wanted(self) -> bool:
        """Whether this machine names what the ORB's programs stand on."""
        return not self.needed_variable or self.needed_variable in os.environ

    def options(self, version: str, fragment: int) -> list[str]:
        """What holds its program to a version of GIOP and makes it send fragments."""
        held = self.version_options if version != HIGHEST else ()
        cut = self.fragment_option if fragment else ()
        minor = version.removeprefix("1.")
        return [
            word.format(version=version, minor=minor, fragment=fragment) for word in (*held, *cut)
        ]

    def environment(self, version: str) -> dict[str, str]:
        """What holds its program to a version of GIOP, in its environment."""
        if version == HIGHEST or not self.version_variable:
            return {}
        return {self.version_variable: version}


ORBWEAVER = Orb(
    "orbweaver",
    ("tcp", "unix"),
    version_options=("--orb", "ORBgiopMinor={minor}"),
    fragment_option=("--orb", "ORBfragmentBytes={fragment}"),
)
OMNIORB = Orb("omniorb", ("tcp", "unix"), version_variable="ORBmaxGIOPVersion")
JACORB = Orb("jacorb", ("tcp",), version_options=("--giop", "{version}"))
TAO = Orb("tao", ("tcp",), needed_variable="TAO_ROOT")

ORBS = {orb.name: orb for orb in (ORBWEAVER, OMNIORB, JACORB, TAO)}
