# SPDX-License-Identifier: Apache-2.0
"""What users see of the headers: tools/check_face.py, cmake/installed_headers.py."""

import subprocess
import sys
from pathlib import Path

import pytest
from programs import ROOT


def check(root: Path) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, ROOT / "tools/check_face.py", root],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stdout


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """Two rooms: corba with a header on the face, and one behind it; wire with another two."""
    room = tmp_path / "tree/orb"
    write(room / "corba/face/orbweaver/corba/orb.hpp",
          "#include <orbweaver/corba/inner.hpp>\n#include <vector>\n")  # fmt: skip
    write(room / "corba/include/orbweaver/corba/inner.hpp", "#include <orbweaver/wire/frame.hpp>\n")
    write(room / "wire/include/orbweaver/wire/frame.hpp", "int frame();\n")
    write(room / "wire/include/orbweaver/wire/queue.hpp", "int queue();\n")
    write(tmp_path / "tree/idlc/cpp11/stubs.py", 'HEAD = "#include <orbweaver/corba/orb.hpp>"\n')
    write(tmp_path / "generated/orbweaver/generated/corba/CosNaming.hpp",
          "#include <orbweaver/corba/inner.hpp>\n")  # fmt: skip
    return tmp_path / "tree"


def gather(tree: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "cmake/installed_headers.py", "--tree", tree,
         "--generated", tree.parent / "generated", "--to", tree.parent / "out"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_this_tree_is_clean() -> None:
    assert check(ROOT) == (0, "")


def test_an_example_that_looks_behind_the_face_is_refused(tree: Path) -> None:
    write(tree / "examples/hello/client.cpp",
          "#include <orbweaver/corba/orb.hpp>\n#include <orbweaver/wire/frame.hpp>\n")  # fmt: skip
    status, said = check(tree)
    assert status == 1
    assert said.startswith(
        "examples/hello/client.cpp: <orbweaver/wire/frame.hpp> is not on the face"
    )
    assert said.count("\n") == 1


def test_an_installation_has_the_face_and_what_it_needs_below_detail(tree: Path) -> None:
    assert gather(tree).returncode == 0
    include = tree.parent / "out/include/orbweaver"
    assert sorted(str(entry.relative_to(include)) for entry in include.rglob("*.hpp")) == [
        "corba/orb.hpp", "detail/corba/inner.hpp", "detail/wire/frame.hpp",
        "generated/corba/CosNaming.hpp",
    ]  # fmt: skip
    assert (include / "corba/orb.hpp").read_text() == (
        "#include <orbweaver/detail/corba/inner.hpp>\n#include <vector>\n"
    )
    inner = (include / "detail/corba/inner.hpp").read_text()
    assert inner == "#include <orbweaver/detail/wire/frame.hpp>\n"


def test_what_the_idl_compiler_writes_includes_what_is_installed(tree: Path) -> None:
    write(tree / "idlc/cpp11/stubs.py", 'HEAD = "#include <orbweaver/wire/queue.hpp>"\n')
    assert gather(tree).returncode == 0
    out = tree.parent / "out"
    assert (out / "idlc/cpp11/stubs.py").read_text() == (
        'HEAD = "#include <orbweaver/detail/wire/queue.hpp>"\n'
    )
    assert (out / "include/orbweaver/detail/wire/queue.hpp").is_file()


def test_a_header_that_no_room_has_is_named(tree: Path) -> None:
    write(tree / "orb/corba/face/orbweaver/corba/poa.hpp", "#include <orbweaver/corba/gone.hpp>\n")
    done = gather(tree)
    assert done.returncode != 0
    assert "<orbweaver/corba/gone.hpp>: no room has this header" in done.stderr
