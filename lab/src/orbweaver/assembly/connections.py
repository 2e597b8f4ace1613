# SPDX-License-Identifier: Apache-2.0
"""Connections of an application: made of ports that fit each other, and taken away."""

from collections.abc import Sequence

from orbweaver.assembly.document import New
from orbweaver.assembly.sad import REFERENCE, Connection, End, Instance, Sad, unique
from orbweaver.assembly.software import Direction, Port, Software, names_of, short
from orbweaver.problems import BadInput


def connected(sad: Sad, uses: str, provides: str, as_id: str | None = None) -> tuple[Sad, str]:
    """A connection more, and its id. `uses`: COMPONENT.PORT that sends; `provides`: that takes.

    Raises BadInput: there is no such port, both do not fit, or they are connected already.
    """
    sender, from_port = sad.split(uses)
    taker, to_port = sad.split(provides)
    sends, takes = sad.software(sender), sad.software(taker)
    from_ = _port(sender, sends, from_port, "uses")
    to = _port(taker, takes, to_port, "provides")
    if not takes.is_a(to.interface, from_.interface):
        raise BadInput(
            f"{uses} sends {short(from_.interface)}, and {provides} takes {short(to.interface)}: "
            "they do not fit"
        )
    return joined(sad, End(sender.id, from_.name), End(taker.id, to.name), as_id)


def joined(sad: Sad, uses: End, provides: End, as_id: str | None = None) -> tuple[Sad, str]:
    """With a connection between ports that are known to fit."""
    for connection in sad.connections:
        if (connection.uses, connection.provides) == (uses, provides):
            raise BadInput(f"{uses} is connected to {provides} already, as {connection.id}")
    taken = {connection.id for connection in sad.connections}
    if as_id is not None and as_id in taken:
        raise BadInput(f"{sad.document.path} has a connection {as_id} already: name it otherwise")
    id_ = as_id or unique(f"{uses.instance}-{provides.instance}", taken)
    new = New("connectinterface", [("id", id_)], [_end("uses", uses), _end("provides", provides)])
    root, document = sad.document.root, sad.document
    if (section := root.first("connections")) is not None:
        return sad.with_document(document.appended(section, new)), id_
    section_new = New("connections", content=[new])
    if (before := root.first("externalports")) is not None:
        return sad.with_document(document.before(before, section_new)), id_
    return sad.with_document(document.appended(root, section_new)), id_


def disconnected(sad: Sad, words: Sequence[str]) -> tuple[Sad, str]:
    """A connection less, and its id: named by its id, or by both ends.

    Raises BadInput with the connections that there are.
    """
    found = [connection for connection in sad.connections if _is_meant(sad, connection, words)]
    if not found:
        there = "; ".join(
            f"{connection.id}: {connection.uses} to {connection.provides}"
            for connection in sad.connections
        )
        raise BadInput(
            f"{sad.document.path} has no connection {' '.join(words)}; there are: {there or 'none'}"
        )
    document = sad.document.without(found[0].element)
    section = document.root.first("connections")
    if section is not None and not section.children:
        document = document.without(section)
    return sad.with_document(document), found[0].id


def fitting(a: str, sends: Software, b: str, takes: Software) -> tuple[Port, Port]:
    """The only two ports of data through which `a` can send to `b`.

    Raises BadInput with the ports: there are none, or several that fit.
    """
    outs = [port for port in sends.ports_of("uses") if not port.is_control]
    ins = [port for port in takes.ports_of("provides") if not port.is_control]
    pairs = [(u, p) for u in outs for p in ins if takes.is_a(p.interface, u.interface)]
    if len(pairs) == 1:
        return pairs[0]
    ports = f"{a} sends {names_of(outs)}; {b} takes {names_of(ins)}"
    if not pairs:
        raise BadInput(f"{a} cannot send to {b}, no ports fit: {ports}")
    raise BadInput(
        f"{a} can send to {b} in several ways: {ports}; say which, with orbweaver sad add and "
        "orbweaver sad connect"
    )


def _port(instance: Instance, software: Software, name: str, direction: Direction) -> Port:
    there = software.ports_of(direction)
    for entry in there:
        if entry.name == name:
            return entry
    what = "sends" if direction == "uses" else "takes"
    if software.port(name) is not None:
        raise BadInput(
            f"{instance.id}.{name} is no {direction} port: write COMPONENT.PORT that sends, then "
            f"the one that takes; {instance.id} {what} {names_of(there)}"
        )
    raise BadInput(f"{instance.id} has no port {name}; it {what} {names_of(there)}")


def _end(direction: Direction, end: End) -> New:
    reference = New(REFERENCE, [("refid", end.instance)])
    return New(
        f"{direction}port", content=[New(f"{direction}identifier", content=end.port), reference]
    )


def _is_meant(sad: Sad, connection: Connection, words: Sequence[str]) -> bool:
    if len(words) == 1:
        return connection.id == words[0]
    ends: list[End] = []
    for word in words:
        instance, port = sad.split(word)
        ends.append(End(instance.id, port))
    return [connection.uses, connection.provides] == ends
