"""What the options of `orbweaver run` mean for a SAD; which of them belong to one kind alone."""

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
OF_ADSB = {
    "input_file": "--input",
    "packet_samples": "--packet-samples",
    "pace": "--pace",
    "output_format": "--format",
}
OF_SAD = {
    "settings": "--set",
    "root": "--root",
    "placement": "--placement",
    "seconds": "--seconds",
    "debug": "--debug",
    "debugger": "--debugger",
}


def _given(context: typer.Context) -> dict[str, object]:
    """Options that stand on the command line, by the names of their parameters."""
    return {
        name: value
        for name, value in context.params.items()
        if (source := context.get_parameter_source(name)) and source.name == "COMMANDLINE"
    }


def refuse_sad_options(context: typer.Context) -> None:
    """Raises BadInput for options that only a SAD has."""
    for name in _given(context):
        if name in OF_SAD:
            raise BadInput(f"{OF_SAD[name]} is for an application: name its X.sad.xml")


def sad_settings(context: typer.Context) -> list[str]:
    """Values of properties. Raises BadInput for options that only the ADS-B receiver has."""
    given = _given(context)
    for name in given:
        if name in OF_ADSB:
            raise BadInput(
                f"{OF_ADSB[name]} is the ADS-B receiver's; of a SAD, set the component's property: "
                "--set COMPONENT.PROPERTY=VALUE"
            )
    if given.get("messaging") == "all":
        raise BadInput("--messaging all compares modes of the ADS-B receiver; of a SAD, name one")
    return [
        f"*.{PROPERTIES[name]}={_text(value)}"
        for name, value in given.items()
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
