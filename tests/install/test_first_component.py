# SPDX-License-Identifier: Apache-2.0
"""docs/start/first-component.md: its commands, typed one after the other, do what the page says."""

import re
import struct
import sys
from pathlib import Path

import pytest
from prefix import must
from programs import ROOT

PAGE = (ROOT / "docs/start/first-component.md").read_text()
FIRST, SECOND = PAGE.split("## A radio of your own")
INSTALLED_ALREADY = "./x install /opt/orbweaver"
TERMINALS = {"domain": '"event":"ready"', "node": '"state":"up"'}
"""Commands that go on, each in a terminal of its own, and what they print when they are ready."""
TERMINAL = """
programs=()
terminal() {  # TEXT COMMAND...: goes on when the command has printed the text
  local text=$1 pipe line
  pipe=$(mktemp -u)
  mkfifo "$pipe"
  "${@:2}" >"$pipe" &
  programs+=($!)
  exec {output}<"$pipe"
  while read -r line; do [[ $line != *"$text"* ]] || break; done <&"$output"
  cat <&"$output" >/dev/null &
}
trap 'kill "${programs[@]}"; wait' EXIT
"""


def blocks(part: str, languages: str) -> list[str]:
    """Its blocks of code in these languages."""
    return re.findall(rf"^```(?:{languages})\n(.*?)^```$", part, re.M | re.S)


def script(steps: list[str], prefix: Path) -> str:
    """The commands, with the places of this test."""
    command = f'orbweaver() {{ "{sys.executable}" -m orbweaver "$@"; }}\n'
    text = "\n".join(steps).replace(INSTALLED_ALREADY, "").replace("/opt/orbweaver", str(prefix))
    return f"set -eu\nexport ORBWEAVER_BIN={prefix}/bin\n{command}{text}"


def change() -> str:
    """A program that replaces process() in gain.cpp by what the page has, and adds the header."""
    (function,) = blocks(FIRST, "cpp")
    return (
        "import re\nfrom pathlib import Path\n"
        "file = Path('gain.cpp')\ntext = file.read_text()\n"
        f"new = {function!r}\n"
        "changed = re.sub(r'^  void process.*?^  }\\n', lambda _: new, text, flags=re.M | re.S)\n"
        "assert changed != text\n"
        "file.write_text('#include <algorithm>\\n' + changed)\n"
    )


def test_the_commands_of_the_page_end_with_a_component_that_ran(
    prefix: Path, tmp_path: Path
) -> None:
    assert INSTALLED_ALREADY in FIRST
    (tmp_path / "change.py").write_text(change())
    changed = f"{sys.executable} {tmp_path}/change.py"
    steps = [changed if "std::clamp" in block else block for block in blocks(FIRST, "sh|cpp")]
    said = must("bash", "-c", script(steps, prefix), folder=tmp_path)
    assert said.count("100% tests passed, 0 tests failed out of 1") == 2
    assert "warning:" not in said
    assert "gain: end of stream after" in said
    assert (tmp_path / "gain/out.f32").read_bytes() == 8 * struct.pack("<f", 2)
    assert " profiles: 0 errors, 0 warnings" in said
    assert "gain.sad.xml, ran 1." in said


def in_terminals(step: str) -> str:
    """`orbweaver domain ... &` goes on when the domain is ready, and so does a node."""

    def terminal(found: re.Match[str]) -> str:
        verb, words = found.groups()
        return f"terminal '{TERMINALS[verb]}' {sys.executable} -m orbweaver {verb}{words}"

    return re.sub(r"^orbweaver (domain|node)(.*) &$", terminal, step, flags=re.M)


def test_the_commands_of_the_second_part_end_with_a_radio_that_was_looked_into(
    prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    user = tmp_path / "run"
    user.mkdir(mode=0o700)
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(user))  # whose domain no other test sees
    monkeypatch.setenv("ORBWEAVER_DOMAIN", "")
    (tmp_path / "gain").mkdir()  # where the first part ends
    steps = [in_terminals(block) for block in blocks(SECOND, "sh")]
    said = must("bash", "-c", script([TERMINAL, *steps], prefix), folder=tmp_path / "gain")
    assert "warning:" not in said
    assert " profiles: 0 errors, 0 warnings" in said
    assert re.search(r"front_end.*\bchannels", said, re.S)
    assert re.search(r"^component +processing +sending +waiting$", said, re.M)
    assert re.search(r"^amplifier audio_out -> meter audio ", said, re.M)
    samples = (tmp_path / "radio/audio.f32").read_bytes()
    assert len(samples) == 10 * 1000 * 4
    assert max(struct.unpack("<1000f", samples[-4000:])) < 1, "the meter turned it down"
