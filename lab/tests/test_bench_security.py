# SPDX-License-Identifier: Apache-2.0
"""The bars of TLS and rules: which programs get certificates, and what memory is held against."""

import json
import tomllib
from pathlib import Path

import pytest

from orbweaver.bench import security_bars
from orbweaver.cli.main import run_command
from orbweaver.problems import JobFailed
from orbweaver.run.certificates import certificates
from orbweaver.run.memory import anonymous_kib

KEYS = """#!/bin/sh
while [ "$1" != --dir ]; do [ "$name" ] || name=$2; shift; done
case $name in --dir) name=authority;; esac
echo "certificate of $name" >"$2/$name.pem"
echo "key of $name" >"$2/$name.key"
"""
Rows = list[dict[str, object]]


@pytest.fixture
def tls_bin(bench_bin: Path) -> Path:
    keys = bench_bin / "orbweaver-keys"
    keys.write_text(KEYS)
    keys.chmod(0o755)
    return bench_bin


@pytest.fixture
def starts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where each program notes how it was started."""
    monkeypatch.setenv("FAKE_STARTS", str(tmp_path / "starts"))
    return tmp_path / "starts"


def bars(target: Path, only: str) -> tuple[int, Rows]:
    status = run_command(["bench", "bars", "--quick", "--only", only, "--json", str(target)])
    return status, json.loads(target.read_text())["bars"]


def started(starts: Path) -> list[list[str]]:
    return [json.loads(line) for line in starts.read_text().splitlines()]


def test_all_bars_of_the_issue_are_there() -> None:
    names = security_bars.names()
    assert len(names) == len(set(names)) == 7
    assert "100,000 handshakes: memory of the server ÷ after a tenth of them" in names


@pytest.mark.usefixtures("tls_bin")
def test_both_sides_of_a_bar_over_tls_have_the_same_certificates(
    tmp_path: Path, starts: Path
) -> None:
    status, rows = bars(tmp_path / "bars.json", "over tls ÷ hand-written")
    assert (status, {row["ratio"] for row in rows}) == (0, {1})
    assert [row["pinning"] for row in rows] == ["same core", "across cores"]
    assert {one[0] for one in started(starts)} == {
        "orbweaver-bench-server", "orbweaver-bench-client", "raw-bench-server", "raw-bench-client"
    }  # fmt: skip
    folders = {one[one.index("--certificates") + 1] for one in started(starts)}
    assert len(folders) == 1
    assert not Path(folders.pop()).exists()


@pytest.mark.usefixtures("tls_bin")
def test_one_server_alone_has_rules(tmp_path: Path, starts: Path) -> None:
    status, rows = bars(tmp_path / "bars.json", "100 rules")
    assert (status, [row["pinning"] for row in rows]) == (0, ["same core"])
    programs = [(one[0], "--rules" in one) for one in started(starts)]
    assert sorted(programs) == [("orbweaver-bench-client", False)] * 2 + [
        ("orbweaver-bench-server", False), ("orbweaver-bench-server", True)]  # fmt: skip


def test_the_last_of_the_rules_lets_every_client_call() -> None:
    rules = tomllib.loads(security_bars.rules())
    assert rules["default"] == "deny"
    assert len(rules["rule"]) == 100
    assert rules["rule"][-1] == {"decide": "allow"}
    assert all("who" in rule for rule in rules["rule"][:-1])


@pytest.mark.usefixtures("tls_bin")
def test_a_slow_message_misses_the_bar_beside_omniorb(tmp_path: Path) -> None:
    status, rows = bars(tmp_path / "bars.json", "omniORB's over ssl")
    assert status == 1
    assert {(row["ratio"], row["bar"], row["ok"]) for row in rows} == {(1, 0.8, False)}


@pytest.mark.usefixtures("tls_bin")
def test_idle_connections_are_held_against_those_of_the_hand_written_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {"orbweaver": iter(range(0, 10_000, 30 * 21)), "raw": iter(range(0, 10_000, 30 * 12))}

    def private_kib(pid: int) -> float:
        return next(sizes[peer_of(pid)])

    monkeypatch.setattr(security_bars, "private_kib", private_kib)
    status, rows = bars(tmp_path / "bars.json", security_bars.IDLE)
    assert (status, rows[0]["ratio"]) == (1, 9)
    assert rows[0]["bar"] == 8


def peer_of(pid: int) -> str:
    """Of a program that is a script."""
    words = Path(f"/proc/{pid}/cmdline").read_text().split("\0")
    return next(Path(word).name.split("-bench-")[0] for word in words if "-bench-" in word)


@pytest.mark.usefixtures("tls_bin")
def test_memory_that_grows_with_handshakes_is_a_missed_bar(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = tmp_path / "log"
    monkeypatch.setenv("FAKE_LOG", str(log))
    sizes = iter([1000.0, 2000.0, 1030.0, 2000.0])

    def private_kib(_: int) -> float:
        return next(sizes)

    monkeypatch.setattr(security_bars, "private_kib", private_kib)
    status, rows = bars(tmp_path / "bars.json", "handshakes: memory")
    assert status == 1
    assert [(row["ratio"], row["ok"]) for row in rows] == [(1.03, False), (1, True)]
    asked = [json.loads(line) for line in log.read_text().splitlines()]
    assert {one["case"] for one in asked} == {"first"}
    assert sum(one["calls"] for one in asked) == security_bars.QUICK_HANDSHAKES


def test_without_the_program_that_makes_certificates_each_bar_is_missed(
    bench_bin: Path, tmp_path: Path
) -> None:
    status, rows = bars(tmp_path / "bars.json", "tls")
    assert status == 1
    assert len(rows) == 4
    assert all("orbweaver-keys is not in" in str(row["reason"]) for row in rows)


def test_a_certificate_lies_in_one_file_with_its_key(tls_bin: Path) -> None:
    with certificates(tls_bin) as folder:
        server = folder / "server.pem"
        assert server.read_text() == "certificate of server\nkey of server\n"
        assert server.stat().st_mode & 0o077 == 0
        assert (folder / "authority.pem").exists()
    assert not folder.exists()


def test_what_keys_complains_of_is_the_reason(tls_bin: Path) -> None:
    (tls_bin / "orbweaver-keys").write_text("#!/bin/sh\necho 'no entropy' >&2; exit 1\n")
    with (
        pytest.raises(JobFailed, match="orbweaver-keys failed: no entropy"),
        certificates(tls_bin),
    ):
        pass


def test_memory_of_a_process_is_what_no_file_holds() -> None:
    text = "00-ff ---p 00 00:00 0 [rollup]\nRss: 900 kB\nAnonymous:  120 kB\nSwap:  3 kB\n"
    assert anonymous_kib(text) == 123
