# SPDX-License-Identifier: Apache-2.0
"""A deploy bench that takes no time: what it answers follows from the command and FAKE_RATIO."""

import json
import os
import sys

NAME = "orbweaver-deploy-bench"


def main() -> None:
    say({"event": "ready", "name": NAME, "pid": os.getpid(), "words": sys.argv[1:]})
    for line in sys.stdin:
        command = json.loads(line)
        with open(os.environ["FAKE_LOG"], "a") as log:
            log.write(json.dumps([sys.argv[1:], command["case"], command["components"]]) + "\n")
        say(answer(str(command["case"]), int(command["components"])))


def answer(case: str, components: int) -> dict[str, object]:
    if case in os.environ.get("FAKE_LACKS", "").split(","):
        return {"event": "error", "name": NAME, "error": f"{case}: it is not built"}
    factor = 1.0 if case in ("bare", "idle-omniorb") else float(os.environ.get("FAKE_RATIO", "1"))
    said: dict[str, object] = {"event": "measured", "case": case, "components": components}
    if case.startswith("idle"):
        return {**said, "unique_kib": 1000 * factor, "pss_kib": 2000 * factor}
    return {**said, "running_ms": 2 * components * factor, "gone_ms": components * factor}


def say(line: dict[str, object]) -> None:
    print(json.dumps(line), flush=True)


if __name__ == "__main__":
    main()
