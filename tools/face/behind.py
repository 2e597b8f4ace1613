# SPDX-License-Identifier: Apache-2.0
"""What users reach through the face, in headers that are not of it: types of members and arguments.

The list and the pages have these declarations. All else of their headers may change at any time.
"""

import re
from collections.abc import Iterator

# By header: what stands directly in a namespace.
BEHIND: dict[str, tuple[str, ...]] = {
    "orb/base/include/orbweaver/base/histogram.hpp": ("Summary",),
    "orb/dispatch/include/orbweaver/dispatch/sequencer.hpp": ("Gap",),
    "orb/giop/include/orbweaver/giop/packet_stamp.hpp": ("PacketStamp",),
    "orb/server/include/orbweaver/server/servant.hpp": ("OrderGap",),
    "orb/values/include/orbweaver/corba/checked_reference.hpp": (
        "CheckedReference",
        "object_reference",
        "weak_object_reference",
    ),
    "orb/wire/include/orbweaver/wire/policies.hpp": ("Dispatch", "Collocation", "NoResponse"),
    "sca/component/include/orbweaver/component/stream_component_impl.hpp": (
        "WithOutputs",
        "WithSettings",
        "StreamComponent",
    ),
    "sca/component/include/orbweaver/component/stream_parts.hpp": ("State",),
    "sca/component/include/orbweaver/component/testing/bench_base.hpp": (
        "Properties",
        "kPatience",
        "BenchBase",
    ),
    "sca/deploy/include/orbweaver/deploy/deployment.hpp": ("DeploymentOptions",),
    "sca/deploy/include/orbweaver/deploy/failure.hpp": (
        "Step",
        "Cause",
        "Fault",
        "StepFailure",
        "Failures",
    ),
    "sca/deploy/include/orbweaver/deploy/limit.hpp": ("Timeouts",),
    "sca/deploy/include/orbweaver/deploy/plan.hpp": ("SetValue",),
    "sca/device/include/orbweaver/device/capacity_store.hpp": (
        "Amount",
        "Amounts",
        "CapacityError",
        "CapacityRefusal",
    ),
    "sca/device/include/orbweaver/device/kept.hpp": ("Kept",),
    "sca/device/include/orbweaver/device/output_reader.hpp": ("Stream",),
    "sca/domain/include/orbweaver/domain/application_record.hpp": (
        "ApplicationRecord",
        "OnRestart",
        "Restored",
    ),
    "sca/domain/include/orbweaver/domain/program_names.hpp": ("ComponentName",),
    "sca/files/include/orbweaver/files/adapter.hpp": (
        "Adapter",
        "adapter_of",
        "guarded_adapter_of",
    ),
    "sca/packets/include/orbweaver/packets/destination.hpp": (
        "Last",
        "ConnectionSettings",
        "ConnectionEvents",
    ),
    "sca/packets/include/orbweaver/packets/flow_meter.hpp": ("Flow",),
    "sca/packets/include/orbweaver/packets/metadata_context.hpp": ("CarriedMetadata",),
    "sca/packets/include/orbweaver/packets/packet_queue.hpp": ("WhenFull",),
    "sca/packets/include/orbweaver/packets/provides_port_core.hpp": (
        "ProvidesPortSettings",
        "Delivered",
    ),
    "sca/ports/include/orbweaver/ports/provides_port_servant.hpp": ("PayloadLimits",),
    "sca/program/include/orbweaver/program/log_record.hpp": ("LogLevel", "LogRecord", "OnLog"),
    "sca/property/include/orbweaver/property/parse.hpp": ("Misfit",),
    "sca/property/include/orbweaver/property/position.hpp": ("Position",),
    "sca/registry/include/orbweaver/registry/node_options.hpp": (
        "NodeOptions",
        "NodeChange",
        "line_of",
    ),
    "sca/resource/include/orbweaver/resource/property_store.hpp": ("PropertyStore",),
    "sca/resource/include/orbweaver/resource/refusal.hpp": ("Refusal",),
    "services/events/include/orbweaver/events/connect_error.hpp": ("ConnectError", "describe"),
}
TRAILING = re.compile(r"^(\s*[^/\s].*[;,{}\w])(\s+)// (?!NOLINT)(.*)$")
SCOPE = re.compile(r"^(namespace (?!detail)[\w:]+ \{|\}  // namespace (?!detail).*)$")


def part_of(text: str, names: tuple[str, ...]) -> str:
    """The header with these declarations alone; the other lines are empty."""
    lines = text.splitlines()
    found = {name: set(_lines_of(lines, name)) for name in names}
    if missing := [name for name, at in found.items() if not at]:
        raise SystemExit(f"tools/face/behind.py: its header does not declare {', '.join(missing)}")
    kept = {at for ats in found.values() for at in ats}
    shown = (line if at in kept or SCOPE.match(line) else "" for at, line in enumerate(lines))
    kept_text = "\n".join(TRAILING.sub(r"\1\2///< \3", line) for line in shown) + "\n"
    # Doxygen takes these for operators, and cannot read bases that are a pack.
    return kept_text.replace("<>>", "<> >").replace(">>>", "> > >").replace(">... {", "> {")


def _lines_of(lines: list[str], name: str) -> Iterator[int]:
    """Of every declaration of the name: from its comment to its end."""
    is_type = rf"(?:class|struct|enum class|enum|using) {name}\b"
    is_other = rf"[\[\w].*\b{name}(?:\(| =|\{{)"
    begins = re.compile(f"^(?:{is_type}|{is_other})")
    for at, line in enumerate(lines):
        if not begins.match(line):
            continue
        first = at
        while re.match(r"^(template|///|  requires)", lines[first - 1]):
            first -= 1
        last = at
        while not re.match(r"^(\S.*;|\};|\})$", lines[last].split("  //")[0]):
            last += 1
        yield from range(first, last + 1)
