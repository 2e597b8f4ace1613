# SPDX-License-Identifier: Apache-2.0
"""Where an object takes datagrams, and the same reference with another port there."""

from collections.abc import Iterator
from dataclasses import dataclass

from orbweaver.ior.cdr import Reader, encapsulation
from orbweaver.ior.decode import TAG_ORBWEAVER_UDP
from orbweaver.ior.records import TAG_INTERNET_IOP

SCHEME = "IOR:"


@dataclass(frozen=True)
class DatagramAddress:
    """Taken out of a reference; `port_at` is where the port's two bytes lie in it."""

    host: str
    port: int
    port_at: int
    little: bool


def datagram_address(reference: str) -> DatagramAddress | None:
    """The first one in the reference, which has been decoded once; None: it takes none."""
    data = _bytes_of(reference)
    for at, profile in _tagged(encapsulation(data, "the reference"), TAG_INTERNET_IOP, True):
        reader = encapsulation(profile, "a profile")
        reader.octets(2, "the version")
        reader.string("the host")
        reader.number(2, "the port")
        reader.sequence("the object key")
        for inner, component in _tagged(reader, TAG_ORBWEAVER_UDP, False):
            return _address(component, at + inner)
    return None


def with_port(reference: str, address: DatagramAddress, port: int) -> str:
    """The reference with another port for datagrams."""
    data = bytearray(_bytes_of(reference))
    order = "little" if address.little else "big"
    data[address.port_at : address.port_at + 2] = port.to_bytes(2, order)
    return SCHEME + data.hex()


def _bytes_of(reference: str) -> bytes:
    return bytes.fromhex(reference.strip()[len(SCHEME) :])


def _tagged(reader: Reader, tag: int, has_type: bool) -> Iterator[tuple[int, bytes]]:
    """What stands under a tag, and where it begins."""
    if has_type:
        reader.string("the type id")
    for _ in range(reader.number(4, "a count")):
        found = reader.number(4, "a tag")
        content = reader.sequence("what is tagged")
        if found == tag:
            yield reader.at - len(content), content


def _address(component: bytes, at: int) -> DatagramAddress:
    reader = encapsulation(component, "the address for datagrams")
    host = reader.string("the host")
    port = reader.number(2, "the port")
    return DatagramAddress(host, port, at + reader.at - 2, component[0] == 1)
