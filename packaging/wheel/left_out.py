# SPDX-License-Identifier: Apache-2.0
"""Libraries that the wheel does not bring, though a library that it brings is linked with them.

Of libsndfile Orbweaver writes and reads WAV, and of liquid-dsp it takes filters, resamplers and an
oscillator. So no codec and no Fourier transform is ever called, and the wheel has no code under the
GPL: FFTW is, and so is a file of LAME. ICU is left out for its size.
"""

import os
import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

FOLDER = Path(__file__).parent
NEVER_CALLED = re.compile(r"lib(fftw3f|FLAC|mp3lame|mpg123|ogg|opus|vorbis|vorbisenc)\.so\.\d+")
ICU = re.compile(r"libicuuc\.so\.(\d+)")


def is_left_out(soname: str) -> bool:
    """Whether a library of that name goes into the wheel without its contents."""
    return bool(NEVER_CALLED.fullmatch(soname) or ICU.fullmatch(soname))


def write(target: Path, real: Path, users: Iterable[Path]) -> None:
    """Makes the library: all that its users take of the real one, so that they can be loaded."""
    if icu := ICU.fullmatch(target.name):
        _compile(target, f"-DVERSION={icu[1]}", FOLDER / "icu_without_converters.c")
        return
    taken = {name for user in users for name in _symbols(user, "--undefined-only")}
    names = sorted(taken & _symbols(real, "--defined-only"))
    text = "".join(f"LEFT_OUT({name})\n" for name in names)
    library = f'-DLIBRARY="{target.name}"'
    _compile(target, library, "-include", FOLDER / "left_out.h", "-x", "c", "-", source=text)


def _symbols(library: Path, which: str) -> set[str]:
    said = subprocess.run(
        ["nm", "--dynamic", "--format=just-symbols", which, library],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    return {line.partition("@")[0] for line in said.stdout.split()}


def _compile(target: Path, *words: str | Path, source: str = "") -> None:
    compiler = os.environ.get("CC", "cc").split()
    subprocess.run(
        [*compiler, "-shared", "-fPIC", "-Os", "-s", "-Wl,--build-id=none",
         f"-Wl,-soname,{target.name}", "-o", target, *words],
        input=source, text=True, check=True,
    )  # fmt: skip
