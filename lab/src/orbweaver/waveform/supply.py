# SPDX-License-Identifier: Apache-2.0
"""A component that plays a recording, and is given none, is given a generated one."""

import xml.etree.ElementTree as ET
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from orbweaver.deployment.request import DomainRequest
from orbweaver.waveform.description import Description, GeneratedRecording
from orbweaver.waveform.recording import generated


@contextmanager
def supplied(request: DomainRequest, description: Description) -> Generator[DomainRequest]:
    """The request, with what the waveform needs and was not given."""
    wanted = description.recording
    if wanted is None or is_given(request.sad, wanted, request.settings):
        yield request
        return
    with generated(wanted.generate, wanted.file, request.bin) as path:
        setting = f"{wanted.component}.{wanted.property}={path}"
        # First: the last setting of a property counts, and one may call it by its name.
        yield replace(request, settings=[setting, *request.settings])


def is_given(sad: Path, wanted: GeneratedRecording, settings: Sequence[str]) -> bool:
    """Whether the SAD or a setting names a recording, or there is no such component.

    `settings`: COMPONENT.PROPERTY=VALUE each. orbweaver-run reports a SAD that cannot be read.
    """
    try:
        root = ET.parse(sad).getroot()
    except (ET.ParseError, OSError, ValueError):
        return True
    for instantiation in root.iter("componentinstantiation"):
        if instantiation.get("id") == wanted.component:
            return _has_value(instantiation, wanted.property, settings)
    return True


def _has_value(instantiation: ET.Element, wanted: str, settings: Sequence[str]) -> bool:
    names = {instantiation.get("id"), instantiation.findtext("usagename"), "*"}
    if any(
        setting.partition("=")[0] == f"{name}.{wanted}" for setting in settings for name in names
    ):
        return True
    return any(given.get("refid") == wanted for given in instantiation.iter("simpleref"))
