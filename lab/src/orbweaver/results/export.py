# SPDX-License-Identifier: Apache-2.0
"""Keeps the results as one Parquet file too, which any tool for data reads."""

import os
import tempfile
from pathlib import Path

from orbweaver.results.load import Results

NAME = "results.parquet"


def export_parquet(results: Results) -> Path:
    """Write `results.parquet` beside the result files, whole or not at all; may raise OSError."""
    from orbweaver.results.frames import all_frame  # noqa: PLC0415

    path = results.folder / NAME
    frame = all_frame(results)
    fd, temporary = tempfile.mkstemp(dir=results.folder, prefix=f".{NAME}.")
    try:
        with os.fdopen(fd, "wb") as file:
            frame.write_parquet(file)
        Path(temporary).chmod(0o644)
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
    return path
