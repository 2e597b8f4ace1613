"""The ORBs whose echo programs meet in the table, and how each is told what to do."""

import os
from dataclasses import dataclass

VERSIONS = ("1.0", "1.1", "1.2")
HIGHEST = VERSIONS[-1]


@dataclass(frozen=True)
class Orb:
    """One ORB's programs; peers/CONTRACT.md says what they keep.

    What a program is told beside its options of the contract has blanks for `version`, `minor`
    and `fragment`.
    """

    name: str
    title: str
    transports: tuple[str, ...]
    version_options: tuple[str, ...] = ()
    version_variable: str = ""
    fragment_option: tuple[str, ...] = ()
    needed_variable: str = ""

    def is_wanted(self) -> bool:
        """Whether this machine names what the ORB's programs stand on."""
        return not self.needed_variable or self.needed_variable in os.environ

    def options(self, version: str, fragment: int) -> list[str]:
        """What holds its program to a version of GIOP and makes it send fragments."""
        told = self.version_options if version != HIGHEST else ()
        cut = self.fragment_option if fragment else ()
        minor = version.removeprefix("1.")
        return [
            word.format(version=version, minor=minor, fragment=fragment) for word in (*told, *cut)
        ]

    def environment(self, version: str) -> dict[str, str]:
        """What holds its program to a version of GIOP, in its environment."""
        if version == HIGHEST or not self.version_variable:
            return {}
        return {self.version_variable: version}


ORBWEAVER = Orb(
    "orbweaver",
    "Orbweaver",
    ("tcp", "unix"),
    version_options=("--orb", "ORBgiopMinor={minor}"),
    fragment_option=("--orb", "ORBfragmentBytes={fragment}"),
)
OMNIORB = Orb("omniorb", "omniORB", ("tcp", "unix"), version_variable="ORBmaxGIOPVersion")
JACORB = Orb("jacorb", "JacORB", ("tcp",), version_options=("--giop", "{version}"))
TAO = Orb("tao", "TAO", ("tcp",), needed_variable="TAO_ROOT")

ORBS = {orb.name: orb for orb in (ORBWEAVER, OMNIORB, JACORB, TAO)}
