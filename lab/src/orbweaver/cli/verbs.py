"""What an operator does with a domain: the verbs of orbweaver-control, and the way to it.

It is read at each start of the command, so it imports nothing that takes long.
"""

import os

PROGRAM = "orbweaver-control"
VERBS = {
    "install": "Copy an application into a domain, and install it.",
    "uninstall": "Uninstall an application, and remove what install copied.",
    "apps": "List the applications of a domain, installed and running.",
    "devices": "List the devices of a domain: states and capacities.",
    "health": "Tell whether every part of a domain answers.",
    "forget": "Say that a node or a device that is lost does not come back.",
    "create": "Make an application from an installed one.",
    "start": "Start an application of a domain.",
    "stop": "Stop an application of a domain.",
    "release": "Release an application of a domain: it ends, and is gone.",
    "props": "Show or set properties of an application or a component.",
    "ports": "Show the ports of an application or a component, and where they lead.",
    "connect": "Connect a uses port to an object, or to a port of another component.",
    "disconnect": "End a connection of a uses port.",
    "stats": "Show what components do with their time, and what flows between them.",
    "tap": "Write the samples that leave a uses port to a file; the radio does not notice.",
    "upgrade": "Switch a running application to a new version of it.",
    "rollback": "Switch a running application back to the version before.",
}


def program_for(words: list[str]) -> str | None:
    """The program that does at once what the words say; none: the whole command finds out."""
    is_ordinary = bool(words) and words[0] in VERBS
    if not is_ordinary or any(word == "--bin" or word.startswith("--bin=") for word in words):
        return None
    path = os.path.join(_folder(), PROGRAM)
    return path if os.access(path, os.X_OK) and os.path.isfile(path) else None


def _folder() -> str:
    """As orbweaver.run.programs says: of the environment, the source tree, or the prefix."""
    chosen = os.environ.get("ORBWEAVER_BIN")
    if chosen:
        return chosen
    root = os.path.realpath(__file__)
    for _ in range(5):
        root = os.path.dirname(root)
    if os.path.isfile(root + "/peers/CONTRACT.md"):
        return root + "/build/release/bin"
    return os.path.dirname(root) + "/bin"
