"""`orbweaver new`: its names and files. That they build: tests/install/test_new.py."""

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from orbweaver.cli.main import run_command
from orbweaver.scaffold.names import names_of
from orbweaver.scaffold.project import NAME_IN_PATH, SUFFIX, TEMPLATES

KINDS = ("component", "device", "waveform")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "file", "class_name"),
    [
        ("gain", "gain", "Gain"),
        ("fm_demodulator", "fm_demodulator", "FmDemodulator"),
        ("fm-demodulator", "fm_demodulator", "FmDemodulator"),
        ("FmDemodulator", "fmdemodulator", "FmDemodulator"),
        ("x", "x", "X"),
        ("adsb_1090", "adsb_1090", "Adsb1090"),
        ("a" * 60, "a" * 60, "A" + "a" * 59),
    ],
)
def test_a_name_has_a_form_for_files_and_one_for_the_class(
    name: str, file: str, class_name: str
) -> None:
    names = names_of(name)
    assert (names.file, names.class_name) == (file, class_name)


@pytest.mark.parametrize(
    "name",
    ["", " ", "two words", "1090", "a/b", "../up", "a.b", "ä", "_a", "a_", "a__b", "class", "Class",
     "int", "std", "test", "orbweaver", "a" * 61, "a\nb", "$HOME"],
)  # fmt: skip
def test_what_is_no_name_is_refused_in_one_line_and_nothing_is_written(
    name: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["new", "component", name]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "e.g." in said or "Missing" in said
    assert list(here.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "proposed"), [("FM receiver", "fm_receiver"), ("1090", "my_1090"), ("ünï", "my_radio")]
)
def test_a_name_that_would_do_is_proposed(
    name: str, proposed: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["new", "component", name, "--out", str(here / "out")]) == 2
    assert capsys.readouterr().err.rstrip().endswith(f"e.g. {proposed}")


@pytest.mark.parametrize("kind", KINDS)
def test_a_project_has_every_file_of_its_kind_with_its_name(kind: str, here: Path) -> None:
    assert run_command(["new", kind, "my-radio"]) == 0
    folder = here / "my-radio"
    templates = list((TEMPLATES / kind).rglob(f"*{SUFFIX}"))
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert len(written) == len(templates) > 6
    for path in written:
        text = path.read_text()
        assert NAME_IN_PATH not in path.name
        assert "{%" not in text and "{{ " not in text, path
        assert "my_radio" in path.name + text or "MyRadio" in text, path
        assert "\n\n\n" not in text, path
        assert text.endswith("\n"), path
    assert len((folder / "README.md").read_text().splitlines()) <= 14


@pytest.mark.parametrize("kind", KINDS)
def test_a_name_of_the_system_or_of_a_room_is_no_namespace(kind: str, here: Path) -> None:
    for name in ("sync", "packets"):
        assert run_command(["new", kind, name]) == 0
        sources = [path.read_text() for path in (here / name).rglob("*.[ch]pp")]
        assert any(f"namespace {name}_{kind} {{" in text for text in sources)
        assert not any(f"namespace {name} {{" in text for text in sources)


@pytest.mark.parametrize("kind", KINDS)
def test_its_profiles_are_xml_and_have_ids_of_their_own(kind: str, here: Path) -> None:
    for name in ("first", "second"):
        assert run_command(["new", kind, name, "--out", f"out/{name}"]) == 0
    ids = {
        ET.parse(path).getroot().get("id")
        for path in (here / "out").rglob("*.xml")
        if path.name.endswith((".spd.xml", ".sad.xml"))
    }
    assert None not in ids
    assert len(ids) == len(list((here / "out").rglob("*.s[pa]d.xml")))


def test_a_folder_that_holds_something_is_left_alone(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "gain").mkdir()
    (here / "gain/mine").write_text("precious")
    assert run_command(["new", "component", "gain"]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    assert [path.name for path in (here / "gain").iterdir()] == ["mine"]
    assert run_command(["new", "component", "gain", "--out", "gain/mine"]) == 2
    assert run_command(["new", "component", "gain", "--out", "/proc/gain"]) == 2


def test_an_empty_folder_is_used(here: Path) -> None:
    (here / "made").mkdir()
    assert run_command(["new", "device", "front_end", "--out", "made"]) == 0
    assert (here / "made/front_end.cpp").is_file()


def test_an_unknown_kind_is_wrong_usage(here: Path) -> None:
    assert run_command(["new", "toaster", "x"]) == 2
    assert list(here.iterdir()) == []
