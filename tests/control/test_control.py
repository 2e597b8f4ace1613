# SPDX-License-Identifier: Apache-2.0
"""`orbweaver-control` against a domain of this machine: a whole life, JSON, odd and bad words."""

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from free_port import free_port
from odd_names import odd_names
from programs import ENDS_WITHIN_S, ROOT, Running, path_of, running

SUBJECT = ROOT / "sca/domain/test/data/subject"
PLACEMENT = """
<componentplacement><componentfileref refid="subject"/>
  <componentinstantiation id="{0}"><usagename>{0}</usagename>
    <findcomponent><namingservice name="{0}"/></findcomponent>
  </componentinstantiation>
</componentplacement>"""
ASSEMBLY = """<?xml version="1.0"?>
<softwareassembly id="{name}-id" name="{name}">
  <componentfiles>
    <componentfile id="subject" type="SPD">
      <localfile name="/subject/subject.spd.xml"/>
    </componentfile>
  </componentfiles>
  <partitioning>{placements}</partitioning>
  <assemblycontroller><componentinstantiationref refid="rx"/></assemblycontroller>
  <connections/>
  <externalports>
    <port><usesidentifier>out</usesidentifier>
      <componentinstantiationref refid="rx"/></port>
  </externalports>
</softwareassembly>
"""

PROPERTIES = (
    (SUBJECT / "subject.prf.xml")
    .read_text()
    .replace(
        "</properties>",
        """
  <simple id="later" type="short" mode="readwrite"><kind kindtype="configure"/></simple>
  <simple id="secret" type="string" mode="writeonly"><kind kindtype="configure"/></simple>
  <simple id="seen" type="ulong" mode="readonly"><kind kindtype="configure"/></simple>
  <simple id="cores" type="ulong" mode="readonly"><kind kindtype="allocation"/></simple>
  <structsequence id="alarms" mode="readwrite">
    <struct id="alarm">
      <simple id="level" type="long"><value>1</value></simple>
      <simple id="text" type="string"><value>none</value></simple>
    </struct>
  </structsequence>
</properties>""",
    )
)

Document = dict[str, Any]


@dataclass
class Operator:
    """Runs the program with a domain that the environment names."""

    domain: Running
    root: Path
    local: Path
    port: int

    @property
    def naming(self) -> str:
        """The reference of the naming service."""
        return str(self.domain.ready["naming"])

    def call(self, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [path_of("orbweaver-control"), *words],
            capture_output=True,
            text=True,
            check=False,
            timeout=ENDS_WITHIN_S,
            env=os.environ | {"ORBWEAVER_DOMAIN": self.domain.ior} | environment,
        )

    def document(self, *words: str) -> Document:
        """Of a verb that works: standard error is empty, and standard output one document."""
        done = self.call(*words, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        document: Document = json.loads(done.stdout)
        return document

    def error(self, *words: str, status: int = 1) -> Document:
        """Of a verb that fails: one document, and one line on standard error that says the same."""
        done = self.call(*words, "--json")
        assert done.returncode == status, done
        error: Document = json.loads(done.stdout)["error"]
        command = "" if error["what"].startswith("orbweaver") else f"orbweaver {words[0]}: "
        assert done.stderr == f"{command}{error['line']}\n"
        return error

    def sad(self, name: str) -> Path:
        """An application on this machine."""
        path = self.local / f"waveforms/{name}/{name}.sad.xml"
        path.parent.mkdir(parents=True)
        placements = "".join(PLACEMENT.format(entry) for entry in ("rx", "tx"))
        path.write_text(ASSEMBLY.format(name=name, placements=placements))
        return path

    def files(self) -> dict[str, bytes | None]:
        """Files and folders of the domain, with what is in them."""
        return {
            str(path.relative_to(self.root)): path.read_bytes() if path.is_file() else None
            for path in self.root.rglob("*")
        }


@pytest.fixture
def operator(tmp_path: Path) -> Generator[Operator]:
    root, local = tmp_path / "served", tmp_path / "local"
    root.mkdir()
    shutil.copytree(SUBJECT, local / "subject")
    shutil.copy(path_of("orbweaver-domain-test-component"), local / "subject/subject")
    port = free_port()
    with running("control-served-domain", str(root), str(tmp_path / "cache"),
                 "-ORBendPoint", f"giop:tcp:127.0.0.1:{port}") as domain:  # fmt: skip
        yield Operator(domain, root, local, port)


def test_a_waveform_that_came_with_the_program_is_installed_by_its_name(
    operator: Operator, tmp_path: Path
) -> None:
    operator.sad("radio")
    shutil.copytree(operator.local, tmp_path / "sdr/dom")
    sdr = str(tmp_path / "sdr")
    done = operator.call("install", "radio", SDRROOT=sdr)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("installed radio from /waveforms/radio/radio.sad.xml: ")
    unknown = operator.call("install", "rodio", SDRROOT=sdr)
    assert unknown.returncode == 2
    assert "no waveform 'rodio' is installed; name X.sad.xml, or one of radio" in unknown.stderr


def test_an_application_goes_through_its_whole_life(operator: Operator) -> None:
    (operator.root / "subject").mkdir()
    (operator.root / "subject/subject.prf.xml").write_bytes(
        (SUBJECT / "subject.prf.xml").read_bytes()
    )
    before = operator.files()
    installed = operator.document("install", str(operator.sad("radio")))
    assert installed["identifier"] == "radio-id"
    assert len(installed["copied"]) == 4
    assert installed["used"] == ["/subject/subject.prf.xml"]
    created = operator.document("create", "radio", "--set", "gain=2", "--on", "rx=this_machine",
                                "--name", "my radio")  # fmt: skip
    assert created["application"] == "my radio"
    (app,) = operator.document("apps")["running"]
    assert {entry["id"] for entry in app["components"]} == {"rx:my radio", "tx:my radio"}
    assert all(Path(f"/proc/{entry['process']}").exists() for entry in app["components"])
    configured = operator.document("props", "my radio", "gain=-7.5", "level=3")
    assert configured["configured"] == ["gain", "level"]
    shown = operator.document("props", "my radio", "gain")["properties"]
    assert shown == [{"id": "gain", "type": "float", "value": -7.5}]
    (port,) = operator.document("ports", "my radio")["ports"]
    assert (port["name"], port["direction"], port["connectable"]) == ("out", "uses", True)
    connected = operator.document("connect", "my radio", "out", operator.domain.ior)
    operator.document("disconnect", "my radio", "out", connected["connection"])
    for verb in ("start", "stop", "release"):
        assert operator.document(verb, "my radio")["identifier"] == "radio-id:my radio"
    assert operator.document("apps")["running"] == []
    operator.document("uninstall", "radio")
    assert operator.document("apps")["installed"] == []
    assert operator.files() == before


def test_text_is_for_people_and_status_0(operator: Operator) -> None:
    sad, other = str(operator.sad("radio")), str(operator.sad("other"))
    for words, begin in (
        (["apps"], "nothing is installed\nnothing runs\n"),
        (["devices"], "node "),
        (["install", sad], "installed radio from /waveforms/radio/radio.sad.xml: 5 files copied"),
        (["create", "radio"], "created radio, radio-id:radio\n"),
        (["apps"], "installed  identifier"),
        (["props", "radio"], "property  type      value\n"),
        (["ports", "radio"], "port  direction  interface"),
        (["start", "radio"], "started radio\n"),
        (["stop", "radio-id:radio"], "stopped radio-id:radio\n"),
        (["release", "radio"], "released radio\n"),
        (["install", other], "installed other from /waveforms/other/other.sad.xml: 1 file copied,"),
        (["uninstall", "other"], "uninstalled other: 1 file removed\n"),
        (["uninstall", "radio-id"], "uninstalled radio-id: 5 files removed\n"),
    ):
        done = operator.call(*words)
        assert (done.returncode, done.stderr) == (0, ""), words
        assert done.stdout.startswith(begin), done.stdout


def test_names_that_are_verbs_or_odd_are_names(operator: Operator) -> None:
    operator.document("install", str(operator.sad("radio")))
    for name in ("stop", "a  b", "x=y", "ünï", "$(id)", "a/b", *odd_names()):
        created = operator.document("create", "radio", "--name", name)
        assert created["application"] == name
        operator.document("start", name)
        health = operator.document("health", "--naming", operator.naming)
        assert (health["healthy"], health["components"]) == (True, 2), health
        operator.document("props", f"{name}/tx", "gain=4", "--naming", operator.naming)
        operator.document("release", name)


@pytest.mark.parametrize(
    "name", [odd_name for odd_name in odd_names() if not set(odd_name) & set("\\*?")]
)
def test_a_domain_of_an_odd_name_is_found(tmp_path: Path, name: str) -> None:
    with running("orbweaver-domain", "--name", name, "--root", str(tmp_path),
                 "--endpoint", "giop:tcp:127.0.0.1:0") as domain:  # fmt: skip
        done = _control("health", "--json", "--domain", name, "--naming", domain.ready["naming"])
        assert (done.returncode, done.stderr) == (0, "")
        assert json.loads(done.stdout)["domain"] == name


@pytest.mark.parametrize("name", ["", "a/b", ".", "..", "back\\slash", "*", "new\nline"])
def test_a_domain_whose_name_is_no_folder_is_refused(tmp_path: Path, name: str) -> None:
    done = subprocess.run(
        [path_of("orbweaver-domain"), "--name", name, "--root", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=ENDS_WITHIN_S,
    )
    assert done.returncode == 2
    assert "is no name for a domain: " in done.stdout


def _control(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [path_of("orbweaver-control"), *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=ENDS_WITHIN_S,
    )


@contextmanager
def _naming_service(port: int) -> Generator[None]:
    words = [path_of("orbweaver-naming"), "--endpoint", f"giop:tcp:127.0.0.1:{port}"]
    process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("IOR:")
        yield
    finally:
        process.kill()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()


def test_a_naming_service_that_is_started_again_gets_the_name_of_the_domain_again(
    tmp_path: Path,
) -> None:
    port = free_port()
    naming = f"corbaloc::127.0.0.1:{port}/NameService"
    options = ("--root", str(tmp_path), "--naming", naming, "--endpoint", "giop:tcp:127.0.0.1:0")
    with ExitStack() as stack:
        first = ExitStack()
        first.enter_context(_naming_service(port))
        domain = stack.enter_context(running("orbweaver-domain", *options))
        first.close()
        assert domain.process.stdout is not None
        gone = json.loads(domain.process.stdout.readline())
        assert gone["line"].startswith("the naming service does not answer: "), gone
        stack.enter_context(_naming_service(port))
        again = json.loads(domain.process.stdout.readline())
        assert again["line"] == (
            "the name 'Orbweaver' was gone from the naming service: it is bound there again"
        )
        found = _control("health", "--domain", "Orbweaver", "--naming", naming)
        assert (found.returncode, found.stderr) == (0, "")


def test_a_component_is_reached_by_the_naming_service(operator: Operator) -> None:
    operator.document("install", str(operator.sad("radio")))
    operator.document("create", "radio")
    operator.document("props", "radio/tx", "gain=3")  # the domain manager says where it is
    naming = ("--naming", operator.naming)
    operator.document("props", "radio/tx", "gain=4", *naming)
    named = operator.document("props", "radio/tx:radio", "gain", "-ORBInitRef",
                              f"NameService={operator.naming}")  # fmt: skip
    assert named["component"] == "tx:radio"
    assert named["properties"][0]["value"] == 4


def test_a_corbaname_names_the_naming_service_of_the_components_too(operator: Operator) -> None:
    operator.document("install", str(operator.sad("radio")))
    operator.document("create", "radio")
    here = f"127.0.0.1:{operator.port}"
    for reference in (
        f"corbaname::{here}#Orbweaver/DomainManager",
        f"corbaname:iiop:1.2@{here}/NameService#Orbweaver/DomainManager",
    ):
        done = operator.call("props", "radio/tx", "gain=4", ORBWEAVER_DOMAIN=reference)
        assert (done.returncode, done.stderr) == (0, ""), reference


def test_what_is_empty_or_has_no_value_can_be_set(operator: Operator) -> None:
    (operator.local / "subject/subject.prf.xml").write_text(PROPERTIES)
    operator.document("install", str(operator.sad("radio")))
    operator.document("create", "radio")

    def value(id_: str) -> object:
        (shown,) = operator.document("props", "radio", id_)["properties"]
        return shown.get("value", shown.get("error"))

    assert value("later") == "not set"
    operator.document("props", "radio", "later=7")
    assert value("later") == 7
    assert value("alarms") == []
    for written in ([{"level": 3}, {"level": 4, "text": "hot"}], [], [{"level": 5}]):
        operator.document("props", "radio", f"alarms={json.dumps(written)}")
        assert value("alarms") == [{"text": "none"} | entry for entry in written]
    assert operator.document("props", "radio", "secret=x")["configured"] == ["secret"]
    error = operator.error("props", "radio", 'alarms=[{"depth": 1}]', status=2)
    assert "the struct has no member 'depth'" in error["line"]


def test_create_sets_parameters_and_refuses_what_cannot_be_set(operator: Operator) -> None:
    (operator.local / "subject/subject.prf.xml").write_text(PROPERTIES)
    operator.document("install", str(operator.sad("radio")))
    for setting, cause in (
        ("seen=1", "set 'seen': its mode is readonly; choose from "),
        ("cores=1", "set 'cores': its kind is allocation; only configure, property and execparam"),
        (
            "none=1",
            "set 'none': the assembly controller has no such property; write "
            "COMPONENT.PROPERTY for one of the components 'rx', 'tx'; choose from ",
        ),
        ("gain=loud", "set 'gain': 'loud' is no number"),
    ):
        line = operator.error("create", "radio", "--set", setting, status=2)["line"]
        assert line.startswith(cause), line
    operator.document("create", "radio", "--set", "follow=true", "--set", "gain=3")
    shown = operator.document("props", "radio", "follow", "gain")["properties"]
    assert [entry["value"] for entry in shown] == [True, 3]


def test_create_sets_properties_of_any_component(operator: Operator) -> None:
    (operator.local / "subject/subject.prf.xml").write_text(PROPERTIES)
    operator.document("install", str(operator.sad("radio")))
    error = operator.error("create", "radio", "--set", "tx.none=1", status=2)
    assert error["line"].startswith(
        "set 'tx.none': component 'tx' has no such property; choose from 'tx."
    )
    operator.document("create", "radio", "--set", "tx.gain=5", "--set", "tx.follow=true")
    for target, values in (("radio/tx", [True, 5]), ("radio", [False, 1])):
        shown = operator.document("props", target, "follow", "gain")["properties"]
        assert [entry["value"] for entry in shown] == values, target


def test_a_sad_that_is_wrong_is_refused_by_its_name_once(operator: Operator) -> None:
    for name, cause in (
        ("none.sad.xml", "the file: there is no such file; correct the name"),
        ("subject", "the file: it is a folder; name a file that you may read"),
        ("subject/subject.spd.xml", "it is a profile of kind SPD, not a waveform (SAD)"),
        ("subject/subject.prf.xml", "it is a profile of kind PRF, not a waveform (SAD)"),
    ):
        path = operator.local / name
        error = operator.error("install", str(path), status=2)
        assert cause in error["line"]
        assert error["line"].count(f"{path}: ") == 1


def test_what_is_set_at_creation_alone_says_how(operator: Operator) -> None:
    (operator.local / "subject/subject.prf.xml").write_text(PROPERTIES)
    operator.document("install", str(operator.sad("radio")))
    operator.document("create", "radio")
    for target in ("radio", "radio/rx"):
        error = operator.error("props", target, "follow=true")
        assert "its kind is execparam; configure sets configure and property" in error["cause"]
        assert error["remedy"] == (
            "'follow' is set when the application is made: "
            "orbweaver create APPLICATION --set rx.follow=VALUE"
        )
    error = operator.error("props", "radio", "seen=1")
    assert "seen: its mode is readonly" in error["cause"]
    assert error["remedy"] == "'orbweaver props' shows what can be set"


def test_a_refused_value_does_not_stay(operator: Operator) -> None:
    operator.document("install", str(operator.sad("radio")))
    operator.document("create", "radio", "--set", "behave=fail at configure")
    error = operator.error("props", "radio", "gain=4")
    assert error["exception"] == "InvalidConfiguration"
    assert "gain: asked to fail at configure" in error["cause"]
    error = operator.error("props", "radio", "gain=4", "level=9")
    assert (error["exception"], error["ids"]) == ("PartialConfiguration", ["gain"])
    shown = operator.document("props", "radio", "gain", "level")["properties"]
    assert [entry["value"] for entry in shown] == [1, 9]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        ([], "the verb is missing; choose from install, "),
        (["--domain", "Orbweaver", "apps"], "the verb is missing"),
        (["bogus"], "'bogus' is no verb"),
        (["log"], "'log' is no verb"),
        (["props"], "orbweaver props: APP is required; see --help"),
        (["props", "--bogus"], "orbweaver props: '--bogus' is no option; see --help"),
        (["connect", "radio", "out"], "TARGET is required"),
        (["apps", "radio"], "radio"),
        (["apps", "--timeout", "soon"], "--timeout"),
        (["apps", "--timeout", "-1"], "--timeout"),
        (["apps", "-ORBbogus", "1"], "-ORBbogus"),
        (["create", "radio", "--on"], "--on"),
        (["install", "--no-copy", "/x", "--replace"], "--replace excludes --no-copy"),
        (["install", "x", "--root", "/none"], "/none"),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    words: list[str], part: str, operator: Operator
) -> None:
    assert part in operator.error(*words, status=2)["line"]


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["install", "--no-copy", "none"], "InvalidFileName"),
        (["uninstall", "/none.sad.xml"], "no application that is installed"),
        (["forget", "none"], "no node and no device 'none' is lost"),
        (["start", ""], "no application that runs has this name"),
        (["start", "a/b/c"], "no application that runs"),
        (["apps", "--ior", "IOR:00"], "read the reference"),
        (["apps", "--ior", "file:/none"], "/none"),
        (["apps", "--ior", "corbaloc::localhost:1/x"], "localhost:1"),
        (["apps", "--domain", "x", "--naming", "localhost:1"], "find the naming service at"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_status_1(
    words: list[str], part: str, operator: Operator
) -> None:
    assert part in operator.error(*words)["line"]
    assert operator.files() == {}


def test_a_domain_that_is_not_named_says_how_to_name_it(operator: Operator) -> None:
    done = operator.call("apps", ORBWEAVER_DOMAIN="")
    assert done.returncode == 2
    assert "no domain of this user runs on this machine" in done.stderr
    assert "--domain NAME, --ior REFERENCE, or set ORBWEAVER_DOMAIN" in done.stderr
    error = operator.error("apps", "--domain", "Other", "--naming", operator.naming)
    assert "Other/DomainManager, Other/Other, Other" in error["cause"]


def test_a_domain_is_found_by_name_and_in_a_file(operator: Operator, tmp_path: Path) -> None:
    naming = ("--naming", operator.naming)
    assert operator.document("apps", "--domain", "Orbweaver", *naming)["domain"] == "Orbweaver"
    done = operator.call("apps", *naming, ORBWEAVER_DOMAIN="Orbweaver")
    assert done.returncode == 0
    (tmp_path / "domain.ior").write_text(operator.domain.ior)
    assert operator.document("apps", "--ior", f"file:{tmp_path}/domain.ior")["installed"] == []


def test_a_domain_that_hangs_is_waited_for_no_longer_than_the_timeout(operator: Operator) -> None:
    os.kill(operator.domain.pid, signal.SIGSTOP)
    error = operator.error("apps", "--timeout", "0.2")
    assert error["exception"] == "TIMEOUT"
    assert "--timeout" in error["remedy"]


def test_help_says_how_each_verb_is_used(operator: Operator) -> None:
    verbs = operator.call("--help").stdout
    for verb in ("install", "uninstall", "apps", "devices", "health", "create", "start", "stop",
                 "release", "props", "ports", "connect", "disconnect", "forget", "stats", "tap",
                 "upgrade", "rollback"):  # fmt: skip
        assert verb in verbs
        done = operator.call(verb, "--help")
        assert done.returncode == 0
        assert "Examples:" in done.stdout
