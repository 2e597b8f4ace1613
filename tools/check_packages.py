# SPDX-License-Identifier: Apache-2.0
"""Refuse a Python import that points up or sideways: lab/packages.toml is the table, this is its
guard. `tools/check_rooms.py` calls it.
"""

import ast
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

TABLE = "lab/packages.toml"
SOURCES = "lab/src/orbweaver"
PROJECT = "orbweaver"
WITHOUT_RULES = ("__init__", "__main__")


@dataclass(frozen=True)
class Packages:
    """The table: what each package may import, and whose folders stay apart."""

    may_import: dict[str, list[str]]
    apart: frozenset[str]

    def why_not(self, package: str, target: str) -> str | None:
        """Why a package must not import another one; None: it may."""
        if target == package or target in self.may_import[package]:
            return None
        order = list(self.may_import)
        if target in order and order.index(target) > order.index(package):
            return f"{target} stands above {package}"
        return f"{package} may import {', '.join(self.may_import[package]) or 'nothing'}"


def wrong_packages(root: Path) -> list[str]:
    """A line for each wrong row of the table and each wrong import; no table: nothing is wrong."""
    if not (root / TABLE).is_file():
        return []
    table = tomllib.loads((root / TABLE).read_text("utf-8"))
    apart = frozenset(name for name, holds in table.get("apart", {}).items() if holds)
    packages = Packages(table["packages"], apart)
    found = _wrong_rows(packages)
    for path in sorted((root / SOURCES).rglob("*.py")):
        found += _wrong_imports(root, path, packages)
    return found


def _wrong_rows(packages: Packages) -> list[str]:
    """A package may list only those before it in the file, so that no two can form a ring."""
    found: list[str] = []
    before: set[str] = set()
    for name, listed in packages.may_import.items():
        found += [
            f"{TABLE}: {name} must not list {used}, which does not stand before it"
            for used in listed
            if used not in before
        ]
        before.add(name)
    return found


def _wrong_imports(root: Path, path: Path, packages: Packages) -> list[str]:
    inside = path.relative_to(root / SOURCES)
    where, package = path.relative_to(root), inside.parts[0].removesuffix(".py")
    if package in WITHOUT_RULES:
        return []
    if package not in packages.may_import:
        return [f"{where}: {TABLE} has no package {package}"]
    found: list[str] = []
    for line, parts in _imports(path):
        reason = packages.why_not(package, parts[0])
        if package in packages.apart and _is_neighbour(root, inside, parts):
            reason = f"the folders of {package} import nothing of each other"
        if reason:
            found.append(f"{where}:{line}: imports {'.'.join((PROJECT, *parts))}: {reason}")
    return found


def _is_neighbour(root: Path, inside: Path, parts: tuple[str, ...]) -> bool:
    """Whether it imports another folder of its package."""
    if len(inside.parts) < 3 or len(parts) < 2 or parts[0] != inside.parts[0]:
        return False
    return parts[1] != inside.parts[1] and (root / SOURCES / parts[0] / parts[1]).is_dir()


def _imports(path: Path) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Line, and the names below `orbweaver`, of each import; those inside functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if not isinstance(node, ast.Import | ast.ImportFrom):
            continue
        for name in dict.fromkeys(_names(node)):
            root, *parts = name.split(".")
            if root == PROJECT and parts and not parts[0].startswith("__"):
                yield node.lineno, tuple(parts)


def _names(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    # A relative import (`from . import x`) stays in its package, or ruff refuses it.
    return [f"{node.module}.{alias.name}" for alias in node.names if node.level == 0]
