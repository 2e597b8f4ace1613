# SPDX-License-Identifier: Apache-2.0
"""Network ports: those that let every caller in, and those whose certificate has another name."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine
from orbweaver.doctor.security.files import UsedFile, text_of
from orbweaver.doctor.security.openssl import HOW_TO_INSTALL, has_name, parts_of
from orbweaver.doctor.security.served import Served, printable
from orbweaver.run.tools import find_tool

OPEN = "open ports"
NAMES = "names in certificates"
ENDPOINT = re.compile(r"giop:(tcp|tls|ssl|udp):(\[[^\]]*\]|[^:]*)(?::\d*)?")
LOCAL_V4 = re.compile(r"\|-- (\S+)\n\s+/32 host LOCAL")
WILDCARDS = ("", "0.0.0.0", "::")
USE_TLS = "listen at giop:tls: and give it -ORBrules, or listen at 127.0.0.1 alone"
ASK_CLIENTS = "-ORBtlsClients require, or give it -ORBrules"
OF_ALL_HOSTS = {"00", "40", "80"}
"""Scopes of IPv6 addresses that other machines reach: global, site, compatible."""


@dataclass(frozen=True)
class Endpoint:
    """A port of the network. `host` is without the brackets of IPv6."""

    text: str
    transport: str
    host: str

    @property
    def is_tls(self) -> bool:
        """As Orbweaver writes it, or omniORB."""
        return self.transport in ("tls", "ssl")

    @property
    def is_beyond_loopback(self) -> bool:
        """Whether another machine reaches it; a name other than localhost may be any address."""
        try:
            return not ip_address(self.host).is_loopback
        except ValueError:
            return self.host != "localhost"


def endpoints_of(program: Served, option: str = "-ORBendPoint") -> list[Endpoint]:
    """Those of the network."""
    parsed = [(text, ENDPOINT.fullmatch(text)) for text in program.values(option)]
    return [Endpoint(printable(text), found[1], found[2].strip("[]"))
            for text, found in parsed if found]  # fmt: skip


def check_open_ports(served: list[Served]) -> list[Finding]:
    """Ports at which every machine of the network may call everything."""
    found = [
        Finding(OPEN, "warn", f"{program.name} listens at {endpoint.text}, and {why}", fix)
        for program in served
        if not program.values("-ORBrules")
        for endpoint in endpoints_of(program)
        if endpoint.is_beyond_loopback
        for why, fix in _why_open(program, endpoint)
    ]
    return found or [Finding(OPEN, "ok", "none without TLS or rules")]


def _why_open(program: Served, endpoint: Endpoint) -> list[tuple[str, str]]:
    """Why, and a fix; empty if clients have to show a certificate."""
    if not endpoint.is_tls:
        why = "has neither TLS nor rules: every machine that reaches it may call everything"
        return [(why, USE_TLS)]
    if program.values("-ORBtlsClients")[-1:] in ([], ["require"]):
        return []
    why = "needs no certificate of clients and has no rules: each may call everything"
    return [(why, ASK_CLIENTS)]


def check_names(machine: Machine, files: list[UsedFile]) -> list[Finding]:
    """Server certificates without the host by which clients call."""
    own = [file for file in files
           if file.name in file.user.values("-ORBtlsCertificate")
           and _hosts_called(machine, file.user)]  # fmt: skip
    if not own:
        return [Finding(NAMES, "ok", "no server of TLS beyond the loopback")]
    if find_tool("openssl") is None:
        return [Finding(NAMES, "warn", "not checked: openssl is not installed", HOW_TO_INSTALL)]
    wrong = [found for file in own for found in _wrong_names(machine, file)]
    return wrong or [Finding(NAMES, "ok", "each server's has the host by which it is called")]


def _wrong_names(machine: Machine, file: UsedFile) -> Iterator[Finding]:
    for leaf in parts_of(text_of(file.path) or "", "CERTIFICATE")[:1]:
        for hosts in _hosts_called(machine, file.user):
            if any(has_name(leaf, host) for host in hosts):
                continue
            missing = " or ".join(hosts)
            found = f"{file} has not the name {missing}, by which clients call"
            fix = f"orbweaver keys new-node NAME --host {hosts[0]}, or -ORBendPointPublish"
            yield Finding(NAMES, "warn", found, fix)


def _hosts_called(machine: Machine, program: Served) -> list[list[str]]:
    """For each endpoint of TLS beyond the loopback the hosts of which the certificate has one."""
    ways = [end for end in endpoints_of(program, "-ORBendPointPublish") if end.is_tls]
    ways = ways or [end for end in endpoints_of(program) if end.is_tls]
    hosts = dict.fromkeys(end.host for end in ways if end.is_beyond_loopback)
    return [_own_hosts(machine, program) if host in WILDCARDS else [host] for host in hosts]


def _own_hosts(machine: Machine, program: Served) -> list[str]:
    """By name, and by each address in the network of that program."""
    name = machine.text(machine.proc / "sys/kernel/hostname") or ""
    v4 = LOCAL_V4.findall(machine.text(program.net / "fib_trie") or "")
    lines = [line.split() for line in (machine.text(program.net / "if_inet6") or "").splitlines()]
    v6 = [str(IPv6Address(int(line[0], 16))) for line in lines if line[3] in OF_ALL_HOSTS]
    addresses = [text for text in (*v4, *v6) if not ip_address(text).is_loopback]
    return list(dict.fromkeys(filter(None, [name, *addresses])))
