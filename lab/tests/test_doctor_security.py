# SPDX-License-Identifier: Apache-2.0
"""What `orbweaver doctor` finds of certificates, keys, rules and ports."""

import json
import os
import re
import select
import subprocess
import time
from pathlib import Path

import pytest

from native import BUILT
from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine
from orbweaver.doctor.report import main
from orbweaver.doctor.security.checks import check_security

DAY = 24 * 3600
READY_WITHIN_S = 60
CHECKS = {
    "open ports", "names in certificates", "certificates", "private keys", "trusted files",
    "files of security",
}  # fmt: skip
AT = "giop:tls:192.0.2.7:2809"
FIB = "".join(f"     |-- {at}\n        /32 host LOCAL\n" for at in ("192.0.2.7", "127.0.0.1"))


def built(program: str) -> Path:
    """A program of the build; skips the test, saying why, if it is not there."""
    path = BUILT.parent / program
    if not path.exists():
        pytest.skip(f"{program} is not built: {path} does not exist")
    return path


def keys(folder: Path, *words: str) -> None:
    command = [built("orbweaver-keys"), *words, "--dir", folder]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder of an authority, and of a node that holds for ten days more than the warning."""
    made = tmp_path / "keys"
    keys(made, "new-ca")
    keys(made, "new-node", "radio", "--host", "192.0.2.7", "--days", "40")
    (made / "rules.toml").write_text('default = "deny"\n')
    (made / "rules.toml").chmod(0o644)
    return made


@pytest.fixture
def proc(tmp_path: Path) -> Path:
    """What the kernel shows of a machine on which nothing runs."""
    made = tmp_path / "proc"
    (made / "self/net").mkdir(parents=True)
    (made / "sys/kernel").mkdir(parents=True)
    (made / "sys/kernel/hostname").write_text("mast\n")
    return made


def end_of(certificate: Path) -> str:
    """The day on which it expires, as openssl reads it."""
    done = subprocess.run(
        ["openssl", "x509", "-noout", "-enddate", "-dateopt", "iso_8601", "-in", certificate],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    return done.stdout.removeprefix("notAfter=")[:10]


def run(proc: Path, pid: int, words: list[str], cwd: Path) -> None:
    """A process that runs there, with these words."""
    process = proc / str(pid)
    (process / "net").mkdir(parents=True)
    (process / "net/fib_trie").write_text(FIB)
    (process / "cmdline").write_bytes("\0".join([*words, ""]).encode())
    (process / "cwd").symlink_to(cwd)


def options_of(folder: Path | str, *more: str) -> list[str]:
    return [
        "-ORBtlsCertificate", f"{folder}/radio.pem", "-ORBtlsKey", f"{folder}/radio.key",
        "-ORBtlsCA", f"{folder}/authority.pem", *more,
    ]  # fmt: skip


def naming(proc: Path, folder: Path, *words: str) -> None:
    run(proc, 7, ["/usr/bin/orbweaver-naming", *words], folder)


def found(proc: Path, later: float = 0, **more: Path) -> dict[str, list[Finding]]:
    """What the checks find, `later` seconds from now, by the name of the check."""
    etc = more.pop("etc", proc.parent / "etc")
    machine = Machine(proc=proc, etc=etc, now=lambda: time.time() + later, **more)
    grouped: dict[str, list[Finding]] = {}
    for finding in check_security(machine):
        grouped.setdefault(finding.check, []).append(finding)
    assert all(one.fix for group in grouped.values() for one in group if one.status != "ok")
    return grouped


def wrong(findings: dict[str, list[Finding]]) -> dict[str, str]:
    """Those that are not right, as `check: status` and what was found."""
    return {
        f"{one.check}: {one.status}": one.found
        for group in findings.values()
        for one in group
        if one.status != "ok"
    }


def test_where_nothing_runs_nothing_is_wrong(proc: Path) -> None:
    findings = found(proc)
    assert set(findings) == CHECKS
    assert wrong(findings) == {}


def test_a_server_with_certificate_and_rules_is_fine(proc: Path, folder: Path) -> None:
    rules = ["-ORBrules", f"{folder}/rules.toml"]
    naming(proc, folder, "--endpoint", AT, *options_of(folder, *rules))
    findings = found(proc)
    assert wrong(findings) == {}
    assert findings["certificates"][0].found == (
        f"each holds for 30 days: {folder}/radio.pem, {folder}/authority.pem"
    )
    assert findings["private keys"][0].found == "only their owner can read them"


def test_identity_and_rules_are_options_of_the_orb(proc: Path, folder: Path) -> None:
    keys(folder, "revoke", "radio")
    (folder / "rules.toml").chmod(0o666)
    (folder / "radio.issuer.key").write_text("a key\n")
    (folder / "radio.issuer.key").chmod(0o644)
    run(proc, 7, ["/opt/orbweaver-domain", "--endpoint", "giop:tls:192.0.2.8:2809",
                  f"--identity={folder.name}/radio", "--rules", f"{folder.name}/rules.toml"],
        folder.parent)  # fmt: skip
    findings = found(proc, later=20 * 365 * DAY)
    expired = "\n".join(one.found for one in findings["certificates"])
    for name in ("radio.pem, certificate", "authority.pem, authorities",
                 "revoked.pem, revocation list"):  # fmt: skip
        assert f"(keys/{name} of orbweaver-domain (7)) expired on " in expired
    assert "can read keys/radio.issuer.key" in findings["private keys"][0].found
    assert "has not the name 192.0.2.8" in findings["names in certificates"][0].found
    assert "can change keys/rules.toml" in findings["trusted files"][0].found
    assert findings["open ports"][0].status == "ok"


def test_a_certificate_that_expires_soon_is_a_warning(proc: Path, folder: Path) -> None:
    naming(proc, folder, *options_of(folder))
    day = end_of(folder / "radio.pem")
    (finding,) = found(proc, later=11 * DAY)["certificates"]
    assert finding.status == "warn"
    assert re.fullmatch(
        rf".*CN=radio \({folder}/radio.pem, certificate of orbweaver-naming \(7\)\) "
        rf"expires on {day}", finding.found,
    )  # fmt: skip


def test_a_certificate_that_expired_fails(proc: Path, folder: Path) -> None:
    naming(proc, folder, *options_of(folder))
    (finding,) = found(proc, later=41 * DAY)["certificates"]
    assert (finding.status, "CN=radio" in finding.found) == ("fail", True)
    assert " expired on " in finding.found


def test_an_authority_that_expired_fails_where_it_lies_in_a_folder(
    proc: Path, folder: Path, tmp_path: Path
) -> None:
    trusted = tmp_path / "trusted"
    trusted.mkdir()
    (trusted / "1234.0").symlink_to(folder / "authority.pem")
    (trusted / "5678.0").symlink_to(folder / "authority.pem")
    naming(proc, folder, "-ORBtlsCA", str(trusted))
    (finding,) = found(proc, later=11 * 365 * DAY)["certificates"]
    assert (finding.status, f"{folder}/authority.pem" in finding.found) == ("fail", True)


def test_a_certificate_of_openssl_that_is_not_valid_yet_fails(proc: Path, folder: Path) -> None:
    made = folder / "made.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256",
         "-nodes", "-days", "90", "-subj", "/CN=mast", "-keyout", folder / "made.key",
         "-out", made], check=True, capture_output=True,
    )  # fmt: skip
    naming(proc, folder, "-ORBtlsCertificate", str(made), "-ORBtlsKey", f"{folder}/made.key")
    (finding,) = found(proc, later=-2 * DAY)["certificates"]
    assert (finding.status, finding.found.startswith("CN=mast (")) == ("fail", True)
    assert " is valid from " in finding.found
    assert wrong(found(proc)) == {}


def test_each_certificate_of_a_chain_is_read(proc: Path, folder: Path) -> None:
    whole = (folder / "authority.pem").read_text() + (folder / "radio.pem").read_text()
    (folder / "whole.pem").write_text(whole)
    naming(proc, folder, "-ORBtlsCA", "whole.pem")
    (finding,) = found(proc, later=41 * DAY)["certificates"]
    assert "CN=radio (whole.pem" in finding.found


def test_a_revocation_list_that_is_too_old_fails(proc: Path, folder: Path) -> None:
    keys(folder, "revoke", "radio")
    naming(proc, folder, "-ORBtlsCRL", "revoked.pem")
    assert wrong(found(proc)) == {}
    (finding,) = found(proc, later=20 * 365 * DAY)["certificates"]
    assert finding.status == "fail"
    assert re.search(r"\(revoked.pem, revocation list of .*\) expired on ", finding.found)


def test_what_is_no_certificate_fails(proc: Path, folder: Path) -> None:
    text = (folder / "radio.pem").read_text()
    (folder / "bad.pem").write_text(text.replace("MII", "AAA", 1))
    naming(proc, folder, "-ORBtlsCA", "bad.pem")
    (finding,) = found(proc)["certificates"]
    assert finding.found.startswith("openssl cannot read bad.pem, authorities of")


def test_without_openssl_a_line_says_so(
    proc: Path, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    naming(proc, folder, "--endpoint", AT, *options_of(folder))
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setattr("orbweaver.run.tools.SYSTEM_FOLDERS", ())
    findings = found(proc)
    for check in ("certificates", "names in certificates"):
        (finding,) = findings[check]
        assert (finding.status, finding.fix) == ("warn", "apt install openssl")


@pytest.mark.parametrize(
    ("words", "missing"),
    [
        (["-ORBendPoint", "giop:tls:192.0.2.8:2809"], "192.0.2.8"),
        (["--endpoint=giop:ssl:radio.example:2809"], "radio.example"),
        (["--endpoint", "giop:tls:[2001:db8::1]:2809"], "2001:db8::1"),
        (["--endpoint", AT, "-ORBendPointPublish", "giop:tls:203.0.113.9"], "203.0.113.9"),
        (["--endpoint", "giop:tls:0.0.0.0:2809"], "mast or 198.51.100.1"),
        (["--endpoint", "giop:tls::2809"], "mast or 198.51.100.1"),
        (["--endpoint", AT], None),
        (["--endpoint", "giop:tls:radio:2809"], None),
        (["--endpoint", "giop:tls:localhost:2809"], None),
        (["--endpoint", "giop:tls:192.0.2.8:1", "-ORBendPointPublish", "giop:tls:radio:1"], None),
        (["--endpoint", "giop:tcp:192.0.2.8:2809"], None),
    ],
)
def test_a_host_that_is_not_in_the_certificate_is_named(
    proc: Path, folder: Path, words: list[str], missing: str | None
) -> None:
    naming(proc, folder, *words, *options_of(folder))
    (proc / "7/net/fib_trie").write_text(FIB.replace("192.0.2.7", "198.51.100.1"))
    (finding,) = found(proc)["names in certificates"]
    if missing is None:
        assert finding.status == "ok"
    else:
        assert finding.status == "warn"
        assert f"radio.pem (certificate of orbweaver-naming (7)) has not the name {missing}," in (
            finding.found
        )


def test_at_all_addresses_one_of_the_machine_is_enough(proc: Path, folder: Path) -> None:
    naming(proc, folder, "--endpoint", "giop:tls:0.0.0.0:2809", *options_of(folder))
    assert found(proc)["names in certificates"][0].status == "ok"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["-ORBendPoint", "giop:tcp::2809"], "neither TLS nor rules"),
        (["-ORBendPoint", "giop:udp:192.0.2.7:0"], "neither TLS nor rules"),
        (["-ORBendPoint", "giop:tcp:[::]:0"], "neither TLS nor rules"),
        (["--endpoint", AT, "-ORBtlsClients", "ask"], "needs no certificate"),
        (["--endpoint", AT, "-ORBtlsClients", "none"], "needs no certificate"),
        (["--endpoint", AT, "-ORBtlsClients", "none", "-ORBtlsClients", "require"], None),
        (["--endpoint", AT], None),
        (["-ORBendPoint", "giop:tcp:127.0.0.1:2809"], None),
        (["-ORBendPoint", "giop:tcp:[::1]:2809"], None),
        (["-ORBendPoint", "giop:tcp:localhost:0"], None),
        (["-ORBendPoint", "giop:unix:@name"], None),
        (["-ORBendPoint", "giop:tcp::2809", "-ORBrules", "rules.toml"], None),
        (["--help"], None),
    ],
)
def test_a_port_that_lets_every_caller_in_is_named(
    proc: Path, folder: Path, words: list[str], why: str | None
) -> None:
    run(proc, 8, ["/opt/radio/server", *words], folder)
    (finding,) = found(proc)["open ports"]
    if why is None:
        assert finding.status == "ok"
    else:
        assert finding.status == "warn"
        assert f"server (8) listens at {words[1]}, and" in finding.found
        assert why in finding.found


@pytest.mark.parametrize(
    ("mode", "status", "reader"),
    [(0o604, "fail", "every user"), (0o640, "warn", "each member of its group"), (0o400, "ok", "")],
)
def test_a_key_that_others_can_read_is_named(
    proc: Path, folder: Path, mode: int, status: str, reader: str
) -> None:
    (folder / "radio.key").chmod(mode)
    naming(proc, folder, *options_of(folder))
    (finding,) = found(proc)["private keys"]
    assert finding.status == status
    if reader:
        assert finding.found.startswith(f"{reader} can read {folder}/radio.key (key of ")
        assert finding.fix == f"chmod 600 {folder}/radio.key"


def test_a_key_in_the_file_of_the_certificate_and_a_passphrase_are_private(
    proc: Path, folder: Path
) -> None:
    (folder / "word").write_text("secret\n")
    for name in ("radio.pem", "word"):
        (folder / name).chmod(0o644)
    naming(proc, folder, "-ORBtlsCertificate", "radio.pem", "-ORBtlsPassphrase", "word")
    named = [finding.found.split()[4] for finding in found(proc)["private keys"]]
    assert named == ["radio.pem", "word"]


@pytest.mark.parametrize(
    ("what", "mode", "text"),
    [
        ("rules.toml", 0o646, "every user can change "),
        ("rules.toml", 0o664, "each member of the group of "),
        ("authority.pem", 0o666, "every user can change "),
        (".", 0o777, "every user can write in "),
    ],
)
def test_what_others_can_change_is_named(
    proc: Path, folder: Path, what: str, mode: int, text: str
) -> None:
    rules = ["-ORBrules", f"{folder}/rules.toml"]
    naming(proc, folder, *options_of(folder, *rules))
    (folder / what).chmod(mode)
    (finding,) = found(proc)["trusted files"]
    assert finding.status == ("warn" if mode == 0o664 else "fail")
    assert finding.found.startswith(text)
    assert f"{folder}/" in finding.found
    assert finding.fix == f"chmod go-w {folder / what}"


def test_a_folder_with_the_sticky_bit_is_fine(proc: Path, folder: Path) -> None:
    naming(proc, folder, *options_of(folder))
    folder.chmod(0o1777)
    assert found(proc)["trusted files"][0].status == "ok"


def test_each_file_of_rules_is_looked_at(proc: Path, folder: Path) -> None:
    (folder / "more.toml").write_text('default = "deny"\n')
    (folder / "more.toml").chmod(0o666)
    naming(proc, folder, "-ORBrules", "rules.toml", "-ORBrules", "more.toml")
    assert "more.toml" in found(proc)["trusted files"][0].found


@pytest.mark.skipif(os.getuid() != 0, reason="only root gives files away")
def test_a_file_of_another_user_is_named(proc: Path, folder: Path) -> None:
    os.chown(folder / "rules.toml", 12345, 12345)
    naming(proc, folder, "-ORBrules", "rules.toml")
    (finding,) = found(proc)["trusted files"]
    assert finding.status == "fail"
    assert finding.found.startswith("rules.toml belongs to user 12345, which can change rules.toml")


def test_a_file_that_is_not_there_is_named(proc: Path, folder: Path) -> None:
    naming(proc, folder, "-ORBtlsCA", "nowhere.pem")
    (finding,) = found(proc)["files of security"]
    assert finding.status == "fail"
    assert finding.found == (
        "nowhere.pem (authorities of orbweaver-naming (7)): No such file or directory"
    )


def test_a_pipe_holds_nothing_up(proc: Path, folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    naming(proc, folder, "-ORBtlsCA", "pipe")
    assert "pipe (authorities of orbweaver-naming (7)) is no file" in (
        found(proc)["files of security"][0].found
    )


def test_a_folder_that_cannot_be_seen_is_named(proc: Path, folder: Path) -> None:
    naming(proc, folder, "-ORBtlsCA", "authority.pem")
    (proc / "7/cwd").unlink()
    (finding,) = found(proc)["files of security"]
    assert finding.status == "warn"
    assert finding.found == "the files of orbweaver-naming (7) cannot be looked at"


def test_what_another_user_wrote_changes_no_terminal(proc: Path, folder: Path) -> None:
    run(proc, 9, ["/tmp/a\x1b[2Jb", "-ORBendPoint", "giop:tcp:a\x1b[2J:1", "-ORBtlsCA", "\x1b[1m"],
        folder)  # fmt: skip
    findings = found(proc)
    assert "\x1b" not in "".join(str(one) for group in findings.values() for one in group)
    assert "a?[2Jb (9) listens at giop:tcp:a?[2J:1," in findings["open ports"][0].found


def set_up(etc: Path, service: str, text: str) -> None:
    (etc / "orbweaver").mkdir(parents=True, exist_ok=True)
    (etc / "orbweaver" / service).write_text(text)


def test_the_options_of_services_are_read(proc: Path, folder: Path, tmp_path: Path) -> None:
    etc = tmp_path / "etc"
    (folder / "radio.key").chmod(0o644)
    set_up(etc, "domain", "# DOMAIN_OPTIONS=--endpoint giop:udp::1\n"
                          f'DOMAIN_OPTIONS="--name Lab --endpoint giop:tcp:192.0.2.7:2809 '
                          f'{" ".join(options_of(folder))}"\n')  # fmt: skip
    set_up(etc, "node", f"NODE_OPTIONS=--orb endPoint=giop:tcp::0 \\\n --orb "
                        f"rules={folder}/nowhere\n")  # fmt: skip
    bad = wrong(found(proc, etc=etc))
    assert f"{etc}/orbweaver/domain listens at giop:tcp:192.0.2.7:2809" in bad["open ports: warn"]
    assert f"key of {etc}/orbweaver/domain" in bad["private keys: fail"]
    assert f"rules of components of {etc}/orbweaver/node" in bad["files of security: fail"]


@pytest.mark.parametrize("service", ["domain", "node"])
def test_the_options_that_come_with_the_package_are_fine(
    proc: Path, tmp_path: Path, service: str
) -> None:
    text = (Path(__file__).parents[2] / "packaging/systemd" / service).read_text()
    set_up(tmp_path / "etc", service, text)
    assert wrong(found(proc, etc=tmp_path / "etc")) == {}


def test_a_folder_of_keys_is_checked(proc: Path, folder: Path) -> None:
    keys(folder, "revoke", "radio")
    assert wrong(found(proc, keys=folder)) == {}
    (folder / "authority.key").chmod(0o644)
    findings = found(proc, later=41 * DAY, keys=folder)
    assert any("/radio.pem" in one.found for one in findings["certificates"])
    assert findings["private keys"][0].found.startswith(
        f"every user can read {folder}/authority.key (key of {folder})"
    )
    assert findings["folder of keys"][0].status == "ok"


def test_a_folder_of_keys_that_is_not_there_fails(proc: Path, tmp_path: Path) -> None:
    (finding,) = found(proc, keys=tmp_path / "none")["folder of keys"]
    assert (finding.status, str(tmp_path / "none") in finding.found) == ("fail", True)


def test_the_command_takes_a_folder_of_keys(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "radio.key").chmod(0o644)
    assert main(["--json", "--keys", str(folder)]) == 1
    checks = json.loads(capsys.readouterr().out)["checks"]
    assert any(f"{folder}/radio.key" in check["found"] for check in checks)


def test_a_program_that_runs_is_found(folder: Path) -> None:
    command = [built("orbweaver-naming"), "--endpoint", "giop:tls:localhost:0", *options_of(folder)]
    (folder / "radio.key").chmod(0o644)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL) as process:
        try:
            assert process.stdout is not None
            assert select.select([process.stdout], [], [], READY_WITHIN_S)[0]
            found_now = check_security(Machine())
        finally:
            process.terminate()
    name = f"orbweaver-naming ({process.pid})"
    assert any(one.check == "private keys" and name in one.found for one in found_now)


def test_a_guard_of_a_program_is_none_of_its_own(proc: Path, tmp_path: Path) -> None:
    words = ["/usr/bin/orbweaver-node", "--identity", "keys/radio-1"]
    run(proc, 7, words, tmp_path)
    run(proc, 8, words, Path("/"))
    (proc / "8/status").write_text("Name:\torbweaver-node\nPPid:\t7\n")
    files = found(proc)["files of security"]
    assert len(files) == len({one.found for one in files})
    assert not any("(8)" in one.found for one in files)
    (proc / "8/status").write_text("Name:\torbweaver-node\nPPid:\t1\n")
    assert any("(8)" in one.found for one in found(proc)["files of security"])
