# SPDX-License-Identifier: Apache-2.0
"""`orbweaver run`: run a waveform, any SCA application, from its profiles.

Its options are those of the program orbweaver-run, which gets them as they are typed. This part
adds tables, the default waveform, a debugger in the terminal, and the verdict on a waveform.
"""

import subprocess
import sys
from pathlib import Path

import typer

from orbweaver.cli.application import run_sad
from orbweaver.cli.run_words import RunWords, read_words
from orbweaver.deployment.debugger import DEFAULT, Debugger
from orbweaver.deployment.request import PROGRAM, DomainRequest, is_sad
from orbweaver.problems import BadInput
from orbweaver.run import programs
from orbweaver.run.programs import waveforms
from orbweaver.waveform.description import default_waveform, description_of

AS_TYPED: dict[str, object] = {
    "allow_extra_args": True,
    "ignore_unknown_options": True,
    "allow_interspersed_args": False,
    "help_option_names": [],
}
"""Settings of the command: each word is for `run`, --help, too."""


def run(context: typer.Context) -> None:
    """Run a waveform, an SCA application, from its profiles in a domain of its own."""
    words = read_words(context.args)
    chosen = words.options.get("--bin")
    bin_folder = Path(chosen) if chosen is not None else None
    if words.is_for_the_program_alone:
        raise typer.Exit(_run_program(context.args, bin_folder))
    if words.is_of_before:
        _measure_receiver(words, bin_folder)
        return
    try:
        waveform = words.waveform or default_waveform(bin_folder)
    except BadInput:  # the program says what else it cannot use, too
        raise typer.Exit(_run_program(context.args, bin_folder)) from None
    request = _request(words, waveform, bin_folder)
    about = description_of(request.sad, bin_folder)
    debugger = Debugger(words.options.get("--debugger", DEFAULT))
    run_sad(request, words.options.get("--json"), debugger, about)


def _request(words: RunWords, waveform: str, bin_folder: Path | None) -> DomainRequest:
    return DomainRequest(
        _sad_of(waveform, bin_folder),
        settings=words.settings,
        words=words.rest,
        set_by_words=words.of_orb_and_properties(),
        placement=words.placement(),
        debug=words.options.get("--debug"),
        bin=bin_folder,
    )


def _sad_of(waveform: str, bin_folder: Path | None) -> Path:
    """Of a file, or of a name. Raises BadInput, in the program's words: it is of none."""
    if is_sad(waveform):
        return Path(waveform)
    known = waveforms(bin_folder)
    if waveform in known:
        return known[waveform]
    others = f", or one of {', '.join(sorted(known))}" if known else ""
    raise BadInput(f"no waveform '{waveform}' is installed; name X.sad.xml{others}")


def _run_program(words: list[str], bin_folder: Path | None) -> int:
    """The program alone, with all that was typed but --bin, which is not for it."""
    program = programs.locate(PROGRAM, bin_folder)
    typed = [word for word in words if not word.startswith("--bin=")]
    if "--bin" in typed:
        at = typed.index("--bin")
        del typed[at : at + 2]
    return subprocess.run([program, *typed], check=False).returncode


def _measure_receiver(words: RunWords, bin_folder: Path | None) -> None:
    """Until 0.2 `run` compared modes of one receiver, with these options."""
    if words.waveform is not None and words.waveform != default_waveform(bin_folder):
        raise BadInput(
            "--input, --packet-samples, --pace, --format and --messaging all are options of "
            "`bench receiver`; of a waveform, set the component's property: "
            "--set COMPONENT.PROPERTY=VALUE"
        )
    print("orbweaver: with these options `run` is called `bench receiver` now", file=sys.stderr)
    from orbweaver.cli.receiver import receiver  # noqa: PLC0415

    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command()(receiver)
    own = [word for name in ("--bin", "--json") if name in words.options
           for word in (name, words.options[name])]  # fmt: skip
    app(args=[*words.rest, *own], prog_name="orbweaver bench receiver", standalone_mode=False)
