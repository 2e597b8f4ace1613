#!/usr/bin/env python3
"""The installed command `orbweaver`: its Python files lie beside it, so the prefix can be moved."""

import sys
from pathlib import Path

HOME = Path(__file__).resolve().parents[1] / "lib/orbweaver"
sys.path[:0] = [str(HOME / "python"), str(HOME / "packages")]

try:
    from orbweaver.cli.main import main
except ModuleNotFoundError as problem:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    sys.exit(
        f"orbweaver: {sys.executable} (Python {version}) has no module {problem.name}; "
        f"run ./x install PREFIX in the source tree again, or "
        f"python3 -m pip install --target {HOME / 'packages'} typer rich pydantic jinja2"
    )

main()
