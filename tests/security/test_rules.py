# SPDX-License-Identifier: Apache-2.0
"""`orbweaver rules`: what is wrong in a file, and what it decides."""

import json
import subprocess
from pathlib import Path

import pytest
from programs import path_of

GOOD = """default = "deny"
[roles]
operator = ["uri:spiffe://radio/user/ann"]
[[rule]]
name = "operators"
decide = "allow"
client = "role:operator"
object = "DomainManager"
operation = ["install*", "_get_*"]
[[rule]]
decide = "allow"
interface = "CF/Device"
"""


@pytest.fixture
def good(tmp_path: Path) -> Path:
    """A file of rules."""
    file = tmp_path / "rules.toml"
    file.write_text(GOOD)
    return file


def rules(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """`orbweaver rules`, and what it printed."""
    return subprocess.run(
        [path_of("orbweaver-rules"), *words], capture_output=True, text=True, check=False
    )


def explain(file: Path, who: str, operation: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Whether that client may call the operation of the domain manager."""
    return rules(
        "explain", file, "--as", who, "--object", "DomainManager", "--operation", operation, *more
    )


def test_of_several_files_the_first_rule_that_fits_decides(good: Path, tmp_path: Path) -> None:
    first = tmp_path / "first.toml"
    first.write_text('default = "allow"\n[[rule]]\ndecide = "deny"\nclient = "process:4711"\n')
    denied = explain(first, "process:4711", "installApplication", str(good))
    assert denied.returncode == 1
    assert f"the rule of line 2 of {first} denies it" in denied.stdout
    allowed = explain(first, "uri:spiffe://radio/user/ann", "installApplication", str(good))
    assert allowed.returncode == 0
    assert f"rule 'operators' (line 4) of {good} allows it" in allowed.stdout
    by_default = explain(first, "user:1000", "installApplication", str(good))
    assert by_default.returncode == 1
    assert f"the default of {good} denies it" in by_default.stdout
    both = rules("check", first, good)
    assert both.stdout.count("where none fits") == 2


def test_a_good_file_is_summed_up(good: Path) -> None:
    done = rules("check", good)
    assert done.returncode == 0
    assert "2 rules are right; where none fits, calls are denied" in done.stdout


def test_a_wrong_file_names_its_line(good: Path) -> None:
    good.write_text(GOOD.replace('"allow"\nclient', '"alow"\nclient'))
    done = rules("check", good)
    assert done.returncode == 2
    assert f"{good}, line 6: decide is missing or wrong" in done.stderr


@pytest.mark.parametrize("file", ["nowhere.toml", "/", "/dev/null"])
def test_what_is_no_file_of_rules_is_refused(file: str, tmp_path: Path) -> None:
    done = rules("check", tmp_path / file)
    assert done.returncode == 2
    assert done.stderr.startswith("orbweaver-rules: ")
    assert done.stderr.count("\n") == 1


def test_the_rule_that_decides_is_named(good: Path) -> None:
    allowed = explain(good, "uri:spiffe://radio/user/ann", "installApplication")
    assert allowed.returncode == 0
    assert f"rule 'operators' (line 4) of {good} allows it" in allowed.stdout
    denied = explain(good, "uri:spiffe://radio/user/eve", "installApplication")
    assert denied.returncode == 1
    assert f"the default of {good} denies it" in denied.stdout


def test_an_interface_is_asked_for_where_rules_name_some(good: Path) -> None:
    without = explain(good, "anonymous", "start")
    assert without.returncode == 1
    assert "--interface" in without.stderr
    having = explain(good, "anonymous", "start", "--interface", "CF/Device")
    assert having.returncode == 0
    assert having.stderr == ""


def test_a_program_reads_the_decision(good: Path) -> None:
    done = explain(good, "uri:spiffe://radio/user/ann", "installApplication", "--json", "-")
    assert json.loads(done.stdout) == {
        "allowed": True,
        "file": str(good),
        "rule": {"name": "operators", "line": 4},
    }


@pytest.fixture
def domain_rules(tmp_path: Path) -> Path:
    """Rules for a domain, as `new` prints them."""
    done = rules("new", "--operator", "ann", "--observer", "bob", "--operator", "group:77")
    assert done.returncode == 0, done.stderr
    file = tmp_path / "domain.toml"
    file.write_text(done.stdout)
    return file


NODE, DOMAIN = "uri:spiffe://radio/node/mast", "uri:spiffe://radio/node/domain"
ANN, BOB, EVE = (f"uri:spiffe://radio/user/{name}" for name in ("ann", "bob", "eve"))
APPLICATION = "uri:spiffe://application.mast.radio/fm"


@pytest.mark.parametrize(
    ("client", "interface", "operation", "is_allowed"),
    [
        (ANN, "CF/DomainManager", "installApplication", True),
        ("group:77", "CF/DomainManager", "installApplication", True),
        (BOB, "CF/DomainManager", "installApplication", False),
        (APPLICATION, "CF/DomainManager", "installApplication", False),
        (ANN, "CF/ApplicationFactory", "create", True),
        (NODE, "CF/ApplicationFactory", "create", False),
        (ANN, "CF/Resource", "start", True),
        (BOB, "CF/Resource", "start", False),
        (BOB, "CF/Resource", "query", True),
        (EVE, "CF/Resource", "query", False),
        ("anonymous", "CF/Resource", "_get_identifier", False),
        (DOMAIN, "CF/ExecutableDevice", "execute", True),
        ("self", "CF/ExecutableDevice", "execute", True),
        (ANN, "CF/ExecutableDevice", "execute", False),
        (NODE, "CF/ExecutableDevice", "execute", False),
        (NODE, "CF/DomainManager", "registerDeviceManager", True),
        (ANN, "CF/DomainManager", "registerDeviceManager", False),
        (NODE, "CF/DomainManager", "configure", False),
        (ANN, "CF/DomainManager", "configure", True),
        (BOB, "omg.org/CosEventComm/PushConsumer", "push", False),
        (NODE, "omg.org/CosEventComm/PushConsumer", "push", True),
        (BOB, "omg.org/CosEventComm/PushSupplier", "connect_push_consumer", True),
        (ANN, "omg.org/CosEventChannelAdmin/EventChannel", "destroy", False),
        (ANN, "CF/DeviceManager", "shutdown", True),
        (BOB, "CF/DeviceManager", "shutdown", False),
        (NODE, "CF/File", "read", True),
        (NODE, "CF/File", "write", False),
        (ANN, "CF/FileSystem", "remove", True),
        (BOB, "CF/FileSystem", "open", False),
        (APPLICATION, "omg.org/CosNaming/NamingContext", "bind", True),
        (BOB, "omg.org/CosNaming/NamingContext", "bind", False),
        (BOB, "omg.org/CosNaming/NamingContext", "resolve_str", True),
    ],
)
def test_new_rules_give_each_role_its_rights(
    domain_rules: Path, client: str, interface: str, operation: str, is_allowed: bool
) -> None:
    done = explain(domain_rules, client, operation, "--interface", interface)
    assert done.returncode == (0 if is_allowed else 1), done.stdout + done.stderr


def test_new_rules_have_only_roles_with_clients(tmp_path: Path) -> None:
    printed = rules("new", "--node", 'uri:a "b\\', "--domain", "fleet").stdout
    assert "operator" not in printed
    assert "observer" not in printed
    assert "spiffe://fleet/node/domain" in printed
    file = tmp_path / "odd.toml"
    file.write_text(printed)
    assert rules("check", file).returncode == 0
    done = explain(file, 'uri:a "b\\', "registerDevice", "--interface", "CF/DomainManager")
    assert done.returncode == 0
