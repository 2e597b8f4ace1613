# SPDX-License-Identifier: Apache-2.0
"""What the options of `orbweaver run` mean for the components of a SAD."""

from collections.abc import Callable
from typing import cast

import typer

from orbweaver.deployment.request import Placement
from orbweaver.problems import BadInput

PROPERTIES = {
    "messaging": "messaging",
    "sync": "sync",
    "depth": "queue_depth",
    "call_timeout_ms": "call_timeout_ms",
    "explain": "explain",
    "parallel": "parallel",
}
"""Options that are properties of the components."""
OF_ORB = {
    "transport": "transport",
    "threads": "threads",
    "depth": "laneDepth",
    "collocation": "collocation",
    "orb_trace": "trace",
}
"""Options of the components' ORBs."""
OF_BEFORE = {"input_file", "packet_samples", "pace", "output_format"}
"""Options that `bench receiver` has now."""


def _given(context: typer.Context) -> dict[str, object]:
    """Options that stand on the command line, by the names of their parameters."""
    return {
        name: value
        for name, value in context.params.items()
        if (source := context.get_parameter_source(name)) and source.name == "COMMANDLINE"
    }


def is_of_before(context: typer.Context, default: Callable[[], str]) -> bool:
    """Whether the options are those of `bench receiver`, which was `run` of one waveform until 0.2.

    Raises BadInput: another one than the default is named.
    """
    given = _given(context)
    is_of_receiver = not OF_BEFORE.isdisjoint(given) or given.get("messaging") == "all"
    named = given.get("waveform")
    if is_of_receiver and named is not None and named != default():
        raise BadInput(
            "--input, --packet-samples, --pace, --format and --messaging all are options of "
            "`bench receiver`; of a waveform, set the component's property: "
            "--set COMPONENT.PROPERTY=VALUE"
        )
    return is_of_receiver


def given_words(context: typer.Context) -> list[str]:
    """The options that stand on the command line, as words."""
    words: list[str] = []
    for option in context.command.params:
        source = context.get_parameter_source(option.name or "")
        is_given = source is not None and source.name == "COMMANDLINE"
        if not is_given or option.param_type_name != "option":
            continue
        value = context.params[option.name or ""]
        words += [option.opts[0]] if value is True else [option.opts[0], str(value)]
    return words


def sad_settings(context: typer.Context) -> list[str]:
    """Values of properties."""
    return [
        f"*.{PROPERTIES[name]}={_text(value)}"
        for name, value in _given(context).items()
        if name in PROPERTIES
    ]


def sad_orb_options(context: typer.Context) -> list[str]:
    """Options of each component's ORB."""
    given = _given(context)
    return [
        f"{OF_ORB[name]}={value}"
        for name, value in given.items()
        if name in OF_ORB and (name, value) not in (("transport", "auto"), ("transport", "inproc"))
    ]


def sad_placement(context: typer.Context) -> Placement:
    """Where components live; --processes and --transport inproc say it in the lab's words."""
    given = _given(context)
    if "placement" in given:
        return cast(Placement, given["placement"])
    if given.get("processes") == "collocated" or given.get("transport") == "inproc":
        return "together"
    return "separate" if given.get("processes") == "separate" else "as-sad"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
