# SPDX-License-Identifier: Apache-2.0
"""Installed programs take the rooms from liborbweaver.so, each once, wherever the prefix lies."""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest
from installed import build_folder, installed_programs
from prefix import must

LIBRARY = "liborbweaver.so"
ALONE = {
    "orbweaver": "becomes another program, and links nothing that takes time to load",
    "orbweaver-guard": "holds the few objects that it needs",
    "orbweaver-domain-manager": "a former name, which becomes another program",
    "orbweaver-device-manager": "a former name, which becomes another program",
    "orbweaver-producer": "is measured by the lab",
    "orbweaver-stage": "is measured by the lab",
    "orbweaver-pipeline": "is measured by the lab",
}


def links_the_library(program: Path) -> bool:
    return LIBRARY in must("readelf", "-dW", program)


def strong_symbols(file: Path, *options: str) -> set[str]:
    """What it alone may define: a template or an inline function may be in many files."""
    lines = must("nm", "--defined-only", *options, file).splitlines()
    words = [line.split() for line in lines]
    return {parts[2] for parts in words if len(parts) == 3 and parts[1] in "TDBR"}


def copied_symbols(program: Path) -> set[str]:
    """Constants of the library that the loader puts into the program, for both."""
    lines = must("readelf", "-rW", program).splitlines()
    return {re.sub("@.*", "", line.split()[4]) for line in lines if "_COPY " in line}


def defined_twice(programs: Iterable[Path]) -> list[tuple[str, str]]:
    of_library = strong_symbols(build_folder() / LIBRARY, "-D")
    assert len(of_library) > 1000
    return [
        (program.name, symbol)
        for program in programs
        for symbol in (strong_symbols(program) & of_library) - copied_symbols(program)
    ]


def test_programs_link_the_library_but_for_those_that_have_a_reason() -> None:
    alone = {path.name for path in installed_programs() if not links_the_library(path)}
    assert alone == set(ALONE)


def test_no_program_has_a_room_beside_that_of_the_library() -> None:
    assert defined_twice(filter(links_the_library, installed_programs())) == []


def test_the_library_of_programs_has_no_room_beside_that_of_the_library() -> None:
    (library,) = build_folder().glob("liborbweaver_framework.so.*.*.*")
    assert defined_twice([library]) == []


def test_a_room_that_is_there_twice_is_noticed(tmp_path: Path) -> None:
    symbol = min(strong_symbols(build_folder() / LIBRARY, "-D"))
    (tmp_path / "twice.c").write_text(f"void {symbol}(void) {{}}\nint main(void) {{ return 0; }}\n")
    must("gcc", tmp_path / "twice.c", "-o", tmp_path / "twice")
    assert defined_twice([tmp_path / "twice"]) == [("twice", symbol)]


def elf_files(folder: Path) -> list[Path]:
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return [path for path in files if path.read_bytes()[:4] == b"\x7fELF"]


@pytest.mark.parametrize("folder", ["bin", "lib/orbweaver/sdr"])
def test_the_library_is_found_from_the_place_of_the_program(prefix: Path, folder: str) -> None:
    found = elf_files(prefix / folder)
    assert len(found) > 10
    for program in found:
        dynamic = must("readelf", "-dW", program)
        places = re.findall(r"\(RUNPATH\).*\[(.*)\]", dynamic)
        if LIBRARY in dynamic:
            (place,) = places
            assert place.startswith("$ORIGIN/"), program
            here = Path(place.replace("$ORIGIN", str(program.parent)))
            assert (here / LIBRARY).exists(), program
        else:
            assert places == [], program
