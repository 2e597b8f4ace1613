"""What is known of the waveforms that come with Orbweaver, beyond what their SADs say.

Each module here is about one of them. It may have these functions; what runs a SAD calls those of
every module, and knows none by name:

`supplied(request)`        a context: the request, with what the waveform needs and was not given
`verdict(run, request)`    what the run was worth beside the reference; None: it is another waveform
"""

from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from orbweaver.deployment.request import DomainRequest
from orbweaver.model.application import ApplicationRun
from orbweaver.waveform.verdict import Verdict


def _modules() -> list[ModuleType]:
    return [import_module(f"{__name__}.{found.name}") for found in iter_modules(__path__)]


@contextmanager
def supplied(request: DomainRequest) -> Generator[DomainRequest]:
    """The request, with what known waveforms need and were not given."""
    with ExitStack() as stack:
        for module in _modules():
            if hasattr(module, "supplied"):
                request = stack.enter_context(module.supplied(request))
        yield request


def verdicts(run: ApplicationRun, request: DomainRequest) -> Iterator[Verdict]:
    """What the run was worth. Raises a Problem: it cannot be compared."""
    for module in _modules():
        found = module.verdict(run, request) if hasattr(module, "verdict") else None
        if found is not None:
            yield found
