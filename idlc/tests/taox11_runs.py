# SPDX-License-Identifier: Apache-2.0
"""Builds and runs TAOX11's own tests, a client against a server, against this ORB.

    python taox11_runs.py TAOX11 BUILD [TEST...]

TAOX11 is a folder with TAOX11's sources, BUILD one with liborbweaver.so. TEST is a folder below
TAOX11's tests; without any, those of all sources in taox11/sources.txt that have a server and a
client are tried. Sources are compiled as taox11_sources.py does; a test passes if both programs end
with status 0, as its own script demands.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from taox11_sources import COMPILER, SOURCES, Taox11

ENDS_WITHIN_S = 30
LIBRARIES = ["-lorbweaver", "-lspdlog", "-lfmt", "-lpthread"]


class CannotBuild(Exception):
    """Its first error, or what the test lacks."""


class Test:
    """One folder of TAOX11's tests."""

    def __init__(self, taox11: Taox11, build: Path, name: str) -> None:
        self._taox11, self._build, self._name = taox11, build, name
        self._folder = taox11.tests / name
        self._out = taox11.scratch / "run" / name

    def run(self) -> str:
        """ "passed", or what went wrong."""
        try:
            server, client = self._program("server"), self._program("client")
        except CannotBuild as error:
            return f"not built: {error}"
        return self._run(server, client)

    def _program(self, kind: str) -> Path:
        sources = self._sources(kind)
        if not sources:
            raise CannotBuild(f"its project has no {kind} of its own")
        self._out.mkdir(parents=True, exist_ok=True)
        program = self._out / kind
        flags = self._taox11.flags(self._folder)
        generated = self._taox11.generated(self._folder)
        command = [*COMPILER, *flags, *map(str, [*sources, *generated]), "-o", str(program)]
        link = [f"-L{self._build}", f"-Wl,-rpath,{self._build}", "-fuse-ld=mold", *LIBRARIES]
        done = subprocess.run([*command, *link], capture_output=True, text=True, check=False)
        if done.returncode:
            errors = [line for line in done.stderr.splitlines() if "error" in line]
            raise CannotBuild(errors[0] if errors else done.stderr[:200])
        return program

    def _sources(self, kind: str) -> list[Path]:
        """What its projects compile for the program, without what is generated."""
        text = "\n".join(each.read_text() for each in sorted(self._folder.glob("*.mpc")))
        projects = re.findall(r"project\([^)]*\)\s*:\s*([^{]*)\{(.*?)\n\}", text, re.S)
        own = self._of_bases(projects, rf"taox11_(\w+_)?{kind}")
        servants = self._of_bases(projects, "taox11_portableserver") if kind == "server" else []
        return list(dict.fromkeys([*own, *servants])) if own else []

    def _of_bases(self, projects: list[tuple[str, str]], base: str) -> list[Path]:
        bodies = " ".join(body for bases, body in projects if re.search(base, bases))
        paths = [self._folder / each for each in re.findall(r"[\w./]+\.cpp", bodies)]
        return [each for each in paths if each.is_file()]

    def _reference_name(self) -> str:
        """Of the file that its script waits for; some servers write no other."""
        script = self._folder / "run_test.pl"
        text = script.read_text() if script.is_file() else ""
        found = re.search(r"""\$iorbase = "([\w.]+)\"""", text)
        return found[1] if found else "test.ior"

    def _run(self, server: Path, client: Path) -> str:
        reference, log = self._out / self._reference_name(), self._out / "server.log"
        with log.open("w") as out:
            serving = subprocess.Popen(
                [server, "-o", reference], cwd=self._out, stdout=out, stderr=subprocess.STDOUT
            )
        try:
            if not _appears(reference, serving):
                return (
                    f"the server wrote no reference: {_error_of(log.read_text(errors='replace'))}"
                )
            asked = subprocess.run(
                [client, "-k", f"file://{reference}"], cwd=self._out, capture_output=True,
                text=True, check=False, timeout=ENDS_WITHIN_S, errors="replace",
            )  # fmt: skip
            if asked.returncode:
                return f"the client ended with {asked.returncode}: {_error_of(asked.stderr)}"
            status = serving.wait(ENDS_WITHIN_S)
            return "passed" if status == 0 else f"the server ended with {status}"
        except subprocess.TimeoutExpired as late:
            return f"did not end in {late.timeout:.0f} s"
        finally:
            serving.kill()
            serving.wait()


def _appears(path: Path, writer: subprocess.Popen[bytes]) -> bool:
    for _ in range(ENDS_WITHIN_S * 10):
        if path.is_file() and path.stat().st_size:
            return True
        try:
            writer.wait(0.1)
        except subprocess.TimeoutExpired:
            continue
        return path.is_file()
    return False


def _error_of(text: str) -> str:
    lines = text.splitlines()
    return next((line for line in lines if "ERROR" in line), lines[-1] if lines else "nothing said")


def main(arguments: list[str]) -> int:
    """Prints what became of each test, and how many passed."""
    root, build, *names = arguments
    names = names or sorted({str(Path(each).parent) for each in SOURCES})
    with tempfile.TemporaryDirectory() as scratch:
        taox11 = Taox11(Path(root), Path(scratch))
        taox11.prepare()
        passed = 0
        for name in names:
            outcome = Test(taox11, Path(build).resolve(), name).run()
            passed += outcome == "passed"
            print(f"{name}: {outcome}", flush=True)
    print(f"{passed} of {len(names)} passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
