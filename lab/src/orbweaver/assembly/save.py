# SPDX-License-Identifier: Apache-2.0
"""Writes a profile that was changed: checked first, and whole or not at all."""

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import cast

from orbweaver.assembly.document import Document
from orbweaver.problems import BadInput, JobFailed

CHECK = "orbweaver-check"
LEFT_OUT = "setting-"
"""How the codes begin of values that a domain would leave out: warnings of the checker."""
Finding = tuple[str, str]
"""The code and the text of a finding."""


def save(document: Document, root: Path, checker: Path | None) -> None:
    """Write the file. With a checker, a change that brings an error, or a value without effect, is
    refused.

    Raises BadInput with the first such finding; the file is as before then.
    """
    path = document.path
    temporary = path.with_name(f".{os.getpid()}.{path.name}")
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        temporary.write_bytes(document.data)
        if checker is not None:
            _refuse_new_errors(path, temporary, root, checker)
        if path.exists():
            temporary.chmod(path.stat().st_mode & 0o7777)
        temporary.replace(path.resolve())
    finally:
        temporary.unlink(missing_ok=True)


def _refuse_new_errors(before: Path, after: Path, root: Path, checker: Path) -> None:
    old: Sequence[Finding] = _errors_of(before, root, checker) if before.exists() else []
    for finding in _errors_of(after, root, checker):
        if finding not in old:
            code, text = finding
            raise BadInput(f"{before}: it would not be valid: {text} [{code}]")


def _errors_of(path: Path, root: Path, checker: Path) -> Sequence[Finding]:
    done = subprocess.run(
        [checker, f"--root={root}", "--strict", "--json=-", "--", path],
        capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    if done.returncode not in (0, 2):
        raise JobFailed(f"{checker.name} ended with status {done.returncode} on {path}")
    findings = cast(list[dict[str, str]], json.loads(done.stdout or '{"findings": []}')["findings"])
    return [
        (finding["code"], f"{finding['what']}: {finding['cause']}")
        for finding in findings
        if finding["severity"] == "error" or finding["code"].startswith(LEFT_OUT)
    ]
