# SPDX-License-Identifier: Apache-2.0
"""tools/face/list_face.py lists what users' headers declare, and finds what has no comment."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
HEADER = """// SPDX-License-Identifier: MIT
// A thing that is counted. See <orbweaver/small/more.hpp> and a@b.
//
//   Thing thing(3);     // three of them
#pragma once

namespace orbweaver {

/// What a thing is: `big` or `small`.
enum class Size { big, small };

/// Threads: one.
class Thing {
 public:
  /// At most 100.
  explicit Thing(int count) : count_(count) {}
  Thing(const Thing&) = delete;
  ~Thing() = default;
  /// Both are in pieces.
  int count() const { return count_; }
  int rest() const { return 100 - count_; }

  // ---- for the ORB ----

  int works() const;

 private:
  int hidden() const;
  int count_ = 0;  // never negative
};

}  // namespace orbweaver
"""
EXPECTED = """
<orbweaver/small/thing.hpp>
  enum class orbweaver::Size
  orbweaver::Size::big = 0
  orbweaver::Size::small = 1
  class orbweaver::Thing
  explicit orbweaver::Thing::Thing(int count)
  orbweaver::Thing::Thing(const Thing&)=delete
  orbweaver::Thing::~Thing()=default
  orbweaver::Thing::count() const -> int
  orbweaver::Thing::rest() const -> int
"""

pytestmark = pytest.mark.skipif(shutil.which("doxygen") is None, reason="there is no doxygen")


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with one header, whose list is as it should be."""
    write(tmp_path, HEADER)
    (tmp_path / "docs").mkdir()
    assert run(tmp_path, "--write").returncode == 0
    return tmp_path


def write(tree: Path, text: str) -> None:
    path = tree / "orb/small/face/orbweaver/small/thing.hpp"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def run(tree: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, ROOT / "tools/face/list_face.py", "--tree", tree, *arguments],
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_list_has_each_public_declaration_below_its_header(tree: Path) -> None:
    text = (tree / "docs/face.txt").read_text()
    assert text.split("\n", 1)[1] == EXPECTED
    done = run(tree)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_changed_signature_shows(tree: Path) -> None:
    write(tree, HEADER.replace("int count() const", "long count() const"))
    done = run(tree)
    assert done.returncode == 1
    assert "-  orbweaver::Thing::count() const -> int\n" in done.stdout
    assert "+  orbweaver::Thing::count() const -> long\n" in done.stdout
    assert "./x face --write" in done.stdout
    assert run(tree, "--write").returncode == 0
    assert run(tree).returncode == 0


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("enum class Size { big, small }", "enum class Size { small, big }"),
        ("int rest() const { return 100 - count_; }\n", "\n"),
        ("class Thing {", "class Thing final : public Base {"),
    ],
)
def test_these_changes_show(tree: Path, before: str, after: str) -> None:
    write(tree, HEADER.replace(before, after))
    assert run(tree).returncode == 1


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("int works() const;", "long works() const;"),
        ("int hidden() const;", ""),
        ("At most 100.", "At most 101."),
        ("{ return count_; }", "{ return count_ + 0; }"),
    ],
)
def test_what_no_user_relies_on_does_not_show(tree: Path, before: str, after: str) -> None:
    write(tree, HEADER.replace(before, after))
    done = run(tree)
    assert (done.returncode, done.stdout) == (0, "")


def test_all_of_the_header_has_comments(tree: Path) -> None:
    done = run(tree, "--undocumented")
    assert (done.returncode, done.stdout) == (0, "")


@pytest.mark.parametrize(
    ("before", "after", "name"),
    [
        ("  /// At most 100.\n", "", "orbweaver::Thing::Thing"),
        ("/// Threads: one.\n", "", "orbweaver::Thing"),
        ("`big` or `small`", "`big` or not", "orbweaver::Size::small"),
        ("  /// Both are in pieces.\n", "  /// In pieces.\n", "orbweaver::Thing::rest"),
        ("  int rest() const", "\n  int rest() const", "orbweaver::Thing::rest"),
    ],
)
def test_a_declaration_without_a_comment_is_found(
    tree: Path, before: str, after: str, name: str
) -> None:
    write(tree, HEADER.replace(before, after))
    done = run(tree, "--undocumented")
    assert done.returncode == 1
    where, found = done.stdout.rstrip("\n").split(": ", 1)
    assert where.startswith("orb/small/face/orbweaver/small/thing.hpp:")
    assert found == f"{name}: a public declaration without a comment"


def test_a_list_of_another_doxygen_is_not_compared(tree: Path) -> None:
    path = tree / "docs/face.txt"
    path.write_text("The face, as doxygen 0.1 writes it.\n")
    done = run(tree)
    assert done.returncode == 0
    assert "not compared" in done.stdout


def test_the_pages_have_the_text_of_comments_as_it_is_written(tree: Path) -> None:
    done = run(tree, "--html", str(tree / "pages"))
    assert (done.returncode, done.stderr) == (0, "")
    index = (tree / "pages/index.html").read_text()
    assert "A thing that is counted" in index
    assert "SPDX" not in index
    page = (tree / "pages/thing_8hpp.html").read_text()
    assert "&lt;orbweaver/small/more.hpp&gt; and a@b" in page
    assert "Thing thing(3);     // three of them" in page


def test_a_name_behind_the_face_that_its_header_does_not_have_is_refused(tree: Path) -> None:
    header = tree / "orb/server/include/orbweaver/server/servant.hpp"
    header.parent.mkdir(parents=True)
    header.write_text("namespace orbweaver::server {\nstruct Gap {};\n}  // namespace orbweaver\n")
    done = run(tree)
    assert done.returncode == 1
    assert "its header does not declare OrderGap" in done.stderr
