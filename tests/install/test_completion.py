# SPDX-License-Identifier: Apache-2.0
"""Completion for shells and manual pages, made of what the programs say of themselves."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

BASH = """
source "$1"
COMP_WORDS=("${@:2}")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_orbweaver
printf '%s\\n' "${COMPREPLY[@]}"
"""


def completed(prefix: Path, *words: str) -> list[str]:
    script = prefix / "share/bash-completion/completions/orbweaver"
    done = subprocess.run(
        ["bash", "-c", BASH, "bash", script, "orbweaver", *words],
        capture_output=True, text=True, check=True,
        env={**os.environ, "PATH": f"{prefix / 'bin'}:{os.environ['PATH']}"},
    )  # fmt: skip
    return done.stdout.split()


@pytest.mark.parametrize(
    ("words", "found"),
    [
        (["ap"], ["apps"]),
        (["run", "--plac"], ["--placement"]),
        (["run", "--placement", "tog"], ["together"]),
        (["apps", "--doma"], ["--domain"]),
        (["domain", "--on-restart", ""], ["adopt", "release"]),
        (["run", "radio.sad"], []),
        (["run", ""], ["adsb", "ax25", "fm"]),
        (["plan", "a"], ["adsb", "ax25"]),
        (["run", "fm", "--messaging", "two"], ["twoway", "twoway-worker"]),
        (["new", ""], ["component", "waveform", "node", "device"]),
        (["sad", "dis"], ["disconnect"]),
        (["lab", "r"], ["run", "report"]),
        (["new", "component", "--so"], ["--source"]),
        (["bench", "receiver", "--pace", ""], ["none", "realtime"]),
        (["doctor", "--"], ["--json", "--bin", "--keys"]),
    ],
)
def test_bash_completes_commands_options_and_their_words(
    words: list[str], found: list[str], prefix: Path
) -> None:
    assert completed(prefix, *words) == found


@pytest.mark.parametrize(
    ("shell", "file"),
    [
        ("zsh", "zsh/site-functions/_orbweaver"),
        ("fish", "fish/vendor_completions.d/orbweaver.fish"),
    ],
)
def test_other_shells_can_read_theirs(shell: str, file: str, prefix: Path) -> None:
    script = prefix / "share" / file
    assert "--placement" in script.read_text() or "-l placement" in script.read_text()
    program = shutil.which(shell)
    if program is None:
        pytest.skip(f"{shell} is not installed")
    subprocess.run([program, "-n", script], check=True)


def test_every_command_has_a_manual_page(prefix: Path) -> None:
    folder = prefix / "share/man/man1"
    whole = (folder / "orbweaver.1").read_text()
    names = re.findall(r"^\.TP\n\.B (\w+)$", whole, re.MULTILINE)
    assert {"run", "apps", "domain", "lab"} <= set(names)
    for name in names:
        text = (folder / f"orbweaver-{name}.1").read_text()
        assert text.startswith(f'.TH "ORBWEAVER-{name.upper()}" 1 ')
    run = (folder / "orbweaver-run.1").read_text()
    assert "\\-\\-placement" in run
    assert "orbweaver run fm" in run


def test_every_program_has_a_manual_page(prefix: Path) -> None:
    folder = prefix / "share/man/man1"
    programs = sorted(path.name for path in (prefix / "bin").iterdir())
    assert {"orbweaver", "orbweaver-guard", "adsb-generate"} <= set(programs)
    for name in programs:
        text = (folder / f"{name}.1").read_text()
        if text.startswith(".so man1/"):  # it has a new name
            assert (folder / text.split("/")[1].strip()).is_file()
            continue
        assert text.startswith(f'.TH "{name.upper()}" 1 ')
        (does,) = re.findall(r"^\.SH NAME\n.* \\- (.+)$", text, re.MULTILINE)
        assert len(does.split()) > 2, "it says what the program does"


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("new", ["orbweaver new component [OPTIONS] NAME", "--source", "orbweaver new node mast"]),
        ("sad", ["orbweaver sad add [OPTIONS] X.sad.xml COMPONENT", "--root DIR"]),
        ("lab", ["orbweaver lab run", "--repeat", "orbweaver lab compare"]),
        ("bench", ["orbweaver bench bars", "--quick", "orbweaver bench path"]),
        ("idl", ["FILE.idl", "Examples:"]),
        ("ior", ["STRING", "--json", "Examples:"]),
        ("log", ["--follow", "Examples:"]),
        ("doctor", ["--json", "Examples:"]),
    ],
)
def test_the_page_of_a_command_in_python_has_verbs_options_and_examples(
    name: str, parts: list[str], prefix: Path
) -> None:
    page = (prefix / f"share/man/man1/orbweaver-{name}.1").read_text().replace("\\-", "-")
    assert [part for part in parts if part not in page] == []


@pytest.mark.parametrize(
    "name", ["orbweaver-run", "orbweaver-new", "orbweaver-bench", "orbweaver-guard", "fm-generate"]
)
def test_a_manual_page_is_well_formed(name: str, prefix: Path) -> None:
    program = shutil.which("groff") or pytest.skip("groff is not installed")
    page = prefix / f"share/man/man1/{name}.1"
    done = subprocess.run(
        [program, "-man", "-Tutf8", "-ww", "-z", page], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
