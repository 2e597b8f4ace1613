# SPDX-License-Identifier: Apache-2.0
"""A file beside a SAD, `X.run.toml`: what `orbweaver run` does for `X.sad.xml` beyond running it.

It holds plain values. What runs a SAD knows no waveform by name: it knows the kinds of verdicts.
"""

import tomllib
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from orbweaver.problems import BadInput
from orbweaver.run.programs import SAD, waveforms

END = ".run.toml"


class _Values(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Reference(_Values):
    """What a run is held against: the programs that do in one process what the waveform does.

    `source` and `result`: the events of components that say what was played, and name the file that
    the run wrote. `compare` gives the signal to noise of audio.
    """

    kind: Literal["audio", "frames"]
    source: str
    result: str
    generate: str
    receive: str
    compare: str = ""


class GeneratedRecording(_Values):
    """What a component plays that is given nothing: `generate` makes the file with `--out FILE`."""

    component: str
    property: str
    file: str
    generate: list[str]


class Description(_Values):
    """Of one waveform. `see`: a line below the table."""

    is_default: bool = False
    see: str = ""
    recording: GeneratedRecording | None = None
    verdict: Reference | None = None


def description_of(sad: Path, bin_folder: Path | None = None) -> Description:
    """Of the file beside the SAD; a copy of an installed SAD, as its id says, is that waveform.

    Raises BadInput: the file cannot be read.
    """
    beside = _beside(sad)
    if beside.is_file():
        return _read(beside)
    identifier = _id_of(sad)
    for path in waveforms(bin_folder).values() if identifier else ():
        if _beside(path).is_file() and _id_of(path) == identifier:
            return _read(_beside(path))
    return Description()


def reference_of(sad: Path, bin_folder: Path | None = None) -> Reference:
    """What a run of this waveform is held against. Raises BadInput: it names nothing."""
    found = description_of(sad, bin_folder).verdict
    if found is None:
        raise BadInput(f"{_beside(sad)}: it has no [verdict], so its runs cannot be judged")
    return found


def default_waveform(bin_folder: Path | None = None) -> str:
    """The name of the waveform that runs if none is named. Raises BadInput: there is none."""
    known = waveforms(bin_folder)
    for name, path in known.items():
        if _beside(path).is_file() and _read(_beside(path)).is_default:
            return name
    names = ", ".join(sorted(known)) or "none is installed"
    raise BadInput(f"name a waveform: X.sad.xml, or one of: {names}")


def _beside(sad: Path) -> Path:
    return sad.with_name(sad.name.removesuffix(SAD) + END)


def _read(path: Path) -> Description:
    try:
        return Description.model_validate(tomllib.loads(path.read_text()))
    except ValidationError as problem:
        faults = "\n  ".join(_faults(problem))
        raise BadInput(f"{path} cannot be read: {faults}") from None
    except (OSError, ValueError) as problem:
        raise BadInput(f"{path} cannot be read: {problem}") from None


def _faults(problem: ValidationError) -> list[str]:
    """One line each, as `recording.file: Field required`."""
    return [f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in problem.errors()]


def _id_of(sad: Path) -> str:
    """Empty: it has none, or cannot be read, which orbweaver-run reports."""
    try:
        return ET.parse(sad).getroot().get("id", "")
    except (ET.ParseError, OSError, ValueError):
        return ""
