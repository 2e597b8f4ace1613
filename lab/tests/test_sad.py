# SPDX-License-Identifier: Apache-2.0
"""`orbweaver sad`, and applications and nodes of components that exist.

What a domain makes of them: tests/install/test_new.py.
"""

import json
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from difflib import SequenceMatcher
from pathlib import Path

import pytest

import sdr_files
from orbweaver.cli.main import run_command

Run = Callable[..., str]
CHECK = """#!{python}
import json, re, sys
text = open(sys.argv[-1], encoding="latin-1").read()
found = [{{"severity": "error", "code": "value-not-of-type", "what": "'" + each + "'",
          "cause": "it is no number"}} for each in re.findall('value="([a-z]+)"', text)]
found += [{{"severity": "warning", "code": code, "what": "'9999'", "cause": "it is too much"}}
          for code in ("setting-out-of-range", "value-octal") if '"9999"' in text]
print(json.dumps({{"findings": found}}))
sys.exit(2 if found else 0)
"""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a root beside it, and a checker that wants numbers alone."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SDRROOT", str(tmp_path / "sdr"))
    sdr_files.radio(tmp_path / "sdr/dom")
    program = tmp_path / "bin/orbweaver-check"
    program.parent.mkdir()
    program.write_text(CHECK.format(python=sys.executable))
    program.chmod(0o755)
    monkeypatch.setenv("ORBWEAVER_BIN", str(program.parent))
    return tmp_path


@pytest.fixture
def sad(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `orbweaver sad`; gives what it prints, which is on standard error if it is refused."""

    def run(command: str, *words: str, status: int = 0) -> str:
        assert run_command(["sad", command, "radio.sad.xml", *words]) == status
        said = capsys.readouterr()
        if status:
            assert said.err.count("\n") == 1, said.err
            return said.err
        assert said.err == "" or "--json" in words
        return said.out

    return run


def text() -> str:
    return Path("radio.sad.xml").read_text()


@pytest.fixture
def receiver(sad: Run) -> Run:
    for entry in ("source", "tuner", "demod", "audio"):
        sad("add", entry)
    return sad


def test_a_sad_is_written_from_nothing(sad: Run) -> None:
    assert sad("add", "source") == "source: /components/source/source.spd.xml\n"
    sad("add", "tuner", "--as", "second")
    assert sad("connect", "source.iq", "second.iq") == "source-second: source.iq to second.iq\n"
    root = ET.parse("radio.sad.xml").getroot()
    assert root.get("name") == "radio"
    assert [entry.tag for entry in root] == [
        "componentfiles", "partitioning", "assemblycontroller", "connections",
    ]  # fmt: skip
    assert root.find("assemblycontroller/componentinstantiationref[@refid='source']") is not None
    assert 'PUBLIC "-//JTRS//DTD SCA V2.2.2 SAD//EN"' in text()
    assert '\n      <componentinstantiation id="second">\n' in text()


def test_a_component_twice_has_one_file_and_two_ids(sad: Run) -> None:
    sad("add", "audio")
    assert sad("add", "audio").startswith("audio_2: ")
    root = ET.parse("radio.sad.xml").getroot()
    assert len(root.findall("componentfiles/componentfile")) == 1
    assert [entry.get("id") for entry in root.iter("componentinstantiation")] == [
        "audio",
        "audio_2",
    ]
    assert "has a component audio already" in sad("add", "audio", "--as", "audio", status=2)


COMMENTED = """<?xml version="1.0" encoding="ISO-8859-1"?>\r
<!-- of the 1980s: K\xf6ln -->\r
<softwareassembly name="radio" id="DCE:1">\r
  <componentfiles>\r
    <componentfile type='SPD' id="s"><localfile name="/components/source/source.spd.xml"/>\r
    </componentfile>\r
    <componentfile type="SPD" id="a"><localfile name="/components/audio/audio.spd.xml"/>\r
    </componentfile>\r
  </componentfiles>\r
  <partitioning>\r
    <componentplacement><componentfileref refid="s"/>\r
      <componentinstantiation id="source"><usagename>made &gt; here</usagename>\r
      </componentinstantiation> <!-- first -->\r
    </componentplacement>\r
    <!-- second -->\r
    <componentplacement><componentfileref refid="a"/>\r
      <componentinstantiation id="audio"/>\r
    </componentplacement>\r
  </partitioning>\r
  <assemblycontroller><componentinstantiationref refid="source"/></assemblycontroller>\r
  <externalports><port><usesidentifier>iq</usesidentifier>\r
    <componentinstantiationref refid="source"/></port></externalports>\r
</softwareassembly>\r
<!-- the end -->\r
"""


def test_what_a_change_does_not_touch_stays_byte_for_byte(sad: Run) -> None:
    file = Path("radio.sad.xml")
    before = COMMENTED.encode("latin-1")
    file.write_bytes(before)
    file.chmod(0o640)
    sad("set", "source.gain=2", "audio.the gain=3", "audio.band.low=-1")
    sad("add", "mixer")
    sad("connect", "mixer.both", "audio.samples")
    changed = file.read_bytes()
    assert file.stat().st_mode & 0o777 == 0o640
    lines, new_lines = (entry.decode("latin-1").split("\r\n") for entry in (before, changed))
    matches = SequenceMatcher(None, lines, new_lines, autojunk=False).get_opcodes()
    gone = [
        line for tag, a, b, _, _ in matches if tag in ("replace", "delete") for line in lines[a:b]
    ]
    assert gone == ['      <componentinstantiation id="audio"/>']
    assert b"\n" not in changed.replace(b"\r\n", b"")
    root = ET.fromstring(changed)
    values = {
        entry.get("refid"): entry.get("value")
        for entry in root.findall(".//componentinstantiation[@id='audio']//simpleref")
    }
    assert values == {"gain": "3", "low": "-1"}
    tags = [entry.tag for entry in root]
    assert tags.index("connections") == tags.index("externalports") - 1


def test_what_was_added_can_be_taken_away_again(receiver: Run) -> None:
    receiver("connect", "source.iq", "demod.iq")
    before = text()
    receiver("add", "mixer")
    receiver("connect", "demod.audio", "mixer.left")
    receiver("connect", "mixer.both", "audio.samples")
    assert receiver("remove", "mixer") == "mixer: removed, demod-mixer, mixer-audio\n"
    assert text() == before
    receiver("disconnect", "source-demod")
    assert "<connections" not in text()


def test_values_are_set_and_set_anew(receiver: Run) -> None:
    receiver("set", "tuner.taps=1, 2,1", "tuner.band.low=1", "tuner.gain=5",
             "tuner.EXECUTE_OPTION::PRIORITY=3")  # fmt: skip
    receiver("set", "tuner.gain=6", "tuner.band.high=2")
    shown = json.loads(receiver("show", "--json", "-"))
    assert shown["components"][1]["set"] == {
        "taps": "1,2,1", "band": "{low=1, high=2}", "gain": "6", "EXECUTE_OPTION::PRIORITY": "3",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ("1, 2 ,", ["1", "2"]),
        ("", []),
        ("[]", []),
        ('["1,5", "a", 2.5, true]', ["1,5", "a", "2.5", "true"]),
    ],
)
def test_a_sequence_has_commas_or_is_a_json_array(
    given: str, values: list[str], receiver: Run
) -> None:
    receiver("set", f"tuner.taps={given}")
    (sequence,) = ET.fromstring(text()).iter("simplesequenceref")
    assert [entry.text for entry in sequence.iter("value")] == values


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["set", "tuner.taps=[1, 2"], "tuner.taps: [1, 2 is no JSON array"),
        (["add", "nobody"], "there is no component nobody in "),
        (["add", "nobody"], "there are: audio, demod, front_end, mixer, source, tuner"),
        (["add", "front_end"], "front_end is a device, which a node has"),
        (["connect", "source.x", "audio.samples"], "source has no port x; it sends iq (complex"),
        (["connect", "nobody.x", "audio.samples"], "has no component nobody; there are: source, "),
        (["connect", "demod.iq", "audio.samples"], "demod.iq is no uses port"),
        (["connect", "source.iq", "audio.samples"], "and audio.samples takes real"),
        (["connect", "source", "audio.samples"], "write COMPONENT.NAME"),
        (["disconnect", "source.iq", "demod.iq"], "connection source.iq demod.iq; there are: none"),
        (["set", "tuner.level=1"], "tuner.level cannot be set: its mode is readonly"),
        (["set", "tuner.depth=1"], "tuner has no property depth; there are: gain, level, taps"),
        (["set", "tuner.band.mid=1"], "tuner.band has no member mid; there are: low, high"),
        (["set", "tuner.band=1"], "tuner.band is a struct: set tuner.band.MEMBER"),
        (["set", "tuner.bands=1"], "tuner.bands is a sequence of structs"),
        (["set", "tuner.gain"], "write COMPONENT.PROPERTY=VALUE"),
        (["set", "tuner.gain=1", "audio.gain=loud"], "would not be valid: 'loud': it is no number"),
        (["set", "tuner.gain=9999"], "'9999': it is too much [setting-out-of-range]"),
        (["remove", "source"], "the assembly controller: first choose another one"),
        (["remove", "nobody"], "has no component nobody"),
        (["controller", "nobody"], "has no component nobody"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused_and_the_file_stays(
    words: list[str], said: str, receiver: Run, here: Path
) -> None:
    before = text()
    assert said in receiver(*words, status=2)
    assert text() == before
    assert not list(here.glob(".*radio*"))


def test_a_derived_interface_serves_who_wants_its_base(receiver: Run) -> None:
    assert (
        receiver("connect", "tuner.ask", "source.tune")
        == "tuner-source: tuner.ask to source.tune\n"
    )
    assert "connected to source.tune already, as tuner-source" in receiver(
        "connect", "tuner.ask", "source.tune", status=2
    )


def test_another_component_can_be_the_controller(receiver: Run) -> None:
    receiver("controller", "audio")
    receiver("remove", "source")
    assert json.loads(receiver("show", "--json", "-"))["controller"] == "audio"


def test_the_last_component_stays(sad: Run) -> None:
    sad("add", "audio")
    assert "audio is the last component" in sad("remove", "audio", status=2)


def test_an_error_that_was_there_before_hinders_no_change(receiver: Run) -> None:
    file = Path("radio.sad.xml")
    receiver("set", "tuner.gain=7")
    file.write_text(text().replace('"7"', '"old"'))
    receiver("set", "audio.gain=1")
    assert "'new'" in receiver("set", "audio.gain=new", status=2)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<softpkg/>", "is no SAD: it begins with <softpkg>"),
        (b"<softwareassembly>", "radio.sad.xml:1: no XML: "),
        (b"", "no XML: "),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><softwareassembly/>', "it declares the entity b"),
        ("<softwareassembly/>".encode("utf-16"), "UTF-16: save it as UTF-8"),
        (b"<a>" * 70 + b"</a>" * 70, "over 64 nested elements"),
    ],
)  # fmt: skip
def test_what_is_no_sad_is_said(content: bytes, said: str, sad: Run) -> None:
    Path("radio.sad.xml").write_bytes(content)
    assert said in sad("show", status=2)


def test_a_file_that_is_not_there_is_only_made_by_add(sad: Run) -> None:
    assert "radio.sad.xml: No such file" in sad("show", status=2)
    assert run_command(["sad", "add", "radio.xml", "audio"]) == 2
    assert not Path("radio.xml").exists()


def test_without_the_checker_it_says_that_nothing_was_checked(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (here / "bin/orbweaver-check").unlink()
    assert run_command(["sad", "add", "radio.sad.xml", "audio"]) == 0
    assert "radio.sad.xml was not checked: orbweaver-check is not in" in capsys.readouterr().err


def test_show_names_what_has_no_connection(receiver: Run) -> None:
    receiver("connect", "source.iq", "demod.iq")
    shown = receiver("show")
    assert "source (controller)" in shown
    assert "audio (realFloat)" in shown
    assert "source-demod" in shown


# ---- chains and nodes ----


def new(*words: str, status: int = 0) -> None:
    assert run_command(["new", *words]) == status


def test_a_chain_connects_the_ports_that_fit(here: Path) -> None:
    new("waveform", "rx", "--chain", "source,demod,audio")
    assert {entry.name for entry in (here / "rx").iterdir()} == {
        "CMakeLists.txt", "README.md", "rx.sad.xml",
    }  # fmt: skip
    root = ET.parse("rx/rx.sad.xml").getroot()
    assert [entry.get("id") for entry in root.iter("connectinterface")] == [
        "source-demod", "demod-audio",
    ]  # fmt: skip
    assert f"--root {here}/sdr/dom" in (here / "rx/README.md").read_text()


@pytest.mark.parametrize(
    ("components", "said"),
    [
        ("source,audio", "source cannot send to audio, no ports fit: source sends iq (complex"
                         "Float); audio takes samples (realFloat)"),
        ("audio,source", "audio sends none; source takes none"),
        ("demod,mixer", "demod can send to mixer in several ways: demod sends audio (real"
                        "Float); mixer takes left (realFloat), right (realFloat)"),
        ("source,nobody", "there is no component nobody"),
        ("source,,demod", "--chain: write the names of components"),
        ("front_end,demod", "front_end is a device"),
        ("source,other,audio", "bring both into one root"),
        ("two/source,demod,audio", None),
        ("source,demod,audio", "source is the name of several: say which, as source, two/source"),
    ],
)  # fmt: skip
def test_a_chain_that_cannot_be_is_refused_in_one_line(
    components: str, said: str | None, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if "two" in str((components, said)):
        sdr_files.component(here / "sdr/dom", "components/two/source", "<iq:complexFloat")
    sdr_files.component(
        here / "build/sdr/dom", "components/other", ">iq:complexFloat", "<x:realFloat"
    )
    new("waveform", "rx", "--chain", components, status=2 if said else 0)
    if said:
        error = capsys.readouterr().err
        assert said in error
        assert error.count("\n") == 1
        assert not (here / "rx").exists()


def test_roots_are_looked_at_in_their_order(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = sdr_files.component(here / "build/sdr/dom", "components/demod", ">iq:complexFloat")
    new("waveform", "rx", "--chain", "demod")
    assert f"--root {own.parents[2]}" in (here / "rx/README.md").read_text()
    new("waveform", "rx2", "--chain", "demod", "--root", str(here / "sdr"))
    assert f"--root {here}/sdr/dom" in (here / "rx2/README.md").read_text()
    new("waveform", "rx3", "--chain", "demod", "--root", "none", status=2)
    new("waveform", "rx3", "--root", "sdr", status=2)
    assert "--root none is no folder" in capsys.readouterr().err


def test_a_node_has_the_devices_that_are_named(here: Path) -> None:
    sdr_files.component(here / "sdr/dev", "devices/executable_device", type="executabledevice")
    manager = here / "sdr/dev/managers/device_manager.spd.xml"
    manager.parent.mkdir()
    manager.write_text("<softpkg/>")
    new(
        "node",
        "mast",
        "--device",
        "front_end",
        "--device",
        "executable_device",
        "--device",
        "front_end",
    )
    root = ET.parse("mast/mast.dcd.xml").getroot()
    files = {
        entry.get("id"): entry[0].get("name")
        for entry in root.findall("componentfiles/componentfile")
    }
    assert files == {
        "front_end_file": "/devices/front_end/front_end.spd.xml",
        "executable_device_file": "/devices/executable_device/executable_device.spd.xml",
    }
    assert [entry.text for entry in root.iter("usagename")] == [
        "front_end", "executable_device", "front_end_2",
    ]  # fmt: skip
    named = root.find("devicemanagersoftpkg/localfile")
    assert named is not None
    assert named.get("name") == "/managers/device_manager.spd.xml"
    new("node", "here")
    assert "executable_device" in (here / "here/here.dcd.xml").read_text()
    assert f"--root {here}/sdr/dev" in (here / "here/README.md").read_text()


def test_a_node_takes_devices_alone(capsys: pytest.CaptureFixture[str]) -> None:
    new("node", "mast", "--device", "demod", status=2)
    assert "demod is a resource, no device" in capsys.readouterr().err
    new("node", "mast", status=2)
    assert "there is no component executable_device" in capsys.readouterr().err
