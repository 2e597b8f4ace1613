"""What an experiment brings to the page.

A module of `orbweaver.sections` is a section if it has a constant `SECTION`; it is found by that
and needs to be named nowhere. What stands fixed before the measurement is text; what comes after it
is computed from the evidence, when the page is made.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pkgutil import iter_modules

from orbweaver.page.blocks import Block, Finding, SectionView
from orbweaver.page.chapters import ChapterName
from orbweaver.page.evidence import Evidence


@dataclass(frozen=True)
class Section:
    """One experiment.

    `answer` and `blocks` are only asked if `has_data` says that there is something to tell; by
    default that is a result of the experiment `name`.
    """

    name: str
    chapter: ChapterName
    order: int
    title: str
    question: str
    prediction: str
    method: str
    threats: tuple[str, ...]
    answer: Callable[[Evidence], Sequence[Finding]]
    blocks: Callable[[Evidence], Sequence[Block]]
    repeats: str = ""
    """what of the papers it repeats, as `tables 2 and 3, figures 7, 9 and 10`"""
    command: str = ""
    """what makes its data; `orbweaver lab run <name>` if not told"""
    has_data: Callable[[Evidence], bool] | None = field(default=None)

    def is_measured(self, evidence: Evidence) -> bool:
        """Whether there is anything to show."""
        if self.has_data is not None:
            return self.has_data(evidence)
        return bool(evidence.groups(self.name) or evidence.study(self.name))

    @property
    def how_to_run(self) -> str:
        """The command that fills it."""
        return self.command or f"orbweaver lab run {self.name}"

    def view(self, evidence: Evidence) -> SectionView:
        """Fill it."""
        return SectionView(
            name=self.name,
            title=self.title,
            question=self.question,
            prediction=self.prediction,
            method=self.method,
            threats=self.threats,
            answer=self.answer(evidence),
            blocks=self.blocks(evidence),
        )


def all_sections() -> list[Section]:
    """Every section there is, chapter by chapter is the caller's business; by order within."""
    import orbweaver.sections  # noqa: PLC0415

    modules = (
        import_module(found.name)
        for found in iter_modules(orbweaver.sections.__path__, "orbweaver.sections.")
    )
    found = [
        module.SECTION for module in modules if isinstance(getattr(module, "SECTION", 0), Section)
    ]
    return sorted(found, key=lambda section: section.order)
