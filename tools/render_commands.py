#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Make completion for shells and manual pages of what the installed programs say of themselves.

tools/render_commands.py PREFIX [PROGRAM...]
    runs PREFIX/bin/orbweaver and the programs beside it, each with --describe, and writes below
    PREFIX/share. PROGRAM: one more in PREFIX/bin; if it does not describe itself, its manual page
    is made of --help

A program that cannot be run here, as after a build for another machine, is left out with a line.
Of the commands that are written in Python the description lies in the source tree: to run them
needs packages.
"""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from page_of_help import page_of_former_name, page_of_help, roff

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
    python = command_of("", json.loads(OF_PYTHON.read_text(encoding="utf-8")))
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


OF_PYTHON = Path(__file__).parents[1] / "lab/src/orbweaver/cli/commands.json"
EMPTY: dict[str, Any] = {
    "does": "", "below": "", "positionals": [], "options": [], "commands": [],
}  # fmt: skip


# ---- manual pages ----


def page(command: Command, path: str, name: str | None = None) -> str:
    """The manual page of one command; `path`: what a user types; `name`: of the page."""
    title = name or path.replace(" ", "-")
    parts = [
        f'.TH "{title.upper()}" 1 "" "Orbweaver" "Orbweaver"',
        f".SH NAME\n{roff(title)} \\- {roff(command.summary or SUMMARY)}",
        f".SH SYNOPSIS\n.B {roff(path)}\n{roff(_synopsis(command))}",
        f".SH DESCRIPTION\n{roff(command.does or SUMMARY)}",
    ]
    if command.arguments or command.options:
        parts.append(f".SH OPTIONS\n{_option_texts(command)}")
    if command.commands:
        of_verb = _line if path == "orbweaver" else partial(_section, path)
        parts.append(".SH COMMANDS\n" + "\n".join(map(of_verb, command.commands)))
    if command.below:
        parts.append(f".SH NOTES\n.nf\n{roff(_below(command))}\n.fi")
    if path != "orbweaver":
        parts.append(".SH SEE ALSO\n.BR orbweaver (1)")
    return "\n".join(parts) + "\n"


def _line(command: Command) -> str:
    return f".TP\n.B {roff(command.name)}\n{roff(command.summary)}"


def _section(path: str, verb: Command) -> str:
    """All of a verb: it has no page of its own."""
    parts = [f".SS {roff(f'{path} {verb.name} {_synopsis(verb)}')}", roff(verb.does)]
    if verb.arguments or verb.options:
        parts.append(_option_texts(verb))
    if verb.below:
        parts.append(f".PP\n.nf\n{roff(_below(verb))}\n.fi")
    return "\n".join(parts)


def _option_texts(command: Command) -> str:
    return "\n".join(map(_option_text, [*command.arguments, *command.options]))


def _below(command: Command) -> str:
    """Examples of Python's part have an empty line between them."""
    return command.below.replace("\n\n", "\n").replace("        orbweaver", "  orbweaver")


def _synopsis(command: Command) -> str:
    if command.commands:
        return "COMMAND [WORDS...]"
    return " ".join(["[OPTIONS]", *(one.names[0] for one in command.arguments)])


def _option_text(option: Option) -> str:
    head = ", ".join(option.names) + (f" {option.value}" if option.names[0][0] == "-" else "")
    default = f" [{option.default}]" if option.default else ""
    is_listed = not option.choices or option.value.startswith("{")
    words = "" if is_listed else f"{', '.join(option.choices)}: "
    return f".TP\n.B {roff(head)}\n{roff(words + option.does + default)}"


def pages(commands: list[Command]) -> dict[str, str]:
    """The text of each page, by the name of its file."""
    whole = Command("orbweaver", f"{SUMMARY}.", commands=commands)
    result = {"orbweaver.1": page(whole, "orbweaver")}
    for one in commands:
        result[f"orbweaver-{one.name}.1"] = page(one, f"orbweaver {one.name}")
    return result


FORMER_NAME = re.compile(r"\S+ is called (\S+) now$")


def page_of_program(program: Path) -> str | None:
    """Of a program that is no command of the table; None, after a line: it says nothing here."""
    try:
        asked = run_quietly(program, "--help")
        if former := FORMER_NAME.match(asked.stderr.strip()):
            return page_of_former_name(former[1])
        described = run_quietly(program, "--describe")
        if described.returncode == 0:
            whole = command_of(program.name, json.loads(described.stdout))
            return page(whole, "orbweaver", program.name)
        if asked.returncode == 0:
            return page_of_help(program.name, asked.stdout)
        problem: Exception | str = "it has no --help"
    except (OSError, ValueError, subprocess.SubprocessError) as found:
        problem = found
    print(f"render_commands: {program.name}: {problem}", file=sys.stderr)
    return None


def run_quietly(*command: str | Path) -> subprocess.CompletedProcess[str]:
    """What it prints, whatever its status is."""
    return subprocess.run(
        command, capture_output=True, text=True, check=False, timeout=300, stdin=subprocess.DEVNULL
    )


# ---- completion ----


WAVEFORMS_OF = ("run", "plan")
"""Commands that take the name of a waveform that is installed."""


def _words(options: list[Option]) -> str:
    return " ".join(name for one in options for name in one.names)


def bash(commands: list[Command]) -> str:
    """Names of commands, verbs, waveforms, options and their choices; else files."""
    cases = "".join(_bash_case(one) for one in commands)
    return f"""# Completion of orbweaver for bash. GENERATED by tools/render_commands.py.
_orbweaver_waveforms() {{
  local program
  program=$(readlink -f "$(command -v orbweaver)") || return
  find "${{program%/bin/*}}/lib/orbweaver/sdr/dom" -name '*.sad.xml' 2> /dev/null |
    sed 's|.*/||; s|[.]sad[.]xml$||' | sort -u
}}
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
    if command.name in WAVEFORMS_OF:
        waveforms = 'words="$(_orbweaver_waveforms)"'
        lines.append(f"        if ((COMP_CWORD == 2)); then {waveforms}; fi")
    lines += [f"        {line}" for line in _bash_options(command)]
    if command.commands:
        names = " ".join(one.name for one in command.commands)
        lines.append(f"        if ((COMP_CWORD == 2)); then words+=' {names}'; else")
        lines.append("          case ${COMP_WORDS[2]} in")
        for one in command.commands:
            lines.append(f"            {one.name})")
            lines += [f"              {line}" for line in ("words=", *_bash_options(one), ";;")]
        lines += ["          esac", "        fi"]
    return "\n".join([*lines, "        ;;", ""])


def _bash_options(command: Command) -> list[str]:
    lines = [f"if [[ $current == -* ]]; then words='{_words(command.options)}'; fi"]
    for one in command.options:
        if one.choices:
            names, choices = "|".join(one.names), " ".join(one.choices)
            lines.append(f"case $before in {names}) words='{choices}' ;; esac")
    return lines


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
_orbweaver_waveforms() {{
  local dom=${{commands[orbweaver]:A:h:h}}/lib/orbweaver/sdr/dom
  local -a names=($dom/**/*.sad.xml(N:t:s/.sad.xml//))
  compadd -a names
  _files
}}
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
    if not command.commands:
        return f"    {command.name}) {_zsh_arguments(command, plain)} ;;\n"
    verbs = " ".join(
        _quoted(f"{one.name}:{one.summary.translate(plain)}") for one in command.commands
    )
    cases = "".join(
        f"        {one.name}) {_zsh_arguments(one, plain)} ;;\n" for one in command.commands
    )
    return f"""    {command.name})
      local -a verbs=({verbs})
      if ((CURRENT == 2)); then
        _describe verb verbs
        {_zsh_arguments(command, plain)}
        return
      fi
      local verb=$words[2]
      shift words
      ((CURRENT--))
      case $verb in
{cases}        *) _files ;;
      esac
      ;;
"""


def _zsh_arguments(command: Command, plain: dict[int, str]) -> str:
    specs: list[str] = []
    for one in command.options:
        value = f":{one.value.translate(plain)}:" if one.value else ""
        if one.choices:
            value = f":word:({' '.join(one.choices)})"
        elif value:
            value += "_files -/" if one.value == "DIR" else "_files"
        does = " ".join(one.does.split()).translate(plain)
        specs += [_quoted(f"*{name}[{does}]{value}") for name in one.names]
    if command.name in WAVEFORMS_OF:
        specs.append(_quoted("1:waveform:_orbweaver_waveforms"))
    specs.append(_quoted("*:file:_files"))
    return f"_arguments {' '.join(specs)}"


FISH_FUNCTIONS = """\
function __orbweaver_is
    set -l words (commandline -opc)
    test (count $words) -gt (count $argv); or return 1
    for i in (seq (count $argv))
        test $words[(math $i + 1)] = $argv[$i]; or return 1
    end
end
function __orbweaver_ends_with
    __orbweaver_is $argv; and test (count (commandline -opc)) -eq (math (count $argv) + 1)
end
function __orbweaver_waveforms
    set -l program (realpath (command -v orbweaver)); or return
    set -l dom (dirname (dirname $program))/lib/orbweaver/sdr/dom
    find $dom -name '*.sad.xml' 2>/dev/null | string replace -r '.*/(.*)[.]sad[.]xml$' '$1'
end
"""


def fish(commands: list[Command]) -> str:
    """With what each command and option does."""
    lines = ["# Completion of orbweaver for fish. GENERATED by tools/render_commands.py."]
    lines.append(FISH_FUNCTIONS.rstrip())
    for one in commands:
        lines.append(
            f"complete -c orbweaver -n __fish_use_subcommand -a {one.name} -d {_fish(one.summary)}"
        )
        if one.name in WAVEFORMS_OF:
            at = f"-n '__orbweaver_ends_with {one.name}'"
            lines.append(f"complete -c orbweaver {at} -a '(__orbweaver_waveforms)'")
        lines += _fish_options(one.name, one)
        for verb in one.commands:
            at = f"-n '__orbweaver_ends_with {one.name}'"
            lines.append(f"complete -c orbweaver {at} -a {verb.name} -d {_fish(verb.summary)}")
            lines += _fish_options(f"{one.name} {verb.name}", verb)
    return "\n".join(lines) + "\n"


def _fish_options(path: str, command: Command) -> list[str]:
    where = f"-n '__orbweaver_is {path}'"
    return [f"complete -c orbweaver {where} {_fish_option(one)}" for one in command.options]


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


def all_pages(prefix: Path, commands: list[Command], programs: list[str]) -> dict[str, str]:
    """Of the commands, and of the programs that are none of them."""
    texts = pages(commands)
    for name in programs:
        if f"{name}.1" in texts:
            continue
        if (text := page_of_program(prefix / "bin" / name)) is not None:
            texts[f"{name}.1"] = text
    return texts


def write(prefix: Path, programs: list[str]) -> None:
    """All files, below PREFIX/share."""
    commands = commands_of(prefix)
    texts = {
        f"man/man1/{name}": text for name, text in all_pages(prefix, commands, programs).items()
    }
    texts |= {name: completion(commands) for name, completion in COMPLETIONS.items()}
    for name, text in texts.items():
        path = prefix / "share" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]), sys.argv[2:])
