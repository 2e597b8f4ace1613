# SPDX-License-Identifier: Apache-2.0
"""The commands that are written in Python, and where each is.

It is read at each start of the command, so it imports nothing that takes long. The native program
`orbweaver` (programs/orbweaver) serves all others, and starts these.
"""

COMMANDS = {
    "run": ("orbweaver.cli.run", "run"),
    "new": ("orbweaver.cli.new", "new"),
    "sad": ("orbweaver.cli.sad", "sad"),
    "idl": ("orbweaver.cli.idl", "idl"),
    "ior": ("orbweaver.cli.ior", "ior"),
    "log": ("orbweaver.cli.log", "log"),
    "doctor": ("orbweaver.cli.doctor", "doctor"),
    "lab": ("orbweaver.cli.lab", "lab"),
    "bench": ("orbweaver.cli.bench", "bench"),
}
"""For each name its module, and the function or the group in it."""
