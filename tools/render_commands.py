#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make completion for shells and manual pages of what the installed programs say of themselves.

tools/render_commands.py PREFIX    runs PREFIX/bin/orbweaver and the programs beside it, each with
                                   --describe, and writes below PREFIX/share

A program that cannot be run here, as after a build for another machine, is left out with a line.
The commands that are written in Python describe themselves if their packages are there.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

SUMMARY = "Software radio waveforms over the Orbweaver ORB"


@dataclass(frozen=True)
class Option:
    """An option, or an argument if its name begins without a dash."""

    names: list[str]
    value: str
    choices: list[str]
    does: str
    default: str

    @property
    def takes_file(self) -> bool:
        """Whether its value may be the name of a file."""
        return self.value in {"TEXT", "DIR", "FILE"} or bool(self.value and not self.choices)


@dataclass(frozen=True)
class Command:
    """A command or a program, with the commands below it."""

    name: str
    does: str
    below: str = ""
    arguments: list[Option] = field(default_factory=list[Option])
    options: list[Option] = field(default_factory=list[Option])
    commands: "list[Command]" = field(default_factory=list["Command"])
    brief: str = ""

    @property
    def summary(self) -> str:
        """As the table of commands says it; else the first sentence. In one line."""
        return " ".join((self.brief or self.does).split()).partition(". ")[0].rstrip(".")


def option_of(described: dict[str, Any]) -> Option:
    """From what a program prints."""
    return Option(
        [str(name) for name in described["names"]],
        str(described["value"]),
        [str(entry) for entry in described["choices"]],
        str(described["does"]),
        str(described["default"]),
    )


def command_of(name: str, described: dict[str, Any]) -> Command:
    """From what a program prints."""
    return Command(
        name,
        str(described["does"]),
        str(described["below"]),
        [option_of(entry) for entry in described["positionals"]],
        [option_of(entry) for entry in described["options"]],
        [command_of(str(entry["command"]), entry) for entry in described["commands"]],
    )


def describe(*command: str | Path) -> dict[str, Any] | None:
    """What it prints of itself; None, after a line, if it cannot be run."""
    try:
        done = subprocess.run(
            [*command, "--describe"], capture_output=True, text=True, check=True, timeout=300
        )
        return json.loads(done.stdout)
    except (OSError, ValueError, subprocess.SubprocessError):
        print(f"render_commands: {command[-1]} does not describe itself here", file=sys.stderr)
        return None


def commands_of(prefix: Path) -> list[Command]:
    """Every command of the table, with all that its program says."""
    table = describe(prefix / "bin/orbweaver")
    if table is None:
        return []
    control = command_of("", describe(prefix / "bin/orbweaver-control") or EMPTY)
    python = command_of("", describe(sys.executable, prefix / "lib/orbweaver/launcher.py") or EMPTY)
    known = {command.name: command for command in (*control.commands, *python.commands)}
    commands: list[Command] = []
    for row in table["commands"]:
        name = str(row["name"])
        is_program = row["served_by"] in {"program", "readable"}
        found = describe(prefix / f"bin/orbweaver-{name}") if is_program else None
        alone = Command(name, str(row["does"]))
        whole = command_of(name, found) if found else known.get(name, alone)
        commands.append(replace(whole, brief=str(row["does"])))
    return commands


EMPTY: dict[str, Any] = {
    "does": "", "below": "", "positionals": [], "options": [], "commands": [],
}  # fmt: skip


# ---- manual pages ----


def roff(text: str) -> str:
    """As text: no line begins a request, and no word is an escape."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join(
        "\\&" + line if line[:1] in {".", "'"} else line for line in escaped.split("\n")
    )


def page(command: Command, path: str) -> str:
    """The manual page of one command; `path`: what a user types."""
    title = path.replace(" ", "-")
    parts = [
        f'.TH "{title.upper()}" 1 "" "Orbweaver" "Orbweaver"',
        f".SH NAME\n{roff(title)} \\- {roff(command.summary or SUMMARY)}",
        f".SH SYNOPSIS\n.B {roff(path)}\n{roff(_synopsis(command))}",
        f".SH DESCRIPTION\n{roff(command.does or SUMMARY)}",
    ]
    rows = [*command.arguments, *command.options]
    if rows:
        parts.append(".SH OPTIONS\n" + "\n".join(map(_option_text, rows)))
    if command.commands:
        names = "\n".join(
            f".TP\n.B {roff(one.name)}\n{roff(one.summary)}" for one in command.commands
        )
        parts.append(f".SH COMMANDS\n{names}")
    if command.below:
        parts.append(f".SH NOTES\n.nf\n{roff(command.below)}\n.fi")
    if path != "orbweaver":
        parts.append(".SH SEE ALSO\n.BR orbweaver (1)")
    return "\n".join(parts) + "\n"


def _synopsis(command: Command) -> str:
    if command.commands:
        return "COMMAND [WORDS...]"
    return " ".join(["[OPTIONS]", *(one.names[0] for one in command.arguments)])


def _option_text(option: Option) -> str:
    head = ", ".join(option.names) + (f" {option.value}" if option.names[0][0] == "-" else "")
    default = f" [{option.default}]" if option.default else ""
    return f".TP\n.B {roff(head)}\n{roff(option.does + default)}"


def pages(commands: list[Command]) -> dict[str, str]:
    """The text of each page, by the name of its file."""
    whole = Command("orbweaver", f"{SUMMARY}.", commands=commands)
    result = {"orbweaver.1": page(whole, "orbweaver")}
    for one in commands:
        result[f"orbweaver-{one.name}.1"] = page(one, f"orbweaver {one.name}")
    return result


# ---- completion ----


def _words(options: list[Option]) -> str:
    return " ".join(name for one in options for name in one.names)


def bash(commands: list[Command]) -> str:
    """Names of commands, options and their choices; else files."""
    cases = "".join(_bash_case(one) for one in commands)
    return f"""# Completion of orbweaver for bash. GENERATED by tools/render_commands.py.
_orbweaver() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} words=
  if ((COMP_CWORD == 1)); then
    words="{" ".join(one.name for one in commands)} help"
  else
    case ${{COMP_WORDS[1]}} in
{cases}    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}}
complete -o default -F _orbweaver orbweaver
"""


def _bash_case(command: Command) -> str:
    lines = [f"      {command.name})"]
    for one in command.options:
        if one.choices:
            names, choices = "|".join(one.names), " ".join(one.choices)
            lines.append(f"        case $before in {names}) words='{choices}' ;; esac")
    known = " ".join(one.name for one in command.commands)
    options = _words(command.options)
    if known:
        lines.append(f"        if ((COMP_CWORD == 2)); then words='{known}'; fi")
    lines.append(f"        if [[ -z $words && $current == -* ]]; then words='{options}'; fi")
    return "\n".join([*lines, "        ;;", ""])


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "'\\''") + "'"


def zsh(commands: list[Command]) -> str:
    """With what each command and option does."""
    plain = str.maketrans({":": "\\:", "[": "\\[", "]": "\\]"})
    rows = "\n".join(
        f"    {_quoted(one.name + ':' + one.summary.translate(plain))}" for one in commands
    )
    cases = "".join(_zsh_case(one, plain) for one in commands)
    return f"""#compdef orbweaver
# Completion of orbweaver for zsh. GENERATED by tools/render_commands.py.
_orbweaver() {{
  local -a commands=(
{rows}
  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  ((CURRENT--))
  case $command in
{cases}    *) _files ;;
  esac
}}
_orbweaver "$@"
"""


def _zsh_case(command: Command, plain: dict[int, str]) -> str:
    specs: list[str] = []
    for one in command.options:
        value = f":{one.value.translate(plain)}:" if one.value else ""
        if one.choices:
            value += f"({' '.join(one.choices)})"
        elif value:
            value += "_files -/" if one.value == "DIR" else "_files"
        does = " ".join(one.does.split()).translate(plain)
        specs += [_quoted(f"*{name}[{does}]{value}") for name in one.names]
    names = " ".join(one.name for one in command.commands)
    if names:
        specs.append(_quoted(f"1:command:({names})"))
    specs.append(_quoted("*:file:_files"))
    return f"    {command.name}) _arguments {' '.join(specs)} ;;\n"


def fish(commands: list[Command]) -> str:
    """With what each command and option does."""
    lines = ["# Completion of orbweaver for fish. GENERATED by tools/render_commands.py."]
    for one in commands:
        lines.append(
            f"complete -c orbweaver -n __fish_use_subcommand -a {one.name} -d {_fish(one.summary)}"
        )
        seen = f"-n '__fish_seen_subcommand_from {one.name}'"
        lines += [f"complete -c orbweaver {seen} -a {command.name} -d {_fish(command.summary)}"
                  for command in one.commands]  # fmt: skip
        lines += [f"complete -c orbweaver {seen} {_fish_option(option)}" for option in one.options]
    return "\n".join(lines) + "\n"


def _fish(text: str) -> str:
    return "'" + " ".join(text.split()).replace("\\", "\\\\").replace("'", "\\'") + "'"


def _fish_option(option: Option) -> str:
    names = " ".join(
        f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names
    )
    takes = " -r" if option.value else ""
    choices = f" -f -a {_fish(' '.join(option.choices))}" if option.choices else ""
    return f"{names} -d {_fish(option.does)}{takes}{choices}"


COMPLETIONS: dict[str, Callable[[list[Command]], str]] = {
    "bash-completion/completions/orbweaver": bash,
    "zsh/site-functions/_orbweaver": zsh,
    "fish/vendor_completions.d/orbweaver.fish": fish,
}


def write(prefix: Path) -> None:
    """All files, below PREFIX/share."""
    commands = commands_of(prefix)
    texts = {f"man/man1/{name}": text for name, text in pages(commands).items()}
    texts |= {name: completion(commands) for name, completion in COMPLETIONS.items()}
    for name, text in texts.items():
        path = prefix / "share" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
