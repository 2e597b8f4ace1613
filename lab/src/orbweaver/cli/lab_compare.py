# SPDX-License-Identifier: Apache-2.0
"""`orbweaver lab compare`: what changed beyond noise between two folders of results."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table
from rich.text import Text

from orbweaver.cli.options import Json
from orbweaver.cli.output import STDOUT, check_writable, console, write_json
from orbweaver.compare.changes import LEVEL, Change, Comparison, compare, smallest_repeats
from orbweaver.experiments.find import shown
from orbweaver.model.peer import title_of
from orbweaver.problems import BadInput
from orbweaver.results.load import Results, load
from orbweaver.stats import Estimate


def compare_folders(
    a: Annotated[Path, typer.Argument(metavar="A", help="Results from before, or of one machine.")],
    b: Annotated[
        Path | None, typer.Argument(metavar="B", help="Results from after, or of the other.")
    ] = None,
    orb: Annotated[
        str | None,
        typer.Option("--orb", metavar="ORB,ORB", help="The second peer against the first one."),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show what did not change too.")] = False,
    json_target: Json = None,
) -> None:
    """Say what changed from A to B beyond what repetitions differ by themselves.

    Repetitions of A and B that took turns are compared in pairs (Wilcoxon), others as two samples
    (Mann-Whitney). p says how often chance alone would do as much; "p of all" is the same for as
    many comparisons as there are of that quantity (Benjamini-Hochberg). "changed": p of all is at
    most 0.05. "perhaps": p alone is. The status is 0 whatever changed: this is a report, no gate.

    Examples:

        orbweaver lab compare before after

        orbweaver lab compare laptop board --all

        orbweaver lab compare before after --json -

        orbweaver lab compare results --orb omniorb,orbweaver
    """
    check_writable(json_target)
    orbs = _two_orbs(orb)
    if b is None and orbs is None:
        raise BadInput("give two folders, or one folder and --orb with two peers")
    results = load(a)
    other = results if b is None else load(b)
    for name, side in zip(orbs or (), (results, other), strict=False):
        _check_orb(name, side)
    found = compare(results, other, orbs)
    if not found.changes:
        raise BadInput(_nothing_in_common(found, orbs))
    human = console(to_stderr=json_target == STDOUT)
    _show(human, found, every, orbs)
    write_json(json_target, _json(found))


def _two_orbs(text: str | None) -> tuple[str, str] | None:
    if text is None:
        return None
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names) or names[0] == names[1]:
        raise BadInput(f"--orb takes two peers, for example orbweaver,omniorb, not '{text}'")
    return names[0], names[1]


def _check_orb(name: str, results: Results) -> None:
    there = sorted({run.orb for run in results.all_runs})
    if name not in there:
        raise BadInput(f"{results.folder} has no results of '{name}', but of {', '.join(there)}")


def _sides(found: Comparison, orbs: tuple[str, str] | None) -> tuple[str, str]:
    """What A and B are called: folders, or peers, or the peers of two folders."""
    folders = str(found.a.folder), str(found.b.folder)
    if orbs is None:
        return folders
    if folders[0] == folders[1]:
        return title_of(orbs[0]), title_of(orbs[1])
    first, second = zip(orbs, folders, strict=True)
    return f"{title_of(first[0])} in {first[1]}", f"{title_of(second[0])} in {second[1]}"


def _nothing_in_common(found: Comparison, orbs: tuple[str, str] | None) -> str:
    a, b = _sides(found, orbs)
    said = f"{a} (A) and {b} (B) have no experiment in common that was run alike: "
    if found.run_otherwise:
        more = len(found.run_otherwise) - 3
        return said + " | ".join(found.run_otherwise[:3]) + (f" | and {more} more" * (more > 0))
    return f"{said}A has {_list(found.only_a)}; B has {_list(found.only_b)}"


def _list(names: Sequence[str]) -> str:
    shown = ", ".join(names[:5]) or "nothing"
    return f"{shown} and {len(names) - 5} more" if len(names) > 5 else shown


def _show(human: Console, found: Comparison, every: bool, orbs: tuple[str, str] | None) -> None:
    shown = [c for c in found.changes if every or c.verdict in ("changed", "perhaps")]
    if shown:
        a, b = _sides(found, orbs)
        human.print(_table(shown, f"{b} (B) against {a} (A)"))
    for line in (
        *(f"not run alike: {text}" for text in found.run_otherwise),
        *(f"differs: {text}" for text in found.origins),
        *_broken(found),
        *_only(found),
        *(f"older, left out: {name}" for name in found.older),
    ):
        human.print(Text(line), soft_wrap=True)
    if any(change.test == "unpaired" for change in found.changes):
        human.print(
            "A and B did not take turns: what else the machine did meanwhile counts as a change.",
            soft_wrap=True,
        )
    human.print(Text(_sentence(found.changes)), soft_wrap=True)


def _table(changes: Sequence[Change], title: str) -> Table:
    table = Table(title=title, title_justify="left")
    table.add_column("experiment", overflow="fold")
    table.add_column("quantity", overflow="fold")
    for heading in ("A", "B", "B ÷ A", "from … to", "effect", "p", "p of all", "test", "verdict"):
        table.add_column(heading, justify="right")
    for one in changes:
        table.add_row(*(Text(cell) for cell in _cells(one)))
    return table


def _cells(one: Change) -> list[str]:
    point = f", {one.point}" if one.point else ""
    ratio = f"{one.ratio.value:.3f}" if one.ratio else ""
    span = f"{one.ratio.low:.3f} … {one.ratio.high:.3f}" if one.ratio else ""
    return [
        f"{shown(one.experiment)} {one.label}{point}",
        f"{one.quantity}, {one.unit}",
        _value(one.a),
        _value(one.b),
        ratio,
        span,
        f"{one.effect:+.2f}",
        f"{one.p:.3f}" if one.can_tell else "",
        f"{one.p_all:.3f}" if one.can_tell else "",
        f"{one.test}, {one.a.count} and {one.b.count}",
        one.verdict,
    ]


def _value(estimate: Estimate) -> str:
    return f"{estimate.value:,.4g}" if estimate.value < 1000 else f"{estimate.value:,.0f}"


def _broken(found: Comparison) -> list[str]:
    return [f"left out: {one}" for side in (found.a, found.b) for one in side.broken]


def _only(found: Comparison) -> list[str]:
    sides = (("A", found.only_a), ("B", found.only_b))
    return [f"only in {side}: {_list(names)}" for side, names in sides if names]


def _sentence(changes: Sequence[Change]) -> str:
    counts = {verdict: sum(c.verdict == verdict for c in changes)
              for verdict in ("changed", "perhaps", "no change seen", "too few")}  # fmt: skip
    judged = len(changes) - counts["too few"]
    parts: list[str] = []
    if judged:
        chance = f" (about {100 * LEVEL:.0f} % of these by chance)" if counts["changed"] else ""
        parts.append(
            f"Of {judged} comparisons {counts['changed']} changed beyond noise{chance}, "
            f"{counts['perhaps']} perhaps (more repetitions would tell), and "
            f"{counts['no change seen']} show no change."
        )
    if counts["too few"]:
        parts.append(
            f"Of {counts['too few']} nothing can be said: so few repetitions can show no change; "
            f"take at least {smallest_repeats()} of each, 7 better."
        )
    return " ".join(parts)


def _json(found: Comparison) -> str:
    document = {
        "schema": "orbweaver-compare/1",
        "a": str(found.a.folder),
        "b": str(found.b.folder),
        "level": LEVEL,
        "changes": [asdict(change) for change in found.changes],
        "only_a": list(found.only_a),
        "only_b": list(found.only_b),
        "run_otherwise": list(found.run_otherwise),
        "differs": list(found.origins),
        "older": list(found.older),
        "broken": [str(one) for side in (found.a, found.b) for one in side.broken],
    }
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"
