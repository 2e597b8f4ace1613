# SPDX-License-Identifier: Apache-2.0
"""`orbweaver ior`: decode an object reference."""

import json
import sys
from dataclasses import asdict
from typing import Annotated, cast

import typer
from rich.text import Text

from orbweaver.cli.output import console
from orbweaver.ior.records import BadReference, CodeSets, Component, Profile, Reference
from orbweaver.ior.urls import read_reference
from orbweaver.problems import BadInput


def ior(
    reference: Annotated[
        str,
        typer.Argument(
            metavar="STRING",
            help="IOR:…, corbaloc:…, corbaname:… or file://PATH; - reads standard input.",
        ),
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for a program.")] = False,
) -> None:
    """Decode an object reference: its type, and every way to reach the object.

    Examples:

        orbweaver ior corbaloc:iiop:1.2@radio:2809/NameService

        orbweaver ior IOR:010000001700000049444c3a…

        orbweaver ior file:///tmp/server.ior

        genior IDL:Lab/PacketSink:1.0 localhost 1234 key | orbweaver ior - --json
    """
    text = sys.stdin.readline(1 << 20) if reference == "-" else reference
    try:
        decoded = read_reference(text)
    except BadReference as problem:
        raise BadInput(str(problem)) from None
    if as_json:
        print(json.dumps(asdict(decoded) | {"nil": decoded.nil}, indent=1, default=_key))
    else:
        _show(decoded)
    if damages := decoded.damages():
        raise BadInput("the reference is damaged: " + _printable("; ".join(damages)))


def _key(value: object) -> str:
    assert isinstance(value, bytes)
    return value.hex()


def _show(reference: Reference) -> None:
    out = console()

    def line(text: str) -> None:
        out.print(Text(text), soft_wrap=True)

    if reference.form == "IOR":
        line(f"type id     {_printable(reference.type_id) or '(none)'}")
        line(f"byte order  {reference.byte_order} endian")
    if reference.form == "corbaname":
        line(f"name        {_printable(reference.name) or '(the naming service itself)'}")
        line("            a program asks this naming service for it:")
    if reference.nil:
        line("a nil reference: it refers to no object")
    if reference.bytes_behind:
        line(f"warning: {reference.bytes_behind} bytes come after the end of the reference; "
             "they were ignored")  # fmt: skip
    for index, profile in enumerate(reference.profiles, 1):
        line(f"profile {index}   {_describe(profile)}")
        for component in profile.components:
            line(f"            {_component(component)}")


def _describe(profile: Profile) -> str:
    where = f" {profile.version} at {profile.host} port {profile.port}" if profile.host else ""
    key = f", key {_key_text(profile.key)}" if profile.key else ""
    damaged = " (damaged)" if profile.damaged else ""
    return f"{profile.name}{damaged}{_printable(where)}{key}"


def _key_text(key: bytes) -> str:
    """A key that reads as text is shown as text, and as hex otherwise."""
    text = key.decode("ascii", "replace")
    return f'"{text}"' if text.isascii() and text.isprintable() else f"0x{key.hex()}"


def _component(component: Component) -> str:
    name = component.name + (" (damaged)" if component.damaged else "")
    return _printable(f"{name}: {_pairs(component.values)}")


def _pairs(values: dict[str, object]) -> str:
    return ", ".join(f"{name} {_value(value)}" for name, value in values.items())


def _value(value: object) -> str:
    if isinstance(value, CodeSets):
        return value.native + (f" (also {', '.join(value.conversion)})" if value.conversion else "")
    if isinstance(value, dict):
        return f"({_pairs(cast(dict[str, object], value))})"
    if isinstance(value, list):
        return " + ".join(_value(one) for one in cast(list[object], value)) or "none"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
