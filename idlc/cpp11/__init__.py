# SPDX-License-Identifier: Apache-2.0
"""A back end for omniidl: the OMG IDL-to-C++11 mapping of an IDL file.

    omniidl -bcpp11 -p<folder of this package> -Wbout=DIR FILE.idl

Reading order: raising_attributes and least_values (what the front end cannot read), read_tree (the
front end's tree becomes model, or is refused), files (what is written where), emit_* (each a part
of the mapping). `example` writes a first program instead.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

from cpp11 import (
    example,
    files,
    least_values,
    methods,
    model,
    options,
    raising_attributes,
    read_tree,
)
from cpp11.refuse import Refusals

usage_string = options.USAGE
"""What `omniidl -u -bcpp11` prints."""

# What the option -Y sets. The front end loads its back ends before it runs the preprocessor.
front_end: Any = import_module("omniidl.main")
for each in (raising_attributes, least_values):
    front_end.preprocessor_cmd = each.command(front_end.preprocessor_cmd)
# A file may use what another one defines: see emit_reference.
import_module("_omniidl").noForwardWarning()


def run(tree: Any, args: list[str]) -> None:
    """Called by omniidl. Ends the program with status 1 if anything is refused or not written."""
    try:
        chosen = options.parse(args)
    except options.BadOption as error:
        sys.exit(str(error))
    _check_text(Path(tree.file()))
    refusals = Refusals()
    file = read_tree.read(tree, refusals, with_views=chosen.views, with_async=chosen.ami)
    for line in refusals.warned():
        print(line, file=sys.stderr)
    if refusals.lines:
        sys.exit("\n".join(refusals.report()))
    try:
        _write(file, chosen)
    except example.NoExample as error:
        sys.exit(str(error))
    except OSError as error:
        sys.exit(f"cpp11: cannot write {error.filename}: {error.strerror}")


def _write(file: model.File, chosen: options.Options) -> None:
    if chosen.example:
        for line in example.write_example(file, chosen):
            print(line, file=sys.stderr)
        return
    if chosen.methods:
        files.write({chosen.out / methods.FILE: methods.describe(file)})
        return
    contents = files.generate(file, chosen)
    files.write(contents)
    if chosen.depends:
        files.write_dependencies(chosen.depends, contents)


def _check_text(path: Path) -> None:
    # The front end takes a NUL byte for the end of the file, and would pass over what follows.
    if not path.is_file():  # standard input
        return
    text, nul, _ = path.read_bytes().partition(b"\0")
    if nul:
        line = text.count(b"\n") + 1
        sys.exit(f"{path}:{line}: a NUL byte; save the file as plain text")
