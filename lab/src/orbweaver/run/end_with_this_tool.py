# SPDX-License-Identifier: Apache-2.0
"""A program that does not watch its standard input, and yet ends when this tool dies."""

import ctypes
import signal

PR_SET_PDEATHSIG = 1
_libc = ctypes.CDLL(None, use_errno=True)


def end_with_this_tool() -> None:
    """For `preexec_fn`: the kernel sends the program SIGTERM when this tool is gone."""
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
