# SPDX-License-Identifier: Apache-2.0
"""The six small examples, built against an installed Orbweaver, print what they say."""

import subprocess
from pathlib import Path

import pytest
from prefix import must, run
from programs import ROOT

EXAMPLES = ROOT / "examples"
ONE_PROGRAM = {
    "one-way": "one-way",
    "ordered": "ordered",
    "loan": "loan",
    "asynchronous": "asynchronous",
    "component": "component-on-bench",
}
MOST_LINES = 60
ENDS_WITHIN_S = 120


@pytest.fixture(scope="module")
def examples(prefix: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("examples")
    must("cmake", "-G", "Ninja", "-S", EXAMPLES, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}",
         "-DCMAKE_BUILD_TYPE=Release")  # fmt: skip
    said = must("cmake", "--build", folder, "-j", "2")
    assert "warning" not in said
    return folder


def expected(name: str) -> str:
    return (EXAMPLES / name / "expected.txt").read_text()


@pytest.mark.parametrize("name", ONE_PROGRAM)
def test_an_example_prints_what_it_says(examples: Path, name: str) -> None:
    done = run(examples / name / ONE_PROGRAM[name])
    assert (done.returncode, done.stderr, done.stdout) == (0, "", expected(name))


def test_a_client_greets_the_server(examples: Path) -> None:
    program = examples / "hello/hello-server"
    with subprocess.Popen(
        [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        done = run(examples / "hello/hello-client", server.stdout.readline().strip())
        server.stdin.close()  # which ends it
        assert server.wait(ENDS_WITHIN_S) == 0
    assert (done.returncode, done.stderr, done.stdout) == (0, "", expected("hello"))


def test_a_client_without_a_server_says_so_in_one_line(examples: Path) -> None:
    done = run(examples / "hello/hello-client", "corbaloc::127.0.0.1:1/greeter")
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("hello-client: CORBA::TRANSIENT")


@pytest.mark.parametrize("name", ["hello", *ONE_PROGRAM])
def test_an_example_is_small(name: str) -> None:
    lines = sum(len(file.read_text().splitlines()) for file in (EXAMPLES / name).glob("*.cpp"))
    assert lines <= MOST_LINES
    readme = (EXAMPLES / name / "README.md").read_text()
    assert all(line in readme for line in expected(name).split("\n"))
