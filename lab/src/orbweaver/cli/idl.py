"""`orbweaver idl`: compile IDL with omniidl and our C++11 back end."""

import shlex
import shutil
import subprocess
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from orbweaver.cli.output import console
from orbweaver.problems import BadInput, JobFailed
from orbweaver.run import programs

MEND_OMNIIDL = "omniidl is not installed: apt install omniidl"


def idl(
    file: Annotated[Path, typer.Argument(metavar="FILE.idl", help="The IDL file.")],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", metavar="DIR", help="Where the C++ goes; made if missing."),
    ] = Path(),
    include: Annotated[
        list[Path] | None,
        typer.Option("--include", "-I", metavar="DIR", help="Look here for included files too."),
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

        orbweaver idl radio.idl -o generated --views

        orbweaver idl radio.idl -o generated --ami

        orbweaver idl radio.idl -o radio --example
    """
    _check(file, out, include or [])
    if example:
        _check_example(define=bool(define), views=views, ami=ami)
    backend = _backend()
    out.mkdir(parents=True, exist_ok=True)
    before = _stamps(out)
    included = [*(include or []), backend.parent / "idl"]
    done = subprocess.run(
        [_omniidl(), f"-p{backend.parent}", f"-b{backend.stem}", f"-Wbout={out}",
         *(["-Wbviews"] if views else []), *(["-Wbami"] if ami else []),
         *(_for_example(file, include or []) if example else []),
         *(f"-I{folder}" for folder in included), *(f"-D{name}" for name in define or []),
         str(file)],
        capture_output=True, text=True, errors="replace", check=False, stdin=subprocess.DEVNULL,
    )  # fmt: skip
    said = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    if "Traceback (most recent call last):" in done.stderr:
        raise JobFailed(f"the IDL back end failed on {file}: {said[-1]}")
    if done.returncode:
        raise BadInput("\n".join(said) or f"omniidl ended with status {done.returncode}")
    _report(said, [path for path, stamp in _stamps(out).items() if before.get(path) != stamp])
    if example:
        _tell_how_to_build(out)


def _check(file: Path, out: Path, included: list[Path]) -> None:
    for folder in included:
        if not folder.is_dir():
            raise BadInput(f"-I {folder} is no folder: nothing can be included from there")
    if not file.exists():
        raise BadInput(f"{file} does not exist")
    if not file.is_file():
        raise BadInput(f"{file} is not a file")
    if out.exists() and not out.is_dir():
        raise BadInput(f"{out} is not a folder: choose another one with -o")


def _check_example(*, define: bool, views: bool, ami: bool) -> None:
    # The example's build compiles the IDL anew, through orbweaver_idl() of CMake.
    if define:
        raise BadInput("--example with -D: orbweaver_idl() of CMake takes no definitions")
    if views or ami:
        option = "--views" if views else "--ami"
        raise BadInput(f"--example with {option}: leave it out; docs/idl.md says how to build so")


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
    program = shutil.which("omniidl")
    if program is None:
        raise JobFailed(MEND_OMNIIDL)
    return program


def _backend() -> Path:
    backend = programs.idl_backend()
    if backend is None:
        raise JobFailed("the C++11 back end idlc/cpp11 was not found: install from the source tree")
    return backend


def _stamps(folder: Path) -> dict[Path, int]:
    return {path: path.stat().st_mtime_ns for path in folder.iterdir() if path.is_file()}


def _report(said: list[str], written: list[Path]) -> None:
    err, out = console(to_stderr=True), console()
    for line in said:
        err.print(Text(line), soft_wrap=True)
    for path in sorted(written):
        out.print(Text(f"wrote {path}"), soft_wrap=True)
