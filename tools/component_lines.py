#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Count what the lines of components are about, as a table in Markdown.

tools/component_lines.py waveforms/ax25/receiver/*/*.cpp

A line of code is about properties and the framework if it is within a struct of settings, or names
one of FRAMEWORK. Lines without a word of their own (braces, access, namespaces) and comments count
for neither; all others are about signals.
"""

import re
import sys
from pathlib import Path

FRAMEWORK = re.compile(
    r"settings\b|Settings\b|Changed\b|Describer\b|refuse\(|property\b|kDescription|Outcome\b|"
    r"StreamComponent|ORBWEAVER_COMPONENT|orbweaver/component|ports\.hpp|CORBA|resource::|define"
)
NEITHER = re.compile(
    r"[\s{}();]*|\s*(public|private|protected):|\s*return \{\};|\s*namespace .*|\}.*// namespace.*"
)
SETTINGS = re.compile(r"struct \w*Settings\b")


def count(text: str) -> tuple[int, int]:
    """Lines about signals, and about properties and the framework."""
    signals = framework = 0
    in_settings = False
    for line in text.splitlines():
        code = line.split("//")[0].rstrip()
        in_settings = in_settings or SETTINGS.match(code) is not None
        if in_settings or FRAMEWORK.search(code):
            framework += not NEITHER.fullmatch(code)
        else:
            signals += not NEITHER.fullmatch(code)
        if code == "};":
            in_settings = False
    return signals, framework


def main() -> int:
    """The exit status: 2 for wrong usage."""
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    print("| component | signals | properties and framework |\n|---|---|---|")
    for path in map(Path, sys.argv[1:]):
        if path.parent.name == "test":
            continue
        signals, framework = count(path.read_text())
        print(f"| `{path.stem}` | {signals} | {framework} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
