# SPDX-License-Identifier: Apache-2.0
"""`orbweaver idl`: compile IDL with omniidl and our C++11 back end."""

import shlex
import subprocess
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from orbweaver.cli.output import console
from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import programs
from orbweaver.run.installation import how_to_get_omniidl
from orbweaver.run.omniidl import find_omniidl


def idl(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE.idl", help="IDL files; of a folder all that lie below it."),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", help="Where the C++ goes; made if missing."),
    ] = Path(),
    include: Annotated[
        list[Path] | None,
        typer.Option("--include", "-I", metavar="DIR", help="Look here for included files too."),
    ] = None,
    root: Annotated[
        list[Path] | None,
        typer.Option(
            "--root",
            "-R",
            metavar="DIR",
            help="Keep the folders below DIR: DIR/a/b.idl becomes a/b.hpp. Implies -I DIR.",
        ),
    ] = None,
    define: Annotated[
        list[str] | None, typer.Option("--define", "-D", metavar="NAME[=VALUE]", help="Define.")
    ] = None,
    views: Annotated[
        bool,
        typer.Option(
            "--views",
            help="Also a skeleton, POA_views, whose sequences are read where they arrived.",
        ),
    ] = False,
    ami: Annotated[
        bool,
        typer.Option("--ami", help="Also asynchronous calls: sendp_, sendc_ and reply handlers."),
    ] = False,
    example: Annotated[
        bool,
        typer.Option(
            "--example",
            help="Instead: a server and a client to begin with, and a CMakeLists.txt.",
        ),
    ] = False,
) -> None:
    """Compile IDL to C++ (IDL-to-C++11 mapping), or write a first program for it.

    Examples:

        orbweaver idl radio.idl -o generated

        orbweaver idl radio.idl -o generated -I idl -D WITH_GAIN

        orbweaver idl --root idl idl/radio/*.idl -o generated

        orbweaver idl idl -o generated

        orbweaver idl radio.idl -o generated --views

        orbweaver idl radio.idl -o generated --ami

        orbweaver idl radio.idl -o radio --example
    """
    _check(files, out, [*(include or []), *(root or [])])
    if example:
        _check_example(files, define=bool(define), views=views, ami=ami)
    # A folder of IDL is what its files include each other from.
    roots = [*(root or []), *(entry for entry in files if entry.is_dir())]
    sources = _sources(files, roots)
    _check_names(sources)
    backend = _backend()
    included = [*(include or []), *roots, backend.parent / "idl"]
    options = [
        *(["-Wbviews"] if views else []), *(["-Wbami"] if ami else []),
        *(_for_example(files[0], included[:-1]) if example else []),
        *([] if example else [f"-Wbroot={entry}" for entry in roots]),
        *(f"-I{folder}" for folder in included), *(f"-D{name}" for name in define or []),
    ]  # fmt: skip
    command = [_omniidl(), f"-p{backend.parent}", f"-b{backend.stem}", f"-Wbout={out}", *options]
    out.mkdir(parents=True, exist_ok=True)
    refused = [
        _compile(command, file, [out, (out / name).parent]) for file, name in sources.items()
    ]
    if any(refused):
        raise BadInput("\n".join(filter(None, refused)))
    if example:
        _tell_how_to_build(out)


def _sources(files: list[Path], roots: list[Path]) -> dict[Path, Path]:
    """The IDL files, and what each is called below the output folder."""
    found: dict[Path, Path] = {}
    for entry in files:
        inside = sorted(entry.rglob("*.idl")) if entry.is_dir() else [entry]
        if not inside:
            raise BadInput(f"{entry} holds no IDL file: no name in it ends with .idl")
        found |= {file: _name_below(file, roots) for file in inside}
    return found


def _name_below(file: Path, roots: list[Path]) -> Path:
    if not roots:
        return Path(file.name)
    whole = file.resolve()
    root = next((entry for entry in map(Path.resolve, roots) if whole.is_relative_to(entry)), None)
    if root is None:
        folders = ", ".join(map(str, roots))
        raise BadInput(f"{file} does not lie below {folders}: name its folder with --root, too")
    return whole.relative_to(root)


def _check_names(sources: dict[Path, Path]) -> None:
    by_name: dict[Path, Path] = {}
    for file, name in sources.items():
        if not _is_utf8(str(file)):
            raise BadInput(f"{str(file)!a}: omniidl reads names in UTF-8 alone: rename it")
        other = by_name.setdefault(name.with_suffix(""), file)
        if other != file:
            raise BadInput(
                f"{other} and {file} would both become {name.with_suffix('.hpp')}:"
                " name the folder above them with --root"
            )


def _is_utf8(name: str) -> bool:
    # What is no UTF-8 stands in a path as surrogates.
    return not any("\ud800" <= character <= "\udfff" for character in name)


def _compile(command: list[str], file: Path, folders: list[Path]) -> str:
    """Compiles one file and reports what it wrote; the front end's complaints if it is refused."""
    before = _stamps(folders)
    done = subprocess.run(
        [*command, str(file)],
        capture_output=True, text=True, errors="replace", check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    if "Traceback (most recent call last):" in done.stderr:
        raise JobFailed(f"the IDL back end failed on {file}: {said[-1]}")
    if done.returncode:
        return "\n".join(said) or f"omniidl ended with status {done.returncode} on {file}"
    _report(said, [path for path, stamp in _stamps(folders).items() if before.get(path) != stamp])
    return ""


def _check(files: list[Path], out: Path, included: list[Path]) -> None:
    for folder in included:
        if not folder.is_dir():
            raise BadInput(f"{folder} is no folder: nothing can be included from there")
    for file in files:
        if not file.exists():
            raise BadInput(f"{file} does not exist")
        if not file.is_file() and not file.is_dir():
            raise BadInput(f"{file} is neither a file nor a folder")
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is not a folder: choose another one with -o")


def _check_example(files: list[Path], *, define: bool, views: bool, ami: bool) -> None:
    if len(files) > 1 or files[0].is_dir():
        raise BadInput("--example takes one IDL file: its server has an object of each interface")
    # The example's build compiles the IDL anew, through orbweaver_idl() of CMake.
    if define:
        raise BadInput("--example with -D: orbweaver_idl() of CMake takes no definitions")
    if views or ami:
        option = "--views" if views else "--ami"
        raise BadInput(f"--example with {option}: leave it out; docs/reference/idl.md has more")


def _for_example(file: Path, include: list[Path]) -> list[str]:
    roots = [file.resolve().parent, *(folder.resolve() for folder in include)]
    return ["-Wbexample", *(f"-Wbroot={root}" for root in roots)]


def _tell_how_to_build(out: Path) -> None:
    prefix = shlex.quote(str(programs.prefix() or "PREFIX"))
    folder, build = shlex.quote(str(out)), shlex.quote(str(out / "build"))
    for line in (
        f"build it: cmake -G Ninja -S {folder} -B {build} -DCMAKE_PREFIX_PATH={prefix}"
        " -DCMAKE_BUILD_TYPE=Release",
        f"          cmake --build {build}",
    ):
        console().print(Text(line), soft_wrap=True)


def _omniidl() -> str:
    program = find_omniidl()
    if program is None:
        raise JobFailed(f"omniidl is not installed: {how_to_get_omniidl()}")
    return program


def _backend() -> Path:
    backend = programs.idl_backend()
    if backend is None:
        raise JobFailed("the C++11 back end idlc/cpp11 was not found: install from the source tree")
    return backend


def _stamps(folders: list[Path]) -> dict[Path, int]:
    found = [path for folder in set(folders) if folder.is_dir() for path in folder.iterdir()]
    return {path: path.stat().st_mtime_ns for path in found if path.is_file()}


def _report(said: list[str], written: list[Path]) -> None:
    err, out = console(to_stderr=True), console()
    for line in said:
        err.print(Text(line), soft_wrap=True)
    for path in sorted(written):
        out.print(Text(f"wrote {path}"), soft_wrap=True)
