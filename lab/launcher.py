#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of `orbweaver` that are written in Python: the native program of an installation
starts this. Its Python files lie beside it, so the prefix can be moved.
"""

import signal
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent
sys.path[:0] = [str(HOME / "python"), str(HOME / "packages")]

# Until all is loaded Ctrl-C ends the command at once, without Python's report of where it was.
signal.signal(signal.SIGINT, signal.SIG_DFL)
try:
    from orbweaver.cli.main import main
except ModuleNotFoundError as problem:
    if sys.argv[1:2] == ["doctor"]:  # it says what is missing, and needs none of it
        from orbweaver.doctor.report import main as doctor

        sys.exit(doctor(sys.argv[2:]))
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    sys.exit(
        f"orbweaver: {sys.executable} (Python {version}) has no module {problem.name}; "
        f"run ./x install PREFIX in the source tree again, or "
        f"python3 -m pip install --target {HOME / 'packages'} typer rich pydantic jinja2"
    )

signal.signal(signal.SIGINT, signal.default_int_handler)
main()
