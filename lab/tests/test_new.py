# SPDX-License-Identifier: Apache-2.0
"""`orbweaver new`: its names and files. That they build: tests/install/test_new.py."""

import re
import shutil
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
     "int", "std", "test", "orbweaver", "input", "output", "a" * 61, "a\nb", "$HOME"],
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
    assert run_command(["new", "component", name, "--folder", str(here / "out")]) == 2
    assert capsys.readouterr().err.rstrip().endswith(f"e.g. {proposed}")


@pytest.mark.parametrize("kind", KINDS)
def test_a_project_has_every_file_of_its_kind_with_its_name(kind: str, here: Path) -> None:
    assert run_command(["new", kind, "my-radio"]) == 0
    folder = here / "my-radio"
    templates = list((TEMPLATES / kind).rglob(f"*{SUFFIX}"))
    written = [path for path in folder.rglob("*") if path.is_file()]
    assert len(written) == len(templates) > 4
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
        assert run_command(["new", kind, name, "--folder", f"out/{name}"]) == 0
    ids = [
        ET.parse(path).getroot().get("id")
        for path in (here / "out").rglob("*.xml")
        if path.name.endswith((".spd.xml", ".sad.xml", ".dcd.xml"))
    ]
    assert len(set(ids)) == len(ids) >= 2
    assert None not in ids


def test_a_folder_that_holds_something_is_left_alone(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "gain").mkdir()
    (here / "gain/mine").write_text("precious")
    assert run_command(["new", "component", "gain"]) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "gain is not empty: choose another --folder" in said
    assert [path.name for path in (here / "gain").iterdir()] == ["mine"]
    assert run_command(["new", "component", "gain", "--folder", "gain/mine"]) == 2
    assert "gain/mine is a file: choose another --folder" in capsys.readouterr().err
    assert run_command(["new", "component", "gain", "--folder", "/proc/gain"]) == 2


@pytest.mark.parametrize("kind", KINDS)
def test_what_to_type_next_is_said(
    kind: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["new", kind, "beacon", "--folder", "my radio"]) == 0
    said = capsys.readouterr()
    first, *lines = said.err.splitlines()
    assert first == "next:"
    assert lines[0] == "  cd 'my radio'"
    assert lines[1].startswith("  cmake -G Ninja -S . -B build -DCMAKE_PREFIX_PATH=/")
    assert lines[2] == "  cmake --build build && ctest --test-dir build --output-on-failure"
    assert all((here / line).is_file() for line in said.out.splitlines())


def test_an_empty_folder_is_used(here: Path) -> None:
    (here / "made").mkdir()
    assert run_command(["new", "device", "front_end", "--folder", "made"]) == 0
    assert (here / "made/front_end.cpp").is_file()


def test_an_unknown_kind_is_wrong_usage(here: Path) -> None:
    assert run_command(["new", "toaster", "x"]) == 2
    assert list(here.iterdir()) == []


# ---- components ----


def write(here: Path, *words: str) -> tuple[str, str]:
    """A component of these options: its source, and its test."""
    assert run_command(["new", "component", "radio", *words]) == 0
    folder = here / "radio"
    return (folder / "radio.cpp").read_text(), (folder / "test/radio_test.cpp").read_text()


def test_a_component_is_one_file_without_profiles(here: Path) -> None:
    source, test = write(here)
    assert sorted(path.name for path in (here / "radio").iterdir()) == [
        "CMakeLists.txt", "README.md", "radio.cpp", "radio.sad.xml", "test",
    ]  # fmt: skip
    assert "PROFILES" not in (here / "radio/CMakeLists.txt").read_text()
    assert 'using SamplesIn = component::In<"samples_in", standardInterfaces::realFloat>;' in source
    assert "component::Settings<RadioSettings>> {" in source
    assert "component::Outcome on_settings(const component::Changed& changed) override {" in source
    assert "bench.take<SamplesOut>() == std::vector<float>{2, 4, 6}" in test


def test_a_component_has_the_ports_that_are_asked_for(here: Path) -> None:
    source, test = write(here, "--in", "iq:complexShort", "--out", "bits:OctetStream",
                         "--out", "audio")  # fmt: skip
    assert 'using IqIn = component::In<"iq", standardInterfaces::complexShort>;' in source
    assert 'using BitsOut = component::Out<"bits", ::Packet::OctetStream>;' in source
    assert 'using AudioOut = component::Out<"audio", standardInterfaces::realFloat>;' in source
    assert "auto& to_bits = out.port<BitsOut>().packet();" in source
    assert "to_sample<std::uint8_t>(" in source
    assert "to_audio.push_back(static_cast<float>(settings().gain * magnitude));" in source
    assert "bench.push<IqIn>({.I = {3, 0, 1}, .Q = {4, 2, 0}});" in test
    assert "bench.take<AudioOut>() == std::vector<float>{10, 4, 2}" in test


@pytest.mark.parametrize("words", [[], ["--in", "left", "--in", "right"], ["--source"]])
def test_each_file_that_its_page_reads_is_made_by_a_command_before(
    words: list[str], here: Path
) -> None:
    write(here, *words)
    _, commands, _ = (here / "radio/README.md").read_text().split("```")
    before, _, attempt = commands.partition("orbweaver try ")
    read = re.findall(r"--input \w+=(\S+)", attempt)
    assert len(read) == (0 if "--source" in words else max(1, words.count("--in")))
    made = re.findall(r"^head .* tee (.*?) >", before, re.MULTILINE)
    assert [name for line in made for name in line.split()] == read


def test_of_several_inputs_each_has_its_process(here: Path) -> None:
    source, _ = write(here, "--in", "left", "--in", "right", "--out", "both")
    for name in ("Left", "Right"):
        assert f"void process(const component::Input<{name}In>& in, Output& out)" in source


def test_a_source_makes_packets_and_a_sink_has_none_to_send(here: Path) -> None:
    source, test = write(here, "--source", "--out", "tone:realShort")
    assert "bool produce(Output& out) override {" in source
    assert "process(" not in source
    assert "bench.all<ToneOut>().size() == 3 * kPacketSamples" in test
    assert run_command(["new", "component", "ear", "--sink", "--in", "tone:realShort"]) == 0
    assert "void finish(Output& /*out*/) override {" in (here / "ear/ear.cpp").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--in", "iq:complexFloaty"],
         "no interface 'complexFloaty' of samples; there are: realChar"),
        (["--in", "iq:"], "there is no interface ''"),
        (["--in", "i q"], "is no name for a port"),
        (["--in", "1st"], "is no name for a port"),
        (["--out", "/tmp/here"], "is no name for a port"),
        (["--in", "iq", "--in", "iq"], "two ports have the name iq"),
        (["--in", "iq", "--out", "iq"], "two ports have the name iq"),
        (["--in", "iq", "--in", "iq_in"], "would both be IqIn in C++"),
        (["--source", "--in", "iq"], "--source has no input"),
        (["--sink", "--out", "iq"], "--sink has no output"),
        (["--source", "--sink"], "does nothing"),
        (["--control", "radio.cpp"], "name an IDL file"),
        (["--control", "none.idl"], "none.idl does not exist"),
    ],
)  # fmt: skip
def test_a_shape_that_cannot_be_is_refused_in_one_line(
    words: list[str], said: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["new", "component", "radio", *words]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert list(here.iterdir()) == []


def test_a_port_may_not_have_the_name_of_the_class(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["new", "component", "iq_in", "--in", "iq"]) == 2
    assert (
        "the port iq would be IqIn in C++, as the component: rename it" in capsys.readouterr().err
    )
    assert list(here.iterdir()) == []


def test_no_line_is_too_long(here: Path) -> None:
    many = [word for i in range(6) for word in ("--in", f"channel_{i}:complexFloat")]
    source, _ = write(here, *many, "--out", "sum_of_all:complexFloat")
    assert max(map(len, source.splitlines())) <= 100


# ---- control interfaces ----

IDL = """\
#include "range.idl"
module Radio {
  exception Refused { string why; };
  interface Base { readonly attribute long steps; };
  interface Tuner : Base {
    attribute double frequency;
    Range limits(in double at, out double step) raises (Refused);
    oneway void hint(in string text);
  };
};
"""
RANGE = "struct Range { double low; double high; };"


@pytest.fixture
def idl(here: Path) -> Path:
    if shutil.which("omniidl") is None:
        pytest.skip("omniidl is not installed")
    folder = here / "idl"
    folder.mkdir()
    (folder / "tuner.idl").write_text(IDL)
    (folder / "range.idl").write_text(RANGE)
    return folder / "tuner.idl"


def test_a_component_has_a_method_for_each_operation_of_its_control_port(
    here: Path, idl: Path
) -> None:
    source, _ = write(here, "--control", f"{idl}:Radio::Tuner")
    assert "#include <tuner_poa.hpp>" in source
    assert 'using Control = component::Serves<"control", ::Radio::Tuner>;' in source
    assert "SamplesOut, Control," in source
    public = source.partition(" private:")[0]
    for head in (
        "std::int32_t steps() {",
        "double frequency() { return {}; }",
        "void frequency(double value) {}",
        "::Range limits(double at, double& step) {",
        "void hint(const std::string& text) {}",
    ):
        assert f"  {head}" in public
    assert (
        "SOURCES radio.cpp IDL tuner.idl range.idl)" in (here / "radio/CMakeLists.txt").read_text()
    )
    assert (here / "radio/tuner.idl").read_text() == IDL
    assert (here / "radio/range.idl").read_text() == RANGE


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["control"], "'control' has a meaning in components with --control"),
        (["radio", "--in", "control"], "two ports have the name control"),
    ],
)
def test_the_control_port_has_its_name_for_itself(
    words: list[str], said: str, idl: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    which = f"{idl}:Radio::Tuner"
    assert run_command(["new", "component", *words, "--control", which]) == 2
    assert said in capsys.readouterr().err
    assert [entry.name for entry in here.iterdir()] == ["idl"]


@pytest.mark.parametrize(
    ("idl_text", "which", "said"),
    [
        ("interface A {}; interface B {};", "", "has A, B: name one, as --control"),
        ("interface A {}; interface B {};", ":C", "there is no interface C; "),
        ("struct A { long x; };", "", "declares no interface that a component can serve"),
        ("interface A { void start(); };", "", "start is one that every component has"),
        ("interface A {", "", "Syntax error"),
    ],
)  # fmt: skip
def test_idl_without_the_interface_is_refused(
    idl_text: str, which: str, said: str, idl: Path, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    idl.write_text(idl_text)
    assert run_command(["new", "component", "radio", "--control", f"{idl}{which}"]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1
    assert not (here / "radio").exists()
