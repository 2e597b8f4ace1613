"""The source of the ADS-B receiver in a SAD: whether anything says which recording it reads."""

import xml.etree.ElementTree as ET
from collections.abc import Sequence
from pathlib import Path

PACKAGE = "/components/adsb/source/source.spd.xml"
INPUT = "input"


def source_without_input(sad: Path, settings: Sequence[str]) -> str | None:
    """The instantiation's id; None if there is no such source, or if it has its input.

    `settings`: COMPONENT.PROPERTY=VALUE each. orbweaver-run reports a SAD that cannot be read.
    """
    try:
        root = ET.parse(sad).getroot()
    except (ET.ParseError, OSError, ValueError):
        return None
    files = {
        file.get("id", "")
        for file in root.iter("componentfile")
        if any(local.get("name", "").endswith(PACKAGE) for local in file.iter("localfile"))
    }
    for placement in root.iter("componentplacement"):
        reference = placement.find("componentfileref")
        if reference is None or reference.get("refid") not in files:
            continue
        for instantiation in placement.iter("componentinstantiation"):
            if not _has_input(instantiation, settings):
                return instantiation.get("id")
    return None


def _has_input(instantiation: ET.Element, settings: Sequence[str]) -> bool:
    names = {instantiation.get("id"), instantiation.findtext("usagename"), "*"}
    if any(each.partition("=")[0] == f"{name}.{INPUT}" for each in settings for name in names):
        return True
    return any(given.get("refid") == INPUT for given in instantiation.iter("simpleref"))
