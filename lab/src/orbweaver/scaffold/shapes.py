# SPDX-License-Identifier: Apache-2.0
"""The shape of a new component: its data ports, as `--in iq:complexFloat` says them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from orbweaver.problems import BadInput
from orbweaver.scaffold.names import Names

Family = Literal["real", "pair"]

_REAL = {
    "realChar": "char", "realShort": "std::int16_t", "realLong": "std::int32_t",
    "realFloat": "float", "realDouble": "double",
}  # fmt: skip
_PAIR = {
    "complexChar": "char", "complexShort": "std::int16_t", "complexLong": "std::int32_t",
    "complexFloat": "float", "complexDouble": "double", "stereoSound": "std::int16_t",
}  # fmt: skip
_STREAM = {
    "OctetStream": "std::uint8_t", "UshortStream": "std::uint16_t",
    "FlowOctetStream": "std::uint8_t", "FlowUshortStream": "std::uint16_t",
}  # fmt: skip
SAMPLES = _REAL | _PAIR | _STREAM
"""Each data interface, and the C++ type of its samples."""
USUAL = "realFloat"
_INPUTS_OF_TEST = (1, 2, 3)


@dataclass(frozen=True)
class Port:
    """One data port."""

    name: str
    interface: str
    is_input: bool

    @property
    def alias(self) -> str:
        """The name of its type: IqIn, AudioOut."""
        words = "".join(part[:1].upper() + part[1:] for part in self.name.split("_"))
        ending = "In" if self.is_input else "Out"
        return words if words.endswith(ending) else words + ending

    @property
    def scoped(self) -> str:
        """The interface in C++."""
        # A component may be called packet: its class would hide the module.
        module = "::Packet" if self.interface in _STREAM else "standardInterfaces"
        return f"{module}::{self.interface}"

    @property
    def sample(self) -> str:
        """The C++ type of a sample."""
        return SAMPLES[self.interface]

    @property
    def is_pair(self) -> bool:
        """Whether packets have I and Q."""
        return self.interface in _PAIR

    @property
    def is_whole(self) -> bool:
        """Whether samples are whole numbers."""
        return self.sample not in ("float", "double")


@dataclass(frozen=True)
class Shape:
    """The data ports of a component; without inputs it is a source, without outputs a sink."""

    inputs: tuple[Port, ...]
    outputs: tuple[Port, ...]

    @property
    def kind(self) -> str:
        """What the templates tell apart."""
        if not self.inputs:
            return "source"
        return "stage" if self.outputs else "sink"

    @property
    def rounds(self) -> bool:
        """Whether it makes whole numbers."""
        return any(output.is_whole for output in self.outputs)


def shape_of(
    inputs: Sequence[str], outputs: Sequence[str], *, is_source: bool, is_sink: bool, names: Names
) -> Shape:
    """Reads the options. Without any, the component has one input and one output.

    Raises BadInput for what contradicts itself, for names and for interfaces that are none.
    """
    if is_source and is_sink:
        raise BadInput("--source and --sink: a component without ports does nothing; leave one out")
    if is_source and inputs:
        raise BadInput("--source has no input: leave --in or --source out")
    if is_sink and outputs:
        raise BadInput("--sink has no output: leave --out or --sink out")
    ins = [] if is_source else inputs or [f"samples_in:{USUAL}"]
    outs = [] if is_sink else outputs or [f"samples_out:{USUAL}"]
    shape = Shape(
        tuple(_port(entry, True) for entry in ins), tuple(_port(out, False) for out in outs)
    )
    _check_names(shape, names)
    return shape


def _port(text: str, is_input: bool) -> Port:
    option = "--in" if is_input else "--out"
    name, colon, interface = text.partition(":")
    interface = re.sub(r"^.*(::|/|\.)", "", interface) if colon else USUAL
    if not re.fullmatch(r"[A-Za-z](_?[A-Za-z0-9])*", name):
        raise BadInput(
            f"{option} {text}: {name!r} is no name for a port: letters, digits and single _, a "
            f"letter first; e.g. {option} iq:{USUAL}"
        )
    if interface not in SAMPLES:
        raise BadInput(
            f"{option} {text}: there is no interface {interface!r} of samples; there are: "
            f"{', '.join(SAMPLES)}"
        )
    return Port(name, interface, is_input)


def _check_names(shape: Shape, names: Names) -> None:
    by_alias: dict[str, Port] = {}
    for port in (*shape.inputs, *shape.outputs):
        for other in by_alias.values():
            if other.name == port.name:
                raise BadInput(f"two ports have the name {port.name}: give each its own")
        if port.alias in by_alias:
            other = by_alias[port.alias]
            raise BadInput(
                f"the ports {other.name} and {port.name} would both be {port.alias} in C++: "
                "rename one"
            )
        if port.alias in (names.class_name, f"{names.class_name}Settings"):
            raise BadInput(
                f"the port {port.name} would be {port.alias} in C++, as the component: rename it"
            )
        by_alias[port.alias] = port


WIDTH = 100


def headers(shape: Shape) -> list[str]:
    """What the code of the shape includes, in order."""
    needed: set[str] = set()
    if shape.rounds:
        needed |= {"algorithm", "cmath", "cstdint", "limits"}
    if shape.kind == "source":
        needed |= {"cmath", "cstdint", "numbers"}
    if shape.kind == "sink":
        needed |= {"cstdint", "nlohmann/json.hpp"}
    elif any(a.is_pair and not b.is_pair for a in shape.inputs for b in shape.outputs):
        needed |= {"algorithm", "cmath", "cstddef"}
    return sorted(needed)


def class_head(name: str, shape: Shape, control: object | None) -> list[str]:
    """`class Gain final : public component::StreamComponent<...> {`, in lines of WIDTH."""
    parts = [port.alias for port in (*shape.inputs, *shape.outputs)]
    parts += ["Control"] if control else []
    parts += [f"component::Settings<{name}Settings>"]
    bases = f"component::StreamComponent<{', '.join(parts)}> {{"
    if len(name) + len(bases) + len("class  final : public ") <= WIDTH:
        return [f"class {name} final : public {bases}"]
    if len(bases) + len("    : public ") <= WIDTH:
        return [f"class {name} final", f"    : public {bases}"]
    lines = [f"class {name} final : public component::StreamComponent<"]
    indent = " " * len(lines[0])
    for i, part in enumerate(parts):
        word = part + ("," if i + 1 < len(parts) else "> {")
        fits = len(lines[-1]) + 1 + len(word) <= WIDTH
        lines[-1:] = (
            [f"{lines[-1]}{' ' if i else ''}{word}"] if fits else [lines[-1], indent + word]
        )
    return lines


def commands_before_try(shape: Shape) -> str:
    """What makes the files that go in: 4000 bytes are whole samples of each interface."""
    files = " ".join(f"{port.name}.raw" for port in shape.inputs)
    return f"head -c 4000 /dev/zero | tee {files} > /dev/null   # silence\n" if files else ""


def words_of_try(shape: Shape) -> str:
    """Options of `orbweaver try` for a first look."""
    if not shape.inputs:
        return "--set packets=3"
    words = [f"--input {port.name}={port.name}.raw" for port in shape.inputs]
    words += [f"--output {port.name}={port.name}.raw" for port in shape.outputs]
    return " ".join(words)


# ---- values of the written test: what goes in, and what comes out at a gain of 2 ----


def _listed(values: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, values)) + "}"


def packet_in(port: Port) -> str:
    """A packet as C++ writes it."""
    if port.is_pair:
        return "{.I = {3, 0, 1}, .Q = {4, 2, 0}}"
    return _listed(_INPUTS_OF_TEST)


def packet_out(source: Port, port: Port) -> tuple[str, ...]:
    """The samples, or I and Q, that `port` sends for packet_in(source)."""
    if not port.is_pair:
        return (_listed((10, 4, 2) if source.is_pair else (2, 4, 6)),)
    if source.is_pair:
        return _listed((6, 0, 2)), _listed((8, 4, 0))
    return _listed((2, 4, 6)), _listed((0, 0, 0))


def power(shape: Shape) -> str:
    """The mean square of what packet_in() has, over all inputs."""
    squares = sum(30 if port.is_pair else 14 for port in shape.inputs)
    return f"{squares} / {3.0 * len(shape.inputs)}"
