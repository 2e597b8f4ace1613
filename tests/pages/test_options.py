"""docs/options.md has each option that an ORB takes, and none besides."""

import re
import subprocess

from programs import ROOT, path_of

OPTION = re.compile(r"-ORB\w+")


def test_the_page_has_each_option_that_there_is() -> None:
    refused = subprocess.run(
        [path_of("orbweaver-minimal-client"), "-ORBnothing", "1"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = set(OPTION.findall(refused.stderr.partition("there are")[2]))
    assert told
    lines = (ROOT / "docs/options.md").read_text().splitlines()
    rows = [line for line in lines if line.startswith("| `")]
    assert {name for row in rows for name in OPTION.findall(row.split("|")[1])} == told
