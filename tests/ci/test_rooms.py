# SPDX-License-Identifier: Apache-2.0
"""tools/check_rooms.py refuses Python imports that point up or sideways (lab/packages.toml),
system calls outside orb/os, and a class with the name of another one."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TABLE = """
[packages]
model = []
run = ["model"]
experiments = ["run", "model"]
cli = ["experiments", "run", "model"]

[apart]
experiments = true
"""


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A tree with one small table, and files that keep to it."""
    (tmp_path / "cmake").mkdir()
    (tmp_path / "cmake/rooms.cmake").write_text("")
    (tmp_path / "lab").mkdir()
    (tmp_path / "lab/packages.toml").write_text(TABLE)
    write(tmp_path, "__main__", "from orbweaver.cli import main\n")
    write(tmp_path, "model/peer", "import json\n")
    write(
        tmp_path, "run/job", "from orbweaver.model import peer\nfrom orbweaver.run import lines\n"
    )
    write(tmp_path, "experiments/depth/experiment", "from orbweaver.experiments import find\n")
    write(tmp_path, "experiments/order/experiment", "from orbweaver.experiments.order import own\n")
    return tmp_path


def write(tree: Path, module: str, text: str) -> None:
    path = tree / f"lab/src/orbweaver/{module}.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def complaints(tree: Path) -> list[str]:
    command = [sys.executable, str(ROOT / "tools/check_rooms.py"), str(tree)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert (done.returncode, done.stderr) == (int(bool(lines)), "")
    return lines


def test_this_tree_keeps_to_its_tables() -> None:
    assert complaints(ROOT) == []


def test_files_that_keep_to_the_table_are_accepted(tree: Path) -> None:
    assert complaints(tree) == []


def test_an_import_up_is_refused_with_its_line(tree: Path) -> None:
    write(tree, "model/peer", "import json\nfrom orbweaver.run.job import run\n")
    assert complaints(tree) == [
        "lab/src/orbweaver/model/peer.py:2: imports orbweaver.run.job.run: run stands above model"
    ]


def test_an_import_within_a_function_is_refused_too(tree: Path) -> None:
    write(tree, "run/job", "def later():\n    import orbweaver.cli.main\n")
    (line,) = complaints(tree)
    assert line.startswith("lab/src/orbweaver/run/job.py:2: imports orbweaver.cli.main: cli stands")


def test_a_package_that_is_not_listed_is_refused(tree: Path) -> None:
    table = tree / "lab/packages.toml"
    table.write_text(TABLE.replace('cli = ["experiments", ', 'cli = ["'.rstrip('"')))
    write(tree, "cli/main", "from orbweaver.experiments.find import named\n")
    (line,) = complaints(tree)
    assert line.endswith("imports orbweaver.experiments.find.named: cli may import run, model")


def test_a_ring_in_the_table_is_refused(tree: Path) -> None:
    (tree / "lab/packages.toml").write_text(TABLE.replace("model = []", 'model = ["run"]'))
    assert complaints(tree) == [
        "lab/packages.toml: model must not list run, which does not stand before it"
    ]


def test_a_package_without_a_row_is_refused(tree: Path) -> None:
    write(tree, "utils/helpers", "")
    assert complaints(tree) == [
        "lab/src/orbweaver/utils/helpers.py: lab/packages.toml has no package utils"
    ]


def test_one_experiment_does_not_import_another(tree: Path) -> None:
    write(
        tree,
        "experiments/order/experiment",
        "from orbweaver.experiments.depth.experiment import X\n",
    )
    (line,) = complaints(tree)
    assert line.endswith("the folders of experiments import nothing of each other")


ROOMS = """
orbweaver_room(os      IN orb FLOOR 1)
orbweaver_room(flow    IN orb FLOOR 2 USES os)
orbweaver_room(guard   IN sca FLOOR 2 USES os)
orbweaver_room(trial   IN sca FLOOR 2)
"""


@pytest.fixture
def rooms(tree: Path) -> Path:
    """A tree with rooms of C++."""
    (tree / "cmake/rooms.cmake").write_text(ROOMS)
    return tree


def write_cpp(tree: Path, file: str, text: str) -> None:
    path = tree / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize("header", ["unistd.h", "sys/wait.h", "signal.h", "linux/openat2.h"])
@pytest.mark.parametrize(
    "file", ["orb/flow/src/a.cpp", "sca/guard/src/a.cpp", "sca/guard/include/orbweaver/guard/a.hpp"]
)
def test_headers_of_system_calls_are_refused_outside_os(
    rooms: Path, file: str, header: str
) -> None:
    write_cpp(rooms, file, f"#include <{header}>\n")
    assert complaints(rooms) == [f"{file}: <{header}> belongs in orb/os"]


@pytest.mark.parametrize(
    "call", ["::kill()", "::getpid()", "pthread_kill()", "sigwait()", "std::rename()", "::open()"]
)
def test_system_calls_are_refused_outside_os(rooms: Path, call: str) -> None:
    write_cpp(rooms, "sca/guard/src/a.cpp", f"int a = {call};\n")
    assert complaints(rooms) == [f"sca/guard/src/a.cpp: {call} belongs in orb/os"]


@pytest.mark.parametrize("call", ["RootFolder::open()", "file->close()", "os::kill()"])
def test_functions_of_the_product_with_such_names_are_accepted(rooms: Path, call: str) -> None:
    write_cpp(rooms, "sca/guard/src/a.cpp", f"int a = {call};  // as ::open()\n")
    assert complaints(rooms) == []


@pytest.mark.parametrize(
    "file",
    [
        "orb/os/src/a.cpp",
        "orb/flow/test/a.cpp",
        "sca/guard/test/a.cpp",
        "sca/guard/program/main.cpp",
        "sca/trial/src/a.cpp",
    ],
)
def test_system_calls_are_accepted_where_they_belong(rooms: Path, file: str) -> None:
    write_cpp(rooms, file, "#include <unistd.h>\nint a = ::getpid();\n")
    assert complaints(rooms) == []


def test_threads_in_tests_that_the_thread_sanitizer_leaves_out_are_refused(rooms: Path) -> None:
    text = "std::jthread one{[] {}};  // not std::async\n"
    write_cpp(rooms, "sca/trial/test/a.cpp", text)
    write_cpp(rooms, "sca/guard/test/a.cpp", text)
    assert complaints(rooms) == [
        "sca/trial/test/a.cpp: std::jthread in a test that the thread sanitizer leaves out: "
        "room trial does not use os"
    ]


PREFIXED = """
orbweaver_room(os      IN orb FLOOR 1)
orbweaver_room(values  IN orb FLOOR 2 PREFIX corba USES os)
orbweaver_room(corba   IN orb FLOOR 3 USES values os)
orbweaver_room(naming  IN services FLOOR 4 USES corba)
orbweaver_room(reader  IN sca FLOOR 4 USES values)
"""


@pytest.fixture
def prefixed(tree: Path) -> Path:
    """A tree in which two rooms have headers of one prefix, each of them one."""
    (tree / "cmake/rooms.cmake").write_text(PREFIXED)
    write_cpp(tree, "orb/values/face/orbweaver/corba/any.hpp", "")
    upper = "#include <orbweaver/corba/any.hpp>\n"
    write_cpp(tree, "orb/corba/face/orbweaver/corba/orb.hpp", upper)
    return tree


def test_the_lower_of_two_rooms_with_one_prefix_includes_no_header_of_the_upper(
    prefixed: Path,
) -> None:
    write_cpp(prefixed, "orb/values/src/any.cpp", "#include <orbweaver/corba/any.hpp>\n")
    assert complaints(prefixed) == []
    write_cpp(prefixed, "orb/values/src/any.cpp", "#include <orbweaver/corba/orb.hpp>\n")
    assert complaints(prefixed) == [
        "orb/values/src/any.cpp: room values must not include headers of room corba "
        "(its rooms: os, values)"
    ]


def test_a_room_that_uses_the_upper_has_the_headers_of_both(prefixed: Path) -> None:
    both = "#include <orbweaver/corba/any.hpp>\n#include <orbweaver/corba/orb.hpp>\n"
    write_cpp(prefixed, "services/naming/src/a.cpp", both)
    assert complaints(prefixed) == []


def test_a_room_that_uses_the_lower_has_its_headers_alone(prefixed: Path) -> None:
    write_cpp(prefixed, "sca/reader/src/a.cpp", "#include <orbweaver/corba/any.hpp>\n")
    assert complaints(prefixed) == []
    write_cpp(prefixed, "sca/reader/src/a.cpp", "#include <orbweaver/corba/orb.hpp>\n")
    (line,) = complaints(prefixed)
    assert line.endswith("include headers of room corba (its rooms: generated, reader, values)")


def test_a_prefix_gives_no_other_room_of_those_below(prefixed: Path) -> None:
    write_cpp(prefixed, "orb/os/include/orbweaver/os/mutex.hpp", "")
    write_cpp(prefixed, "services/naming/src/a.cpp", "#include <orbweaver/os/mutex.hpp>\n")
    (line,) = complaints(prefixed)
    assert line.endswith("include headers of room os (its rooms: corba, generated, naming, values)")


def test_a_header_that_two_rooms_have_is_refused(prefixed: Path) -> None:
    write_cpp(prefixed, "orb/corba/include/orbweaver/corba/any.hpp", "")
    assert complaints(prefixed)[0] == (
        "<orbweaver/corba/any.hpp>: the rooms values and corba have this header"
    )


def test_a_header_that_is_not_below_its_rooms_prefix_is_refused(prefixed: Path) -> None:
    write_cpp(prefixed, "orb/values/include/orbweaver/values/a.hpp", "")
    assert complaints(prefixed) == [
        "<orbweaver/values/a.hpp>: the headers of room values are <orbweaver/corba/...>"
    ]


def write_ring(tree: Path) -> None:
    """Two folders of a room, of which each includes the other."""
    write_cpp(tree, "orb/flow/include/orbweaver/flow/calls/a.hpp", "")
    write_cpp(tree, "orb/flow/src/poa/b.hpp", "#include <orbweaver/flow/calls/a.hpp>\n")
    write_cpp(tree, "orb/flow/src/calls/a.cpp", '#include "poa/b.hpp"\n')


def test_a_ring_of_folders_within_a_room_is_refused(rooms: Path) -> None:
    write_ring(rooms)
    assert complaints(rooms) == [
        "orb/flow: a ring of folders: calls includes poa (poa/b.hpp), "
        "poa includes calls (orbweaver/flow/calls/a.hpp)"
    ]


def test_a_ring_over_several_folders_is_refused(rooms: Path) -> None:
    write_cpp(rooms, "orb/flow/src/a/a.hpp", '#include "b/b.hpp"\n')
    write_cpp(rooms, "orb/flow/src/b/b.hpp", '#include "../c/c.hpp"\n')
    write_cpp(rooms, "orb/flow/src/c/c.hpp", '#include "a/a.hpp"\n')
    (line,) = complaints(rooms)
    assert line.endswith("c includes a (a/a.hpp)")


def test_a_face_that_its_folders_implement_and_the_middle_puts_together_is_no_ring(
    rooms: Path,
) -> None:
    write_cpp(rooms, "orb/flow/include/orbweaver/flow/link.hpp", "")
    write_cpp(rooms, "orb/flow/src/tcp/tcp.hpp", "#include <orbweaver/flow/link.hpp>\n")
    write_cpp(rooms, "orb/flow/src/connect.cpp", '#include "tcp/tcp.hpp"\n')
    assert complaints(rooms) == []


def test_a_ring_through_the_face_is_refused(rooms: Path) -> None:
    face = "orb/flow/face/orbweaver/flow"
    write_cpp(rooms, f"{face}/link.hpp", "#include <orbweaver/flow/tcp/base.hpp>\n")
    write_cpp(rooms, f"{face}/tcp/base.hpp", "")
    write_cpp(rooms, "orb/flow/src/tcp/tcp.cpp", "#include <orbweaver/flow/link.hpp>\n")
    assert complaints(rooms) == [
        "orb/flow: a ring of folders: (face) includes tcp (orbweaver/flow/tcp/base.hpp), "
        "tcp includes (face) (orbweaver/flow/link.hpp)"
    ]


def test_a_known_ring_is_accepted_and_a_larger_one_is_refused(rooms: Path) -> None:
    write_ring(rooms)
    known = rooms / "tools/known_rings.txt"
    known.parent.mkdir()
    known.write_text("orb/flow: calls poa\n")
    assert complaints(rooms) == []
    write_cpp(rooms, "orb/flow/src/calls/a.cpp", '#include "poa/b.hpp"\n#include "c/c.hpp"\n')
    write_cpp(rooms, "orb/flow/src/c/c.hpp", "#include <orbweaver/flow/calls/a.hpp>\n")
    assert complaints(rooms)[0].startswith("orb/flow: a ring of folders: c includes calls")


def test_a_ring_that_is_untied_leaves_the_list(rooms: Path) -> None:
    known = rooms / "tools/known_rings.txt"
    known.parent.mkdir()
    known.write_text("# Untie them.\norb/flow: calls poa\n")
    (line,) = complaints(rooms)
    assert line.startswith("tools/known_rings.txt: orb/flow has no ring of calls poa any more")
    (rooms / "docs/understand").mkdir(parents=True)
    subprocess.run(
        [sys.executable, str(ROOT / "tools/check_rooms.py"), str(rooms), "--write"], check=False
    )
    assert "calls" not in known.read_text()
    assert complaints(rooms) == []


def test_threads_and_clocks_of_the_library_are_refused_in_programs(rooms: Path) -> None:
    write_cpp(rooms, "programs/domain/main.cpp", "std::mutex one;  // not std::jthread\n")
    write_cpp(rooms, "programs/run/main.cpp", "#include <unistd.h>\nos::Mutex two;\n")
    assert complaints(rooms) == [
        "programs/domain/main.cpp: std::mutex belongs behind a name of orb/os"
    ]


def test_a_class_name_of_two_rooms_is_refused(rooms: Path) -> None:
    write_cpp(rooms, "orb/os/src/a.cpp", "namespace {\nclass Reader final : public Base {};\n}\n")
    write_cpp(rooms, "sca/guard/include/orbweaver/guard/b.hpp", "\nstruct Reader {\n};\n")
    assert complaints(rooms) == [
        "sca/guard/include/orbweaver/guard/b.hpp:2: Reader is also the name of "
        "orb/os/src/a.cpp:2: give each class a name of its own"
    ]


@pytest.mark.parametrize(
    "definition",
    [
        "template <class T>\nclass Reader {\n};\n",
        "template <class T> struct Reader {};\n",
        "struct [[nodiscard]] Reader {\n};\n",
        "struct alignas(64) Reader {\n};\n",
        "enum class Reader : std::uint8_t { one };\n",
        "enum Reader { one };\n",
        "class Reader\n    : public Base,\n      public Other {\n};\n",
    ],
)
def test_each_form_of_a_definition_is_seen(rooms: Path, definition: str) -> None:
    write_cpp(rooms, "orb/os/src/a.cpp", "union Reader {\n};\n")
    write_cpp(rooms, "orb/os/src/b.cpp", definition)
    (line,) = complaints(rooms)
    assert line.startswith("orb/os/src/b.cpp:")


@pytest.mark.parametrize(
    ("file", "text"),
    [
        ("orb/os/src/b.cpp", "class Reader;\n"),
        ("orb/os/src/b.cpp", "template <>\nclass Reader<int> {\n};\n"),
        ("orb/os/src/b.cpp", "struct Reader::Part {\n};\n"),
        ("orb/os/src/b.cpp", "class Other {\n  struct Reader {};\n};\n"),
        ("orb/os/src/b.cpp", "Reader read() {\n}\n"),
        ("orb/os/test/b.cpp", "class Reader {\n};\n"),
        ("orb/os/testing/b.hpp", "class Reader {\n};\n"),
    ],
)
def test_what_defines_no_second_class_of_the_product_is_accepted(
    rooms: Path, file: str, text: str
) -> None:
    write_cpp(rooms, "orb/os/src/a.cpp", "class Reader {\n};\n")
    write_cpp(rooms, file, text)
    assert complaints(rooms) == []


def test_a_name_that_was_agreed_on_may_stand_twice(rooms: Path) -> None:
    write_cpp(rooms, "orb/os/src/a.cpp", "class Current {\n};\n")
    write_cpp(rooms, "orb/os/src/b.cpp", "class Current {\n};\n")
    assert complaints(rooms) == []
