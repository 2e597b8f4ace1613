# SPDX-License-Identifier: Apache-2.0
"""Profiles that are made of a component's class.

What another reader of XML finds in them, and what `check` says of others in their place.
"""

import json
import shutil
import subprocess
import xml.etree.ElementTree as Xml
from pathlib import Path
from typing import Any

import pytest
from programs import ENDS_WITHIN_S, path_of


def folder_of(component: str) -> Path:
    folder = path_of("orbweaver-check").parents[1] / "sdr/dom/components" / component
    if not folder.exists():
        pytest.skip(f"{component} is not built: {folder} does not exist")
    return folder


def check(spd: Path, *options: str) -> tuple[int, list[dict[str, Any]]]:
    done = subprocess.run(
        [path_of("orbweaver-check"), "--json", "-", "--root", spd.parent, *options, spd],
        capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False,
    )  # fmt: skip
    return done.returncode, json.loads(done.stdout)["findings"]


@pytest.fixture
def described(tmp_path: Path) -> Path:
    """The SPD of a component whose profiles may be spoiled."""
    copy = tmp_path / "described"
    shutil.copytree(folder_of("described"), copy)
    return copy / "described.spd.xml"


def line_of(file: Path, text: str) -> int:
    written = file.read_text()
    return written[: written.index(text)].count("\n") + 1


def replace(file: Path, old: str, new: str) -> int:
    """The line of what is replaced."""
    line = line_of(file, old)
    file.write_text(file.read_text().replace(old, new, 1))
    return line


def attributes(root: Xml.Element, path: str) -> list[dict[str, str]]:
    return [entry.attrib for entry in root.iterfind(path)]


def test_another_reader_finds_all_that_the_class_says() -> None:
    folder = folder_of("described")
    prf = Xml.parse(folder / "described.prf.xml").getroot()
    assert prf.tag == "properties"
    gain = prf.find("simple[@id='gain']")
    assert gain is not None
    assert gain.attrib == {"id": "gain", "type": "double", "name": "gain", "mode": "readwrite"}
    assert gain.findtext("description") == '> 0 & < 60, "quoted", it\'s µ'
    assert (gain.findtext("value"), attributes(gain, "range")) == (
        "1.5",
        [{"min": "-1000", "max": "1000"}],
    )
    values = attributes(prf, "simple[@id='mode']/enumerations/enumeration")
    assert [value["value"] for value in values] == ["a&b", "<c>", 'd"e']
    assert prf.find("simple[@id='file']/value") is None
    assert attributes(prf, "simple[@id='file']/kind") == [{"kindtype": "execparam"}]
    taps = prf.iterfind("simplesequence[@id='taps']/values/value")
    assert [tap.text for tap in taps] == ["1", "2", "1"]
    text = prf.find("struct[@id='alarm']/simple[@id='alarm::text']/value")
    assert text is not None
    assert text.text == '<too> & "quiet"'
    rows = prf.findall("structsequence[@id='alarms']/structvalue")
    assert [attributes(row, "simpleref[@refid='alarm::text']")[0]["value"] for row in rows] == [
        "loud",
        "it's",
    ]
    assert attributes(prf, "structsequence")[0]["structrefid"] == "alarm_of_many"
    assert prf.find("simple[@id='seen'][@mode='readonly']") is not None
    assert prf.find("simple[@id='messaging']") is not None


def test_another_reader_finds_ports_package_and_author() -> None:
    folder = folder_of("described")
    scd = Xml.parse(folder / "described.scd.xml").getroot()
    ports = "componentfeatures/ports/"
    assert attributes(scd, ports + "provides") == [
        {"repid": "IDL:standardInterfaces/realLong:1.0", "providesname": "numbers_in"}
    ]
    assert attributes(scd, ports + "uses") == [
        {"repid": "IDL:Packet/OctetStream:1.0", "usesname": "octets_out"}
    ]
    spd = Xml.parse(folder / "described.spd.xml").getroot()
    assert spd.findtext("author/name") == "A & B <a@b.example>"
    assert spd.findtext("description") == "Says <all> & more"
    for entry in spd.iterfind(".//localfile"):
        assert (folder / entry.attrib["name"]).is_file()


@pytest.mark.parametrize("component", ["described", "fm", "adsb"])
def test_they_keep_to_the_standard_and_to_their_program(component: str) -> None:
    files = sorted(folder_of(component).rglob("*.spd.xml"))
    assert files
    for spd in files:
        assert check(spd, "--strict") == (0, [])


def test_a_program_writes_them_again_as_they_are(tmp_path: Path) -> None:
    folder = folder_of("described")
    program = [folder / "test_described", "--profiles", tmp_path]
    subprocess.run([*program, "described"], check=True, timeout=ENDS_WITHIN_S)
    for kind in ("spd", "scd", "prf"):
        name = f"described.{kind}.xml"
        assert (tmp_path / name).read_text() == (folder / name).read_text()
    done = subprocess.run([*program[:2], tmp_path / "none"], capture_output=True, text=True,
                          check=False, timeout=ENDS_WITHIN_S)  # fmt: skip
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)


def test_check_holds_others_against_the_program_and_does_not_run_it(described: Path) -> None:
    program = described.with_name("test_described")
    program.chmod(0o400)
    prf, scd = (described.with_name(f"described.{kind}.xml") for kind in ("prf", "scd"))
    type_at = replace(prf, 'id="gain" type="double"', 'id="gain" type="float"')
    kind_at = replace(prf, 'id="seen"', 'id="sean"')
    port_at = replace(scd, "numbers_in", "numbers")
    status, findings = check(described)
    found = {(finding["code"], Path(finding["file"]).name, finding["line"]) for finding in findings}
    assert status == 2
    assert found == {
        ("program-type-differs", prf.name, type_at),
        ("program-property-differs", prf.name, kind_at),
        ("program-property-differs", described.name, line_of(described, prf.name)),
        ("program-port-wrong", scd.name, port_at),
        ("program-port-unlisted", scd.name, line_of(scd, "<softwarecomponent>")),
    }
    causes = [finding["cause"] for finding in findings if finding["code"] == "program-type-differs"]
    assert causes == [f"its type is float here, and double in {program}"]


def test_what_a_program_carries_outlives_strip(described: Path) -> None:
    program = described.with_name("test_described")
    subprocess.run(["strip", program], check=True, timeout=ENDS_WITHIN_S)
    replace(described.with_name("described.scd.xml"), "numbers_in", "numbers")
    status, findings = check(described)
    assert (status, len(findings)) == (2, 2)


UNKNOWN = '<simple id="colour" type="string" mode="readwrite"><kind kindtype="execparam"/></simple>'


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ("colour=1", "the component's program has no such property"),
        ("seen=1", "its mode is readonly; choose from alarm"),
        ("none=1", "no such property; choose from alarm"),
    ],
)
def test_a_setting_that_the_class_does_not_take_is_an_error_that_says_what_there_is(
    described: Path, setting: str, line: str
) -> None:
    replace(described.with_name("described.prf.xml"), "</properties>", UNKNOWN + "</properties>")
    samples = described.with_name("samples.i32")
    samples.write_bytes(bytes(8))
    done = subprocess.run(
        [path_of("orbweaver-try"), described, "--input", samples, "--output", "/dev/null",
         "--set", setting],
        capture_output=True, text=True, timeout=ENDS_WITHIN_S, check=False,
    )  # fmt: skip
    assert done.returncode == 2, done.stdout
    assert line in done.stderr
    assert "gain" in done.stderr, "it says what there is"
    assert done.stdout == ""
