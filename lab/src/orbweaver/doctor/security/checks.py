# SPDX-License-Identifier: Apache-2.0
"""All that is checked of the programs of this machine, or of a folder of keys."""

from pathlib import Path

from orbweaver.doctor.finding import Finding
from orbweaver.doctor.machine import Machine
from orbweaver.doctor.security.certificates import check_certificates
from orbweaver.doctor.security.files import files_in, used_files
from orbweaver.doctor.security.ports import check_names, check_open_ports
from orbweaver.doctor.security.readers import check_private
from orbweaver.doctor.security.seen import check_seen
from orbweaver.doctor.security.served import everything_served
from orbweaver.doctor.security.writers import check_trusted


def check_security(machine: Machine) -> list[Finding]:
    """Of what runs, what is set up as a service, and the folder of keys that is named."""
    served = everything_served(machine)
    files = [*used_files(served), *(files_in(machine.keys) if machine.keys else [])]
    return [
        *check_open_ports(served),
        *check_names(machine, files),
        *check_certificates(files, machine.now()),
        *check_private(files),
        *check_trusted(files),
        *check_seen(served, files),
        *(_check_folder(machine.keys) if machine.keys else []),
    ]


def _check_folder(folder: Path) -> list[Finding]:
    if folder.is_dir():
        return [Finding("folder of keys", "ok", str(folder))]
    return [Finding("folder of keys", "fail", f"{folder} is no folder that can be read",
                    "name the folder that orbweaver keys made")]  # fmt: skip
