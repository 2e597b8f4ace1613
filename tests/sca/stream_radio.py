# SPDX-License-Identifier: Apache-2.0
"""Radios of sources, stages and sinks of numbers: a test says which, and how they connect."""

import json
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from programs import ENDS_WITHIN_S, path_of

Line = dict[str, Any]

NUMBERS, CONTROL = "IDL:standardInterfaces/realLong:1.0", "IDL:Packet/FlowControl:1.0"
PORTS = {
    "source": [("uses", "numbers_out", NUMBERS), ("provides", "control_in", CONTROL)],
    "stage": [("provides", "numbers_in", NUMBERS), ("uses", "numbers_out", NUMBERS)],
    "sink": [("provides", "numbers_in", NUMBERS), ("uses", "control_out", CONTROL)],
}
PARAMETERS = {
    "source": [("packets", "ulong"), ("size", "ulong"), ("first_after_ms", "ulong")],
    "stage": [("fault", "string")],
    "sink": [("fault", "string"), ("stall_ms", "ulong"), ("ask_every", "ulong")],
}
OF_ALL = [("messaging", "string"), ("call_timeout_ms", "ulong")]

PRF = """<?xml version="1.0"?>
<properties>{simples}</properties>
"""
SIMPLE = '<simple id="{id}" name="{id}" type="{type}"><kind kindtype="execparam"/></simple>'
SCD = """<?xml version="1.0"?>
<softwarecomponent>
  <corbaversion>2.2</corbaversion>
  <componentrepid repid="IDL:CF/Resource:1.0"/>
  <componenttype>resource</componenttype>
  <componentfeatures>
    <supportsinterface repid="IDL:CF/Resource:1.0" supportsname="Resource"/>
    <ports>{ports}</ports>
  </componentfeatures>
  <interfaces><interface repid="IDL:CF/Resource:1.0" name="Resource"/>
    <interface repid="IDL:standardInterfaces/realLong:1.0" name="realLong"/>
    <interface repid="IDL:Packet/FlowControl:1.0" name="FlowControl"/></interfaces>
</softwarecomponent>
"""
SPD = """<?xml version="1.0"?>
<softpkg id="{kind}-id" name="{kind}" type="sca_compliant">
  <title/><author><name>Orbweaver</name></author>
  <propertyfile type="PRF"><localfile name="{kind}.prf.xml"/></propertyfile>
  <descriptor><localfile name="{kind}.scd.xml"/></descriptor>
  <implementation id="{kind}-program"><code type="Executable">
    <localfile name="test_{kind}"/></code><os name="Linux"/></implementation>
  <implementation id="{kind}-library"><code type="SharedLibrary">
    <localfile name="libtest_{kind}.so"/></code><os name="Linux"/></implementation>
</softpkg>
"""
SAD = """<?xml version="1.0"?>
<softwareassembly id="radio-id" name="radio">
  <componentfiles>{files}</componentfiles>
  <partitioning>{components}</partitioning>
  <assemblycontroller><componentinstantiationref refid="{controller}"/></assemblycontroller>
  <connections>{connections}</connections>
</softwareassembly>
"""
FILE = '<componentfile id="{kind}" type="SPD"><localfile name="/{kind}.spd.xml"/></componentfile>'
PLACEMENT = """
<componentplacement><componentfileref refid="{kind}"/>
  <componentinstantiation id="{name}"{order}><usagename>{name}</usagename>
    <componentproperties>{values}</componentproperties>
    <findcomponent><namingservice name="{name}"/></findcomponent>
  </componentinstantiation>
</componentplacement>"""
CONNECTION = """
<connectinterface id="{id}">
  <usesport><usesidentifier>{uses}</usesidentifier>
    <componentinstantiationref refid="{user}"/></usesport>
  <providesport><providesidentifier>{provides}</providesidentifier>
    <componentinstantiationref refid="{provider}"/></providesport>
</connectinterface>"""


@dataclass(frozen=True)
class Part:
    """A component of the radio."""

    name: str
    kind: str
    startorder: int | None = None
    values: tuple[tuple[str, object], ...] = ()


def source(name: str, startorder: int | None = None, **values: object) -> Part:
    return Part(name, "source", startorder, tuple(values.items()))


def stage(name: str, startorder: int | None = None, **values: object) -> Part:
    return Part(name, "stage", startorder, tuple(values.items()))


def sink(name: str, startorder: int | None = None, **values: object) -> Part:
    return Part(name, "sink", startorder, tuple(values.items()))


class StreamRadio:
    """A root with the parts' profiles and programs, and a SAD in it. The first part controls."""

    def __init__(self, folder: Path, parts: list[Part], connections: list[str]) -> None:
        self.root = folder / "dom"
        self.root.mkdir()
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        for kind in PORTS:
            self._write_profiles(kind)
        self.sad = self.root / "radio.sad.xml"
        self.sad.write_text(
            SAD.format(
                files="".join(FILE.format(kind=kind) for kind in PORTS),
                components="".join(_placement(part) for part in parts),
                controller=parts[0].name,
                connections="".join(_connection(text) for text in connections),
            )
        )

    def _write_profiles(self, kind: str) -> None:
        simples = "".join(
            SIMPLE.format(id=id, type=type_) for id, type_ in PARAMETERS[kind] + OF_ALL
        )
        ports = "".join(
            f'<{way} repid="{repid}" {way}name="{name}"/>' for way, name, repid in PORTS[kind]
        )
        (self.root / f"{kind}.prf.xml").write_text(PRF.format(simples=simples))
        (self.root / f"{kind}.scd.xml").write_text(SCD.format(ports=ports))
        (self.root / f"{kind}.spd.xml").write_text(SPD.format(kind=kind))
        folder = path_of("orbweaver-run").parents[1] / "sdr/dom/components/test_streams"
        for file in (f"test_{kind}", f"libtest_{kind}.so"):
            if not (folder / file).exists():
                pytest.skip(f"{file} is not built: {folder / file} does not exist")
            shutil.copy(folder / file, self.root / file)

    def run(self, *options: str) -> tuple[int, list[Line]]:
        """The exit status and the lines of a whole run."""
        with self.running(*options) as process:
            out, _ = process.communicate(timeout=ENDS_WITHIN_S)
        return process.returncode, [json.loads(line) for line in out.splitlines()]

    @contextmanager
    def running(self, *options: str) -> Generator[subprocess.Popen[str], None, None]:
        """The program while it runs; killed at the end if it still does."""
        process = subprocess.Popen(
            [path_of("orbweaver-run"), "--events", str(self.sad), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "TMPDIR": str(self.temporary)},
        )
        with process:
            try:
                yield process
            finally:
                process.kill()


def _placement(part: Part) -> str:
    values = "".join(f'<simpleref refid="{id}" value="{value}"/>' for id, value in part.values)
    order = "" if part.startorder is None else f' startorder="{part.startorder}"'
    return PLACEMENT.format(kind=part.kind, name=part.name, order=order, values=values)


def _connection(text: str) -> str:
    """Of "a > b": a sends numbers to b; of "a ! b": a controls b."""
    user, sign, provider = text.split()
    uses, provides = {">": ("numbers_out", "numbers_in"), "!": ("control_out", "control_in")}[sign]
    return CONNECTION.format(
        id=f"{user}-{provider}", user=user, uses=uses, provider=provider, provides=provides
    )


def ends(lines: list[Line]) -> dict[str, str]:
    """The components that ended before the run did, and how."""
    return {line["component"]: line["how"] for line in lines if line["event"] == "component_ended"}


def failures(lines: list[Line]) -> list[str]:
    """What the run reports."""
    return [line["line"] for line in lines if line["event"] == "failure"]
