"""`orbweaver ior`: decode an object reference."""

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer
from rich.text import Text

from orbweaver.cli.output import console
from orbweaver.ior.decode import BadReference, CodeSets, Component, Profile, Reference
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

        orbweaver ior IOR:010000001700000049444c3a…

        orbweaver ior corbaloc:iiop:1.2@radio:2809/NameService

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
    return f"{profile.name}{_printable(where)}{key}"


def _key_text(key: bytes) -> str:
    """A key that reads as text is shown as text, and as hex otherwise."""
    text = key.decode("ascii", "replace")
    return f'"{text}"' if text.isascii() and text.isprintable() else f"0x{key.hex()}"


def _component(component: Component) -> str:
    values = ", ".join(f"{name} {_value(value)}" for name, value in component.values.items())
    return _printable(f"{component.name}: {values}")


def _value(value: object) -> str:
    if not isinstance(value, CodeSets):
        return str(value)
    return value.native + (f" (also {', '.join(value.conversion)})" if value.conversion else "")


def _printable(text: str) -> str:
    return "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in text)
