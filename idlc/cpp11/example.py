# SPDX-License-Identifier: Apache-2.0
"""A first server and a first client for the interfaces of an IDL file, which users then change.

They are the user's own project, with a CMakeLists.txt: docs/start/your-own-program.md. A
file that exists is never overwritten.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from cpp11 import example_build, example_client, example_server, standard, walk
from cpp11 import model as m
from cpp11.files import found, write
from cpp11.names import readable
from cpp11.options import Options


class NoExample(Exception):
    """Why none can be written, in a readable line."""


def write_example(file: m.File, options: Options) -> list[str]:
    """Writes the three files; gives a line for each interface that was passed over.

    Raises NoExample, and OSError.
    """
    served = tuple(_served(file))
    if not served:
        raise NoExample(
            f"{file.path} declares no interface that a server can serve; name the file that does"
        )
    main = Path(file.path).resolve()
    idl_files = [main, *_included(file, options)]
    build = example_build.cmake_lists(idl_files, options.roots or [main.parent], options.out)
    contents = {
        options.out / "CMakeLists.txt": build,
        options.out / "server.cpp": example_server.server(main.stem, served),
        options.out / "client.cpp": example_client.client(main.stem, served),
    }
    there = [str(path) for path in contents if os.path.lexists(path)]
    if there:
        raise NoExample(
            f"an example overwrites nothing, and there is already: {', '.join(there)};"
            " choose another folder"
        )
    write({path: "\n".join([*lines, ""]) for path, lines in contents.items()})
    return list(_passed_over(file))


def _served(file: m.File) -> Iterator[m.Interface]:
    return (each for each in walk.remote_interfaces(file.declarations) if not each.is_abstract)


def _passed_over(file: m.File) -> Iterator[str]:
    for each in walk.interfaces(file.declarations):
        if each.is_local or each.is_abstract:
            kind = "local" if each.is_local else "abstract"
            yield f"{readable(each.name)} is not in the example: it is {kind}, and has no servant"


def _included(file: m.File, options: Options) -> list[Path]:
    """The files whose C++ the example needs, too."""
    names = [name for name in file.included if Path(name).name not in standard.FILES]
    roots = options.roots or [Path(file.path).resolve().parent]
    places = found(names, [*roots, standard.FOLDER])
    for name in names:
        if name not in places:
            raise NoExample(f"{file.path} includes {name}; name its folder with -Wbroot")
    return [places[name] for name in names]
