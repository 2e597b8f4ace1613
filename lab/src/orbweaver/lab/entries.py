"""Everything that `lab run` can run: the experiments on pipelines, and the studies."""

from collections.abc import Iterable, Sequence

from orbweaver.lab.execute import ORBS, Settings, check_orb
from orbweaver.lab.experiments import EXPERIMENTS, Experiment
from orbweaver.problems import BadInput
from orbweaver.studies.find import all_studies
from orbweaver.studies.study import Study

Entry = Experiment | Study


def all_entries() -> dict[str, Entry]:
    """By name, in the order of the papers."""
    return {**EXPERIMENTS, **all_studies()}


def entries(names: Iterable[str]) -> list[Entry]:
    """Those that are named, each once; a BadInput names what is unknown."""
    known = all_entries()
    wanted = list(dict.fromkeys(names))
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise BadInput(
            f"unknown experiment '{unknown[0]}'; known are {', '.join(known)} (orbweaver lab list)"
        )
    return [known[name] for name in wanted]


def orbs_of(entry: Entry) -> tuple[str, ...]:
    """The ORBs that can take part."""
    return ORBS if isinstance(entry, Experiment) and entry.tables else entry.orbs


def orbs_for(entry: Entry, asked: Sequence[str] | None) -> list[str]:
    """Those of the ORBs asked for that can take part.

    Nobody asked for any: ours, or all that take part where ours does not.
    """
    able = orbs_of(entry)
    if asked is None:
        return ["orbweaver"] if "orbweaver" in able else list(able)
    return [orb for orb in asked if orb in able]


def absent_of(entry: Entry, asked: Sequence[str] | None) -> list[str]:
    """Those of the ORBs asked for that never can take part, and of which the study says why."""
    return [orb for orb in asked or () if isinstance(entry, Study) and orb in entry.absent]


def check_orbs(found: Sequence[Entry], asked: Sequence[str] | None, settings: Settings) -> None:
    """Refuse before anything runs what cannot run; a BadInput says how to mend it.

    Who never can take part in one of several is left out of that one alone.
    """
    known = dict.fromkeys([*ORBS, *(orb for entry in found for orb in orbs_of(entry))])
    for orb in asked or ():
        if orb not in known:
            raise BadInput(f"unknown ORB '{orb}'; known are {', '.join(known)}")
    some_run = any(orbs_for(entry, asked) for entry in found)
    for entry in found:
        orbs, absent = orbs_for(entry, asked), absent_of(entry, asked)
        if absent and not some_run:
            raise BadInput(f"{why_not(entry, absent[0], settings)}")
        if not orbs and not absent:
            raise BadInput(f"{entry.name} runs with {', '.join(orbs_of(entry))} only: "
                           f"leave it out, or name one of them with --orb")  # fmt: skip
        for orb in orbs:
            reason = why_not(entry, orb, settings)
            if reason:
                raise BadInput(reason)


def why_not(entry: Entry, orb: str, settings: Settings) -> str | None:
    """Why an entry cannot run here with an ORB, and how to mend it; None: it can."""
    if isinstance(entry, Study):
        reason = entry.absent.get(orb) or entry.check(orb, settings)
        return f"{entry.name} with {orb}: {reason}" if reason else None
    try:
        check_orb(orb, settings)
    except BadInput as problem:
        return str(problem)
    return None
