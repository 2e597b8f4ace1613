# SPDX-License-Identifier: Apache-2.0
"""`orbweaver idl --example`: what it writes is built against an installed Orbweaver, and runs."""

import subprocess
import sys
from collections.abc import Generator
from pathlib import Path

import pytest
from prefix import must, run

ENDS_WITHIN_S = 120
IDL = """\
#include "shapes/point.idl"
#include "gain.idl"
#include <orb.idl>

module Receiver {
  exception Refused { string why; };
  local interface Here { void f(); };
  abstract interface Named { string name(); };
  interface Base {
    attribute Shapes::Point where;
    long result(in long _object, inout long result, out wstring text);
    CORBA::TypeCode type_of(in any value) raises (Refused);
  };
  interface Tuner : Base, Named {
    Gain::Levels levels(in Gain::Level lowest, in Named from);
    oneway void feed(in Shapes::Corners samples);
  };
};
module Other { interface Tuner {}; };
"""
POINT = "module Shapes { struct Point { double x; double y; }; typedef Point Corners[2]; };"
GAIN = "module Gain { enum Level { low, high }; typedef sequence<Level> Levels; };"
SAID = """\
get Receiver::Base::where: Shapes::Point{x=0, y=0}
set Receiver::Base::where: done
Receiver::Base::result: result_=0, result=0, text=""
Receiver::Base::type_of: null
Receiver::Tuner::name: ""
get Receiver::Tuner::where: Shapes::Point{x=0, y=0}
set Receiver::Tuner::where: done
Receiver::Tuner::result: result_=0, result=0, text=""
Receiver::Tuner::type_of: null
Receiver::Tuner::levels: []
Receiver::Tuner::feed: sent
"""


@pytest.fixture(scope="module")
def example(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the programs, for IDL that includes more from two folders."""
    folder = tmp_path_factory.mktemp("example of a radio")
    files = {
        "idl/my radio.idl": IDL,
        "idl/shapes/point.idl": POINT,
        "more/gain.idl": GAIN,
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    must(sys.executable, "-m", "orbweaver", "idl", "idl/my radio.idl", "-I", "more", "--example",
         "-o", "first", folder=folder)  # fmt: skip
    moved = folder.rename(folder.with_name("moved"))
    must("cmake", "-G", "Ninja", "-S", moved / "first", "-B", moved / "build",
         f"-DCMAKE_PREFIX_PATH={prefix}", "-DCMAKE_BUILD_TYPE=Release")  # fmt: skip
    said = must("cmake", "--build", moved / "build", "-j", "2")
    assert "warning" not in said
    return moved / "build"


@pytest.fixture
def references(example: Path) -> Generator[list[str], None, None]:
    """What the server prints: an object of each of three interfaces."""
    program = example / "my_radio-server"
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        yield [server.stdout.readline().strip() for _ in range(3)]
        server.terminate()
        assert server.wait(ENDS_WITHIN_S) == 0


def test_the_client_calls_every_operation_of_every_object(
    example: Path, references: list[str]
) -> None:
    done = run(example / "my_radio-client", *references)
    assert (done.returncode, done.stderr, done.stdout) == (0, "", SAID)


def test_a_reference_that_leads_nowhere_and_none_at_all_are_said(example: Path) -> None:
    client = example / "my_radio-client"
    done = run(client, "corbaloc::127.0.0.1:1/nobody")
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].startswith("my_radio-client: CORBA::TRANSIENT")
    done = run(client)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "usage: my_radio-client [-ORB options] REFERENCE...\n"


def test_a_server_that_has_ended_is_status_1(example: Path) -> None:
    with subprocess.Popen(
        [example / "my_radio-server"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        references = [server.stdout.readline().strip() for _ in range(3)]
        server.terminate()
        assert server.wait(ENDS_WITHIN_S) == 0
    done = run(example / "my_radio-client", *references)
    assert done.returncode == 1
    assert "CORBA::TRANSIENT" in done.stdout + done.stderr


def test_an_object_of_other_idl_is_said(example: Path, built: Path) -> None:
    with subprocess.Popen([built / "tuner-server"], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        reference = server.stdout.readline().strip()
        done = run(example / "my_radio-client", reference)
        server.terminate()
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        f"my_radio-client: no object of an interface of my radio.idl: {reference[:60]}\n"
    )
