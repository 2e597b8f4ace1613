# SPDX-License-Identifier: Apache-2.0
"""A radio of two of the domain's test components, in a root that a test writes."""

import json
import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from programs import ENDS_WITHIN_S, ROOT, path_of

SUBJECT = ROOT / "sca/domain/test/data/subject"

Line = dict[str, Any]

INSTANTIATION = """
<componentplacement><componentfileref refid="subject"/>
  <componentinstantiation id="{name}" startorder="{order}"><usagename>{name}</usagename>
    <componentproperties>{values}</componentproperties>
    <findcomponent><namingservice name="{name}"/></findcomponent>
  </componentinstantiation>
</componentplacement>"""

ASSEMBLY = """<?xml version="1.0"?>
<softwareassembly id="radio-id" name="radio">
  <componentfiles>
    <componentfile id="subject" type="SPD"><localfile name="{spd}"/></componentfile>
  </componentfiles>
  <partitioning>{components}</partitioning>
  <assemblycontroller><componentinstantiationref refid="rx"/></assemblycontroller>
  <connections><connectinterface id="data">
    <usesport><usesidentifier>out</usesidentifier>
      <componentinstantiationref refid="rx"/></usesport>
    <providesport><providesidentifier>in</providesidentifier>
      <componentinstantiationref refid="tx"/></providesport>
  </connectinterface></connections>
</softwareassembly>
"""


class Radio:
    """A root with the test's component, and a SAD in it: rx sends to tx."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "dom"
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        shutil.copytree(SUBJECT, self.root / "subject")
        shutil.copy(path_of("orbweaver-domain-test-component"), self.root / "subject/subject")
        self.sad = self.root / "radio.sad.xml"
        self.write()

    def write(self, spd: str = "/subject/subject.spd.xml", **values: str) -> None:
        """Writes the SAD; `rx` and `tx` are settings of the two: "gain=2"."""
        components = ""
        for order, name in enumerate(("rx", "tx")):
            given = (entry.partition("=") for entry in values.get(name, "").split(",") if entry)
            text = "".join(f'<simpleref refid="{id}" value="{value}"/>' for id, _, value in given)
            components += INSTANTIATION.format(name=name, order=order, values=text)
        self.sad.write_text(ASSEMBLY.format(spd=spd, components=components))

    @property
    def environment(self) -> dict[str, str]:
        """That of this process, with a folder for temporary files that nothing else uses."""
        return {**os.environ, "TMPDIR": str(self.temporary)}

    def run(self, *options: str) -> tuple[int, list[Line], str]:
        """The exit status, the lines, and standard error of a whole run."""
        done = subprocess.run(
            [path_of("orbweaver-run"), "--events", str(self.sad), *options],
            capture_output=True,
            text=True,
            check=False,
            timeout=ENDS_WITHIN_S,
            env=self.environment,
        )
        return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr

    @contextmanager
    def running(self, *options: str) -> Generator[subprocess.Popen[str], None, None]:
        """The program while it runs; killed at the end if it still does."""
        process = subprocess.Popen(
            [path_of("orbweaver-run"), "--events", str(self.sad), *options],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=self.environment,
        )
        with process:
            try:
                yield process
            finally:
                process.kill()
