# SPDX-License-Identifier: Apache-2.0
"""Packages for a board, as far as it can be seen without a cross compiler.

`./x package --arch ARCH` builds them, and `./x package --try --arch ARCH` tries them under QEMU.
"""

import shutil
import subprocess
from pathlib import Path

import pytest
from bill_of_materials import Package, System

ROOT = Path(__file__).parents[2]
BOARDS = "arm64, armhf or s390x"

pytestmark = pytest.mark.skipif(
    not shutil.which("dpkg-deb"), reason="dpkg-deb is not here: apt install dpkg"
)


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (["--arch", "sparc"], f"x: package --arch takes {BOARDS}, not 'sparc'\n"),
        (["--arch"], f"x: package --arch takes {BOARDS}, not ''\n"),
        (["--arch", "arm64", "armhf"], "x: package --arch takes one ARCH, not also 'armhf'\n"),
        (["--try", "--arch", "sparc"], f"x: package --try --arch takes {BOARDS}, not 'sparc'\n"),
        (["arm64"], "x: package takes nothing, --arch or --try, not 'arm64'\n"),
    ],
)
def test_another_word_is_refused_in_a_line_before_anything_is_installed(
    words: list[str], line: str
) -> None:
    refused = run(ROOT / "x", "package", *words)
    assert (refused.returncode, refused.stdout, refused.stderr) == (2, "", line)


def test_without_a_sysroot_the_packages_of_before_stay(tmp_path: Path) -> None:
    built = tmp_path / "orbweaver_1_sparc.deb"
    built.touch()
    refused = run(ROOT / "packaging/package.sh", "-a", "sparc", tmp_path)
    assert refused.returncode == 1
    assert "no build/sysroots/sparc; make it: ./x cross sparc sysroot" in refused.stderr
    assert built.exists()


def package(name: str, folder: Path) -> Path:
    """A library for a board, and what depends on it."""
    tree = folder / name
    library = tree / "usr/lib/aarch64-linux-gnu" / f"{name}.so.1"
    library.parent.mkdir(parents=True)
    library.touch()
    (tree / "DEBIAN").mkdir()
    (tree / "DEBIAN/control").write_text(
        f"Package: {name}\nVersion: 1.0-1\nArchitecture: arm64\nMulti-Arch: same\n"
        "Maintainer: N <n@e.invalid>\nDescription: a library\n more of it\n"
    )
    (tree / "DEBIAN/symbols").write_text(f"{name}.so.1 {name} #MINVER#\n call@Base 0.9\n")
    file = folder / f"{name}.deb"
    done = run("dpkg-deb", "--root-owner-group", "-b", tree, file)
    assert done.returncode == 0, done.stderr
    return file


@pytest.fixture
def sysroot(tmp_path: Path) -> Path:
    """Two packages, unpacked in a folder whose name shells and sed would read otherwise."""
    folder = tmp_path / "a & b,c"
    files = [package(name, tmp_path) for name in ("libone", "libtwo")]
    for file in files:
        assert run("dpkg-deb", "-x", file, folder).returncode == 0
    done = run(ROOT / "tools/cross/note_packages.sh", folder, folder / "dpkg", *files)
    assert done.returncode == 0, done.stderr
    return folder


def test_a_sysroot_knows_which_package_a_file_is_of(sysroot: Path) -> None:
    file = sysroot / "usr/lib/aarch64-linux-gnu/libtwo.so.1"
    found = run("dpkg-query", f"--admindir={sysroot}/dpkg", "--search", file)
    assert found.stdout == f"libtwo:arm64: {file}\n"


def test_a_sysroot_knows_what_a_linked_program_depends_on(sysroot: Path) -> None:
    found = run(
        "dpkg-query", f"--admindir={sysroot}/dpkg", "--control-path", "libone:arm64", "symbols"
    )
    assert Path(found.stdout.strip()).read_text() == "libone.so.1 libone #MINVER#\n call@Base 0.9\n"


def test_a_bill_has_the_version_and_the_licence_of_a_package_in_a_sysroot(sysroot: Path) -> None:
    copyright_file = sysroot / "usr/share/doc/libone/copyright"
    copyright_file.parent.mkdir(parents=True)
    copyright_file.write_text("Format: 1.0\n\nFiles: *\nLicense: Expat\n text\n")
    system = System(sysroot)
    paths = system.paths_of(["libone.so.1", "libthree.so.1"])
    assert paths == [str(sysroot / "usr/lib/aarch64-linux-gnu/libone.so.1")]
    assert system.packages_of(paths) == {Package("libone", "1.0-1", "Expat")}
    assert system.packages_of(["/nowhere"]) == set()


def one(name: str, folder: Path, arch: str, board: str) -> subprocess.CompletedProcess[str]:
    """The file of a package, as packaging/debian/try_in_root.sh takes it."""
    return run(
        "bash", "-euo", "pipefail", "-c",
        f"""fail() {{ echo "$*" >&2; exit 1; }}
            . {ROOT}/packaging/debian/try/one.sh
            folder=$1/board of_all_machines=$1/native arch=$2 board=$3; one "$4" """,
        "bash", folder, arch, board, name,
    )  # fmt: skip


def test_packages_for_all_machines_may_lie_beside_those_for_a_board(tmp_path: Path) -> None:
    files = ("board/orbweaver_1_arm64.deb", "board/orbweaver_1_amd64.deb",
             "native/orbweaver_1_amd64.deb", "native/orbweaver-idl_1_all.deb")  # fmt: skip
    for name in files:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert one("orbweaver", tmp_path, "arm64", "arm64").stdout == f"{tmp_path}/{files[0]}\n"
    assert one("orbweaver-idl", tmp_path, "arm64", "arm64").stdout == f"{tmp_path}/{files[3]}\n"
    assert one("orbweaver", tmp_path, "amd64", "").stdout == f"{tmp_path}/{files[1]}\n"
    missing = one("orbweaver-idl", tmp_path, "amd64", "")
    assert missing.returncode == 1
    assert "has 0 files orbweaver-idl_*.deb for amd64, not one" in missing.stderr
