# SPDX-License-Identifier: Apache-2.0
"""The operator's program, orbweaver-control, as the tests of a domain use it."""

import json
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from programs import path_of


def operate(words: Sequence[str], domain: Sequence[str], wrapper: Sequence[str | Path] = ()) -> Any:
    """What it says of a command that succeeds; `domain` is the options that find the domain."""
    done = subprocess.run(
        [*wrapper, path_of("orbweaver-control"), *words, "--json", "--timeout", "60", *domain],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return json.loads(done.stdout)
