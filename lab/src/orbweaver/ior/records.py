# SPDX-License-Identifier: Apache-2.0
"""What a reference is, decoded."""

from dataclasses import dataclass, field

TAG_INTERNET_IOP = 0
TAG_OMNIORB_UNIX = 0x41545402
TAG_ORBWEAVER_SHM = 0x4F575301


class BadReference(ValueError):
    """The string is no usable object reference; the text says where and why."""


@dataclass(frozen=True)
class Component:
    """A tagged component; `values` holds what could be decoded of it."""

    tag: int
    name: str
    values: dict[str, object]
    damaged: str = ""
    """Why it could not be decoded."""


@dataclass(frozen=True)
class CodeSets:
    """The native code set of one kind of character, and those it converts to."""

    native: str
    conversion: list[str]


@dataclass(frozen=True)
class Profile:
    """One way to reach the object."""

    tag: int
    name: str
    version: str = ""
    host: str = ""
    port: int = 0
    key: bytes = b""
    components: list[Component] = field(default_factory=list[Component])
    damaged: str = ""
    """Why no more of it could be decoded."""


@dataclass(frozen=True)
class Reference:
    """A decoded object reference."""

    form: str
    byte_order: str
    type_id: str
    profiles: list[Profile]
    bytes_behind: int = 0
    """How many bytes come after the end of the reference; padding does not count."""
    name: str = ""
    """What a corbaname looks up in the naming context to which the profiles lead."""

    @property
    def nil(self) -> bool:
        """A reference to no object."""
        return not self.profiles

    def damages(self) -> list[str]:
        """What could not be decoded, each with its place."""
        return [text for profile in self.profiles for text in _damages(profile) if text]

    def internet(self) -> Profile | None:
        """The first way over TCP, which need not be the first of all."""
        ways = (one for one in self.profiles if one.tag == TAG_INTERNET_IOP)
        return next((one for one in ways if one.host or not one.damaged), None)

    def unix_paths(self) -> list[str]:
        """The socket files at which the object listens."""
        return [
            str(component.values["path"])
            for profile in self.profiles
            for component in profile.components
            if component.tag in (TAG_OMNIORB_UNIX, TAG_ORBWEAVER_SHM) and "path" in component.values
        ]


def _damages(profile: Profile) -> list[str]:
    return [profile.damaged, *(component.damaged for component in profile.components)]
