"""The ADS-B receiver: a source without a recording reads a generated one."""

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from orbweaver.deployment.request import DomainRequest
from orbweaver.waveform.adsb_source import INPUT, source_without_input
from orbweaver.waveform.recording import recording


@contextmanager
def supplied(request: DomainRequest) -> Generator[DomainRequest]:
    """The request, with a recording for the source that has none."""
    source = source_without_input(request.sad, request.settings)
    if source is None:
        yield request
        return
    with recording(None, request.bin) as generated:
        given = [*request.settings, f"{source}.{INPUT}={generated.path}"]
        yield replace(request, settings=given)
