# SPDX-License-Identifier: Apache-2.0
"""The three files of an IDL file: their names, their content, and writing all or none."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from typing import Any

from cpp11 import (
    emit_async,
    emit_codec,
    emit_copies,
    emit_reference,
    emit_skeleton,
    emit_stub,
    emit_typecode,
    emit_types,
    emit_value,
    standard,
    walk,
)
from cpp11 import model as m
from cpp11.lines import Lines, in_namespaces, namespaces_of, separated
from cpp11.names import OBV, local
from cpp11.options import Options
from cpp11.passing import Passing


@dataclass(frozen=True)
class _Unit:
    """How one IDL file is called in C++."""

    stem: str  # "orbweaver/generated/lab/echo"
    idl: str  # "lab/echo.idl"
    angled: bool

    def include(self, ending: str) -> str:
        name = f"{self.stem}{ending}"
        return f"#include <{name}>" if self.angled else f'#include "{name}"'


def generate(file: m.File, options: Options) -> dict[Path, str]:
    """The content of each file to write."""
    unit, included = _units(file, options)
    banner = f"// Generated from {unit.idl} by the Orbweaver IDL compiler. Do not edit."
    contents = {
        ".hpp": _header(file, included),
        "_poa.hpp": _skeleton_header(file, unit, included),
        ".cpp": _source(file, unit),
    }
    return {
        options.out / f"{unit.stem}{ending}": "\n".join([banner, *lines, ""])
        for ending, lines in contents.items()
    }


def write(contents: dict[Path, str]) -> None:
    """Writes all files, or none if one of them cannot be written. Raises OSError."""
    written: dict[Path, Path] = {}
    try:
        for path, content in contents.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            written[path] = path.with_name(f".{path.name}.{os.getpid()}")
            written[path].write_text(content, **_TEXT)
        for path, temporary in written.items():
            temporary.replace(path)
    finally:
        for temporary in written.values():
            temporary.unlink(missing_ok=True)


def write_dependencies(preprocessed: Path, outputs: Iterable[Path]) -> None:
    """Gives the preprocessor's dependency file the targets that the build knows."""
    _, _, sources = preprocessed.read_text(**_TEXT).partition(":")
    targets = " ".join(str(path).replace(" ", "\\ ") for path in outputs)
    preprocessed.write_text(f"{targets}:{sources}", **_TEXT)


_TEXT: Any = {"encoding": "utf-8", "errors": "surrogateescape"}
"""Of what holds names of files, which need not be ASCII."""


def _units(file: m.File, options: Options) -> tuple[_Unit, list[_Unit]]:
    main = Path(file.path).resolve()
    roots = options.roots or [main.parent]
    included = [path for path in file.included if Path(path).name not in standard.FILES]
    places = found(included, [main.parent, *roots])
    names = [_below(places[path], roots) if path in places else Path(path) for path in included]
    return _unit(_below(main, roots), options), [_unit(name, options) for name in names]


def found(included: list[str], roots: list[Path]) -> dict[str, Path]:
    """The files behind `included`.

    The front end gives the path of an included file as #include spells it. So it is looked for
    where the preprocessor did: beside the main file, below the roots, and beside each file that
    was found. What only -I led to stays unfound; its headers are called as #include spells it.
    """
    folders, places = [*roots], dict[str, Path]()
    for _ in included:  # each round finds at least one more, or none is left to find
        for path in included:
            place = next((each / path for each in folders if (each / path).is_file()), None)
            if place and path not in places:
                places[path] = place.resolve()
                folders.append(places[path].parent)
    return places


def _below(path: Path, roots: list[Path]) -> Path:
    root = next((each for each in roots if path.is_relative_to(each)), path.parent)
    return path.relative_to(root)


def _unit(name: Path, options: Options) -> _Unit:
    stem = str(Path(options.prefix) / name.with_suffix(""))
    return _Unit(stem, str(name), bool(options.prefix))


# --- the header ---


def _header(file: m.File, included: list[_Unit]) -> Lines:
    includes = [
        *[unit.include(".hpp") for unit in included],
        "#include <orbweaver/cdr/codec.hpp>",
        "#include <orbweaver/corba/any.hpp>",
        *(["#include <orbweaver/corba/async.hpp>"] if _has_async(file) else []),
        "#include <orbweaver/corba/bounded.hpp>",
        *(["#include <orbweaver/corba/elements.hpp>"] if _has_views(file) else []),
        "#include <orbweaver/corba/exception.hpp>",
        *(["#include <orbweaver/corba/fixed.hpp>"] if "fixed" in file.needs else []),
        "#include <orbweaver/corba/native.hpp>",
        "#include <orbweaver/corba/object.hpp>",
        *(["#include <orbweaver/corba/orb_idl.hpp>"] if _uses_standard(file) else []),
        "#include <orbweaver/corba/union.hpp>",
        *(["#include <orbweaver/corba/value.hpp>"] if "value" in file.needs else []),
    ]
    standard = ["array", "concepts", "cstddef", "cstdint", "string", "utility", "vector"]
    ahead = walk.only_declared(file.declarations)
    local = [each for each in walk.interfaces(file.declarations) if each.is_local]
    codecs = [
        *[emit_reference.declared(*each) for each in walk.referred(file.declarations)],
        *[emit_reference.only_declared(*each) for each in ahead.items()],
        *[emit_value.traits(each) for each in walk.values(file.declarations)],
        *[emit_stub.nil_object(each) for each in local],
        *[emit_codec.declaration(each) for each in walk.encodable(file.declarations)],
    ]
    return [
        "#pragma once",
        *separated(
            [
                includes,
                [f"#include <{name}>" for name in standard],
                _by_module(file.declarations, _contents),
                separated(codecs),
                *[emit_async.traits(each) for each in walk.interfaces(file.declarations)],
                emit_typecode.traits(file.type_codes),
            ]
        ),
    ]


def _uses_standard(file: m.File) -> bool:
    return any(Path(path).name in standard.FILES for path in file.included)


def _has_async(file: m.File) -> bool:
    return any(each.is_async for each in walk.interfaces(file.declarations))


def _has_views(file: m.File) -> bool:
    return any(each.has_views for each in walk.remote_interfaces(file.declarations))


def _has_copies(file: m.File) -> bool:
    operations = [
        one for each in walk.remote_interfaces(file.declarations) for one in each.operations
    ]
    return any(map(emit_copies.are_needed, operations))


def _by_module(
    declarations: Iterable[m.Declaration],
    emit: Callable[[tuple[m.Declaration, ...]], Lines],
    scope: m.Scoped = (),
) -> Lines:
    """`emit` for each run of declarations that share a module, inside that module's namespace."""
    blocks: list[Lines] = []
    for is_module, run in groupby(declarations, lambda each: isinstance(each, m.Module)):
        together = tuple(run)
        if is_module:
            modules = (each for each in together if isinstance(each, m.Module))
            blocks += [_by_module(each.contents, emit, each.name) for each in modules]
        else:
            blocks.append(in_namespaces(namespaces_of(scope), emit(together)))
    return separated(blocks)


def _contents(declarations: tuple[m.Declaration, ...]) -> Lines:
    """Declarations of one scope. In a module also what writes its types to streams."""
    in_module = len(declarations[0].name) > 1
    writes = any(isinstance(each, _WRITTEN) for each in declarations)
    stream = ["using orbweaver::corba::operator<<;"] if in_module and writes else []
    return separated([stream, _declarations(declarations)])


_WRITTEN = (m.Struct, m.Union, m.Enum, m.Exception_, m.Interface, m.ValueType, m.ValueBox)


def _declarations(declarations: tuple[m.Declaration, ...], in_class: bool = False) -> Lines:
    # Short declarations of a kind stand together, classes stand alone.
    blocks: list[Lines] = []
    for kind, run in groupby(declarations, type):
        emitted = [_declaration(each, in_class) for each in run]
        joined = kind in (m.Alias, m.Constant, m.Forward, m.Native, m.Enum)
        blocks += [[line for each in emitted for line in each]] if joined else emitted
    return separated(blocks)


def _declaration(each: m.Declaration, in_class: bool) -> Lines:
    return [*_class(each, in_class), *emit_typecode.declaration(each, in_class)]


def _class(each: m.Declaration, in_class: bool) -> Lines:
    match each:
        case m.Struct() | m.Union() | m.Enum():
            return emit_types.constructed(each, in_class)
        case m.Native():
            return emit_types.native(each)
        case m.Alias():
            return emit_types.alias(each)
        case m.Constant():
            return emit_types.constant(each, in_class)
        case m.Exception_():
            return emit_types.exception(each)
        case m.Forward():
            return [f"class {local(each.name)};"]
        case m.Interface():
            return emit_stub.declaration(each, _declarations(each.declarations, in_class=True))
        case m.ValueType():
            return emit_value.value(each, _declarations(each.declarations, in_class=True))
        case m.ValueBox():
            return emit_value.box(each)
        case m.Module():
            return []  # _by_module has opened it


# --- the skeletons' header ---


def _skeleton_header(file: m.File, unit: _Unit, included: list[_Unit]) -> Lines:
    includes = [
        unit.include(".hpp"),
        *[each.include("_poa.hpp") for each in included],
        "#include <orbweaver/corba/servant.hpp>",
    ]
    interfaces = list(walk.remote_interfaces(file.declarations))
    return [
        "#pragma once",
        *separated(
            [
                includes,
                ["#include <memory>", "#include <string_view>", "#include <utility>"],
                *_in_skeleton_namespaces(interfaces, _skeleton),
                *[emit_skeleton.traits(each) for each in interfaces],
            ]
        ),
    ]


def _skeleton(each: m.Interface, passing: Passing) -> Lines:
    tie = emit_skeleton.tie(each) if passing is Passing.VECTORS else []
    return separated([emit_skeleton.declaration(each, passing), tie])


def _in_skeleton_namespaces(
    interfaces: list[m.Interface], emit: Callable[[m.Interface, Passing], Lines]
) -> list[Lines]:
    viewed = [each for each in interfaces if each.has_views]
    return [
        in_namespaces(
            [*namespaces_of(scope), passing.skeletons],
            separated([emit(each, passing) for each in run]),
        )
        for passing, each_of in ((Passing.VECTORS, interfaces), (Passing.VIEWS, viewed))
        for scope, run in groupby(each_of, lambda each: each.name[:-1])
    ]


# --- the source ---


def _source(file: m.File, unit: _Unit) -> Lines:
    includes = [unit.include(".hpp"), unit.include("_poa.hpp")]
    interfaces = list(walk.remote_interfaces(file.declarations))
    exceptions = [
        each for each in walk.encodable(file.declarations) if isinstance(each, m.Exception_)
    ]
    referred = walk.referred(file.declarations)
    stubs = [
        in_namespaces(
            namespaces_of(scope), separated([emit_stub.definitions(each) for each in run])
        )
        for scope, run in groupby(interfaces, lambda each: each.name[:-1])
    ]
    return separated(
        [
            includes,
            [
                *(["#include <orbweaver/corba/pass.hpp>"] if _has_views(file) else []),
                "#include <orbweaver/corba/stub.hpp>",
                *(["#include <orbweaver/corba/value_copy.hpp>"] if _has_copies(file) else []),
            ],
            _codecs(file),
            [line for each in referred for line in emit_reference.defined(*each)],
            separated([emit_types.exception_definitions(each) for each in exceptions]),
            emit_typecode.definitions(file.type_codes),
            *_states(file),
            *stubs,
            *_in_skeleton_namespaces(interfaces, emit_skeleton.definitions),
        ]
    )


def _states(file: m.File) -> list[Lines]:
    values = [each for each in walk.values(file.declarations) if isinstance(each, m.ValueType)]
    return [
        in_namespaces([*namespaces_of(each.name[:-1]), OBV], emit_value.definitions(each))
        for each in values
        if not each.is_abstract
    ]


def _codecs(file: m.File) -> Lines:
    aggregates = (
        each for each in walk.encodable(file.declarations) if not isinstance(each, m.Enum)
    )
    definitions = separated([emit_codec.definition(each) for each in aggregates])
    return in_namespaces(["orbweaver", "cdr"], definitions)
