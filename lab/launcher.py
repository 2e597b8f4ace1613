#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The commands of `orbweaver` that are written in Python: the native program of an installation
starts this. Its Python files lie beside it, so the prefix can be moved. The packages that they need
are beside it, too, or in an environment in the user's home, or Python's own.
"""

import signal
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent
sys.path[:0] = [str(HOME / "python"), str(HOME / "packages")]

from orbweaver.run.installation import how_to_get_packages, user_packages  # noqa: E402


def refusal(problem: ImportError) -> str:
    """What is missing, or older than what is needed."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    is_old = not isinstance(problem, ModuleNotFoundError)
    has = f"has {problem.name}, but too old" if is_old else f"has no module {problem.name}"
    return f"orbweaver: {sys.executable} (Python {version}) {has}; run {how_to_get_packages()}"


sys.path.insert(2, str(user_packages()))

# Until all is loaded Ctrl-C ends the command at once, without Python's report of where it was.
signal.signal(signal.SIGINT, signal.SIG_DFL)
try:
    from orbweaver.cli.main import main
except ImportError as problem:
    if sys.argv[1:2] == ["doctor"]:  # it says what is missing, and needs none of it
        from orbweaver.doctor.report import main as doctor

        sys.exit(doctor(sys.argv[2:]))
    sys.exit(refusal(problem))

signal.signal(signal.SIGINT, signal.default_int_handler)
main()
