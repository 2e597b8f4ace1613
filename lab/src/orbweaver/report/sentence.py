# SPDX-License-Identifier: Apache-2.0
"""One sentence about an experiment, as the terminal shows it."""

from orbweaver.experiments.find import shown
from orbweaver.page.sentence import experiment_words
from orbweaver.results.measured import Measured


def experiment_sentence(measured: Measured) -> str:
    """The experiment, and what its numbers mean."""
    return f"{shown(measured.first.experiment)}: {experiment_words(measured)}."
