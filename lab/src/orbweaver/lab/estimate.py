"""How long a run takes, about: what a plan shows before it begins."""

from dataclasses import replace

from orbweaver.lab.entries import Entry
from orbweaver.lab.execute import Settings
from orbweaver.lab.experiments import Experiment, Point
from orbweaver.lab.floor import floor_ms
from orbweaver.studies.study import Study

START_SECONDS = {"jacorb": 2.3}
"""Of a virtual machine that has to warm up."""
STUDY_START_SECONDS, QUICK_STUDY_START_SECONDS = {"jacorb": 25.0}, {"jacorb": 10.0}
"""Of the pairs of machines of a study: both warm up before anything counts."""
USUAL_START_SECONDS = 0.1


def seconds_of(entry: Entry, orb: str, settings: Settings) -> float:
    """Of one run with all its points: the work itself, and the start and end of the programs."""
    if isinstance(entry, Study):
        if settings.quick:
            return entry.quick_seconds + QUICK_STUDY_START_SECONDS.get(orb, 0.0)
        return entry.seconds + STUDY_START_SECONDS.get(orb, 0.0)
    start = START_SECONDS.get(orb, USUAL_START_SECONDS)
    points = entry.points_of(orb) or (Point(),)
    return sum(start + _at_seconds(entry, point, orb, settings) for point in points)


def _at_seconds(experiment: Experiment, point: Point, orb: str, settings: Settings) -> float:
    mode = experiment.mode_of(orb, point)
    parallel = point.parallel or settings.parallel or experiment.parallel
    stages = point.stages or settings.stages
    one = replace(settings, stages=stages)
    floor = floor_ms(one.packets, stages, one.work_ms, one.work, one.processors,
                     experiment.pace_ms, max(1, parallel))  # fmt: skip
    if mode.messaging == "twoway" and not mode.worker:
        floor = max(floor, one.packets * stages * one.work_ms)  # one stage works at a time
    return floor / 1000
