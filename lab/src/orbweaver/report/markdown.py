# SPDX-License-Identifier: Apache-2.0
"""The page as Markdown: the same sections, with the values of each figure as a table."""

from collections.abc import Iterator, Sequence

from orbweaver.page.blocks import Block, Cell, Chart, Gap, Heading, SectionView, Table, flat
from orbweaver.report.build import ChapterView, Page


def markdown(page: Page) -> str:
    """The page as text."""
    return "\n".join(_lines(page)) + "\n"


def _lines(page: Page) -> Iterator[str]:
    yield f"# Orbweaver lab: {page.title}\n"
    yield "## Verdict\n"
    yield from (f"{number}. {text}" for number, text in enumerate(page.verdict, 1))
    for view in page.chapters:
        yield from _chapter(view)
    yield "\n## The machine\n"
    yield from (f"- {name}: {value}" for name, value in page.machine)
    yield "\n## How each peer is set\n"
    yield from (
        f"- {name}: by default: {setting.default} Here: {setting.chosen}"
        for name, setting in page.settings
    )
    yield "\n## Not run, and why\n"
    yield from (_gap(one) for one in page.missing)
    yield "\n## How the numbers are made\n"
    yield from (f"- {line}" for line in page.methods)


def _chapter(view: ChapterView) -> Iterator[str]:
    yield f"\n## {view.chapter.title}\n\n*{view.chapter.source}*"
    if not view.sections:
        yield f"\nNo result: {', '.join(view.experiments)}."
    for section, filled in view.sections:
        yield from _section(filled, section.repeats)


def _section(filled: SectionView, repeats: str) -> Iterator[str]:
    yield f"\n### {filled.name}{f' ({filled.alias})' if filled.alias else ''}: {filled.title}\n"
    if repeats:
        yield f"*Repeats {repeats}.*\n"
    yield f"- **Question:** {filled.question}"
    yield f"- **Prediction:** {filled.prediction}"
    yield f"- **Method:** {filled.method}"
    yield "- **Answer:**"
    for finding in filled.answer:
        contestant = f"{finding.contestant}. " if finding.contestant else ""
        yield f"  - {finding.status}: {contestant}{finding.text}"
    yield from (f"- **Decided by:** {rule}" for rule in filled.rules)
    for block in flat(filled.blocks):
        yield from _block(block)
    yield "\nThreats to validity:\n"
    yield from (f"- {threat}" for threat in filled.threats)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Table():
            yield from _table(block, block.title)
        case Chart():
            yield from _table(block.values, block.title)
            if block.note:
                yield f"\n{block.note}"
        case Gap():
            yield f"\n{_gap(block)}"
        case Heading():
            yield f"\n#### {block.text}"
        case _:
            raise TypeError(f"no Markdown for {type(block).__name__}")


def _gap(gap: Gap) -> str:
    return f"- **{gap.what}**: {gap.why}."


def _table(table: Table, title: str) -> Iterator[str]:
    yield f"\n**{title}**\n"
    yield _row([table.corner, *table.columns])
    yield _row(["---", *("---:" for _ in table.columns)])
    for group in table.groups:
        if group.title:
            yield _row([f"*{group.title}*", *("" for _ in table.columns)])
        for row in group.rows:
            yield _row([row.head, *(_cell(cell) for cell in row.cells)])
    if table.note:
        yield f"\n{table.note}"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _cell(cell: Cell) -> str:
    if cell is None:
        return ""
    if isinstance(cell, str):
        return cell
    parts = [cell.text, cell.remark and f"({cell.remark})", cell.interval and f"[{cell.interval}]"]
    return " ".join(part for part in parts if part)
