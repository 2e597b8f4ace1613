# SPDX-License-Identifier: Apache-2.0
"""The words of `orbweaver run`: a few are for the part in Python, all others for orbweaver-run."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import cast

from orbweaver.deployment.request import Placement
from orbweaver.problems import BadInput

OWN = ("--bin", "--json", "--debugger")
"""What orbweaver-run is not given: this part writes the record, and starts the debugger."""
FOR_THE_PROGRAM_ALONE = {"-h", "--help", "--version", "--describe", "--events"}
WITHOUT_VALUE = {"--keep", "--explain", *FOR_THE_PROGRAM_ALONE}
OF_BEFORE = {"--input", "--packet-samples", "--pace", "--format"}
"""Options that `bench receiver` has now."""
PROPERTIES = {
    "--messaging": "messaging",
    "--sync": "sync",
    "--depth": "queue_depth",
    "--call-timeout-ms": "call_timeout_ms",
    "--parallel": "parallel",
}
"""Options that orbweaver-run gives to each component that has the property, for the record."""


@dataclass
class RunWords:
    """`options`: the last value of each; `rest`: what orbweaver-run is given, as it was typed."""

    waveform: str | None = None
    options: dict[str, str] = field(default_factory=dict[str, str])
    settings: list[str] = field(default_factory=list[str])
    rest: list[str] = field(default_factory=list[str])

    @property
    def is_for_the_program_alone(self) -> bool:
        """Whether nothing is left to show: its help, or lines for a program."""
        return not FOR_THE_PROGRAM_ALONE.isdisjoint(self.options)

    @property
    def is_of_before(self) -> bool:
        """Whether they are those of `bench receiver`, which was `run` of a waveform until 0.2."""
        return not OF_BEFORE.isdisjoint(self.options) or self.options.get("--messaging") == "all"

    def of_orb_and_properties(self) -> list[str]:
        """What the options set, as --set says it."""
        explained = ["*.explain=true"] if "--explain" in self.options else []
        given = [(PROPERTIES[name], value) for name, value in self.options.items()
                 if name in PROPERTIES]  # fmt: skip
        return [*explained, *(f"*.{name}={value}" for name, value in given)]

    def placement(self) -> Placement:
        """Where components live; --processes and --transport inproc say it in the lab's words."""
        if "--placement" in self.options:
            return cast(Placement, self.options["--placement"])
        processes = self.options.get("--processes")
        if processes == "collocated" or self.options.get("--transport") == "inproc":
            return "together"
        return "separate" if processes == "separate" else "as-sad"


def read_words(words: Sequence[str]) -> RunWords:
    """Takes what is for this part. Raises BadInput: an option of it has no value."""
    found = RunWords()
    at = iter(words)
    for word in at:
        name, has_value, value = word.partition("=")
        if not word.startswith("-"):
            _take_argument(found, word)
            continue
        typed = [word]
        if not has_value and word not in WITHOUT_VALUE:
            value = next(at, None)
            typed += [value] if value is not None else []
        _take_option(found, name, value, typed)
    return found


def _take_argument(found: RunWords, word: str) -> None:
    if found.waveform is None:
        found.waveform = word
    else:
        found.rest.append(word)


def _take_option(found: RunWords, name: str, value: str | None, typed: list[str]) -> None:
    if value is None and name in OWN:
        raise BadInput(f"{name} wants a value (try --help)")
    if name == "--set" and value is not None:
        found.settings.append(value)
    elif name not in OWN:
        found.rest += typed
    found.options[name] = value or ""
