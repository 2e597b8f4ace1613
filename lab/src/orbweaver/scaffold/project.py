"""Writes a project: every template of its kind, with the names filled in."""

import uuid
from pathlib import Path
from typing import Literal

from jinja2 import Environment, PackageLoader, StrictUndefined

from orbweaver.problems import BadInput
from orbweaver.scaffold.names import names_of

Kind = Literal["component", "device", "waveform"]
TEMPLATES = Path(__file__).parent / "templates"
SUFFIX = ".j2"
NAME_IN_PATH = "NAME"


def write_project(kind: Kind, name: str, out: Path | None) -> list[Path]:
    """Write it into `out`, or into a folder of its name here; gives the files.

    Raises BadInput if the name is none, or the folder holds anything.
    """
    names = names_of(name)
    folder = out or Path(name)
    _require_empty(folder)
    environment = Environment(
        loader=PackageLoader("orbweaver.scaffold"),
        undefined=StrictUndefined,
        keep_trailing_newline=True,
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,  # names are checked
    )
    values = {
        "name": names.file,
        "space": f"{names.file}_{kind}",  # neither the C library nor the ORB has such a name
        "Class": names.class_name,
        "dce": _Ids(),
    }
    written: list[Path] = []
    for template in sorted((TEMPLATES / kind).rglob(f"*{SUFFIX}")):
        inside = template.relative_to(TEMPLATES / kind).as_posix()
        target = folder / inside.removesuffix(SUFFIX).replace(NAME_IN_PATH, names.file)
        text = environment.get_template(f"{kind}/{inside}").render(values)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written.append(target)
    return written


def _require_empty(folder: Path) -> None:
    if folder.exists() and not folder.is_dir():
        raise BadInput(f"{folder} is a file: choose another --out")
    if folder.is_dir() and any(folder.iterdir()):
        raise BadInput(f"{folder} is not empty: choose another --out, or remove what is in it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise BadInput(f"cannot make {folder}: {problem.strerror}") from None


class _Ids:
    """Unique identifiers as SCA profiles have them; the same one for the same key."""

    def __init__(self) -> None:
        self._made: dict[str, str] = {}

    def __call__(self, key: str) -> str:
        return self._made.setdefault(key, f"DCE:{uuid.uuid4()}")
