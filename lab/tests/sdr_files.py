# SPDX-License-Identifier: Apache-2.0
"""SDR roots for tests: components of which there are only profiles."""

from pathlib import Path

SPD = """<?xml version="1.0" encoding="UTF-8"?>
<softpkg id="DCE:{name}" name="{name}" type="sca_compliant">
  <author/>
  <propertyfile type="PRF"><localfile name="{name}.prf.xml"/></propertyfile>
  <descriptor><localfile name="{name}.scd.xml"/></descriptor>
</softpkg>
"""
SCD = """<?xml version="1.0" encoding="UTF-8"?>
<softwarecomponent>
  <corbaversion>2.2</corbaversion>
  <componentrepid repid="IDL:CF/Resource:1.0"/>
  <componenttype>{type}</componenttype>
  <componentfeatures><supportsinterface repid="IDL:CF/Resource:1.0" supportsname="Resource"/>
    <ports>{ports}</ports>
  </componentfeatures>
  <interfaces>
    <interface repid="IDL:Radio/Tuner:1.0" name="Tuner">
      <inheritsinterface repid="IDL:Radio/Base:1.0"/>
    </interface>
  </interfaces>
</softwarecomponent>
"""
PRF = """<?xml version="1.0" encoding="UTF-8"?>
<properties>
  <simple id="gain" type="float" name="the gain"><kind kindtype="configure"/></simple>
  <simple id="level" type="float" mode="readonly"><kind kindtype="configure"/></simple>
  <simplesequence id="taps" type="float"><kind kindtype="configure"/></simplesequence>
  <struct id="band">
    <simple id="low" type="float"/><simple id="high" type="float"/>
    <configurationkind kindtype="configure"/>
  </struct>
  <structsequence id="bands" structrefid="band"/>
</properties>
"""


def _port(text: str) -> str:
    """`>iq:complexFloat` takes packets, `<` sends; `?` and `!` are the same for control."""
    name, _, interface = text[1:].partition(":")
    repid = f"IDL:{interface if '/' in interface else f'standardInterfaces/{interface}'}:1.0"
    kind = "data" if text[0] in "<>" else "control"
    what = "provides" if text[0] in ">?" else "uses"
    return f'<{what} repid="{repid}" {what}name="{name}"><porttype type="{kind}"/></{what}>'


def component(root: Path, place: str, *ports: str, type: str = "resource") -> Path:
    """Write the profiles of one; gives its SPD. `place`: its folder below the root."""
    folder = root / place
    folder.mkdir(parents=True, exist_ok=True)
    name = folder.name
    (folder / f"{name}.spd.xml").write_text(SPD.format(name=name))
    (folder / f"{name}.scd.xml").write_text(SCD.format(type=type, ports="".join(map(_port, ports))))
    (folder / f"{name}.prf.xml").write_text(PRF)
    return folder / f"{name}.spd.xml"


def radio(root: Path) -> Path:
    """A root with components that make a receiver."""
    component(root, "components/source", "<iq:complexFloat", "?tune:Radio/Tuner")
    component(root, "components/tuner", ">iq:complexFloat", "<channel:complexFloat",
              "<spectrum:realFloat", "!ask:Radio/Base")  # fmt: skip
    component(root, "components/demod", ">iq:complexFloat", "<audio:realFloat")
    component(root, "components/audio", ">samples:realFloat")
    component(root, "components/mixer", ">left:realFloat", ">right:realFloat", "<both:realFloat")
    component(root, "devices/front_end", type="device")
    return root
