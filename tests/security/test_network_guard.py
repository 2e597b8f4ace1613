# SPDX-License-Identifier: Apache-2.0
"""No program opens a port to every host of the network, unless it is said that this is meant."""

import subprocess
from pathlib import Path

import pytest
from certificates import options_of
from programs import ENDS_WITHIN_S, path_of

SERVERS = {
    "orbweaver-naming": ["--endpoint"],
    "orbweaver-events": ["channel", "--endpoint"],
    "orbweaver-domain": ["--endpoint"],
    "orbweaver-node": ["--endpoint"],
    "orbweaver-run": ["--seconds", "0", "-ORBendPoint"],
}


def refusal(program: str, *words: str) -> str:
    """What the program says; it must refuse its words."""
    done = subprocess.run(
        [path_of(program), *words],
        capture_output=True, text=True, check=False, timeout=ENDS_WITHIN_S,
    )  # fmt: skip
    assert done.returncode == 2, done.stdout + done.stderr
    return done.stderr


@pytest.mark.parametrize("program", SERVERS)
@pytest.mark.parametrize("endpoint", ["giop:tcp:0.0.0.0:0", "giop:tcp::0", "giop:udp::0"])
def test_plain_endpoints_need_insecure(program: str, endpoint: str) -> None:
    said = refusal(program, *SERVERS[program], endpoint)
    assert f"{endpoint} would be open to every host of the network" in said
    assert "--insecure" in said


@pytest.mark.parametrize("program", ["orbweaver-node", "orbweaver-run", "orbweaver-try"])
def test_so_do_those_of_components(program: str) -> None:
    words = ["x.spd.xml"] if program == "orbweaver-try" else []
    said = refusal(program, *words, "--orb", "endPoint=giop:tcp:0.0.0.0:0")
    assert "giop:tcp:0.0.0.0:0 would be open" in said


def test_tls_that_asks_for_no_certificate_needs_it_too(authority: Path) -> None:
    tls = options_of(authority, "server")
    said = refusal("orbweaver-naming", "--endpoint", "giop:tls::0", *tls, "-ORBtlsClients", "none")
    assert "giop:tls::0 would be open" in said


@pytest.mark.parametrize(
    "words",
    [
        ["--endpoint", "giop:tcp::0", "--insecure"],
        ["--endpoint", "giop:tls::0", "--identity", "KEYS/server"],
        ["--endpoint", "giop:tcp::0", "--rules", "RULES"],
    ],
)
def test_what_is_meant_is_served(authority: Path, tmp_path: Path, words: list[str]) -> None:
    rules = tmp_path / "rules.toml"
    rules.write_text('default = "deny"\n')
    given = [word.replace("KEYS", str(authority)).replace("RULES", str(rules)) for word in words]
    served = subprocess.Popen(
        [path_of("orbweaver-naming"), *given], stdout=subprocess.PIPE, text=True
    )
    with served:
        assert served.stdout is not None
        assert served.stdout.readline().startswith("IOR:")
        served.terminate()
    assert served.returncode == 0


def test_an_identity_that_is_not_there_is_named(authority: Path) -> None:
    said = refusal("orbweaver-naming", "--identity", f"{authority}/stranger")
    assert "stranger.pem" in said
    assert "orbweaver keys" in said
