"""docs/first-component.md: its commands, typed one after the other, do what the page says."""

import re
import struct
import sys
from pathlib import Path

from prefix import must
from programs import ROOT

PAGE = (ROOT / "docs/first-component.md").read_text()
INSTALLED_ALREADY = "./x install /opt/orbweaver"


def blocks(language: str) -> list[str]:
    """The page's blocks of code in this language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.M | re.S)


def script(prefix: Path) -> str:
    """All commands of the page; the change of step 4 is made where the page has it."""
    found = re.findall(r"^```(?:sh|cpp)\n(.*?)^```$", PAGE, re.M | re.S)
    steps = [f"{sys.executable} change.py" if "std::clamp" in block else block for block in found]
    command = f'orbweaver() {{ "{sys.executable}" -m orbweaver "$@"; }}\n'
    text = "\n".join(steps).replace(INSTALLED_ALREADY, "").replace("/opt/orbweaver", str(prefix))
    return f"set -eu\nexport ORBWEAVER_BIN={prefix}/bin\n{command}{text}"


def change() -> str:
    """A program that replaces process() in gain.cpp by what the page has, and adds the header."""
    (function,) = blocks("cpp")
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
    assert INSTALLED_ALREADY in PAGE
    (tmp_path / "change.py").write_text(change())
    typed = script(prefix).replace("change.py", str(tmp_path / "change.py"))
    said = must("bash", "-c", typed, folder=tmp_path)
    assert said.count("100% tests passed, 0 tests failed out of 1") == 2
    assert "warning:" not in said
    assert "gain: end of stream after" in said
    assert (tmp_path / "gain/out.f32").read_bytes() == 8 * struct.pack("<f", 2)
    assert " profiles: 0 errors, 0 warnings" in said
    assert "gain.sad.xml, ran 1." in said
