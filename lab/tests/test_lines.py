# SPDX-License-Identifier: Apache-2.0
import os

import pytest

from orbweaver.run.lines import MAX_LINE, LineReader, LineTooLong


def pipe() -> tuple[LineReader, int]:
    read, write = os.pipe()
    return LineReader(read), write


def test_a_line_counts_once_it_is_complete() -> None:
    reader, write = pipe()
    os.write(write, b"one\ntw")
    assert reader.read() == [b"one"]
    os.write(write, b"o\n\n")
    assert reader.read() == [b"two"]
    os.close(write)
    reader.close()


def test_the_last_line_needs_no_newline() -> None:
    reader, write = pipe()
    os.write(write, b"last words")
    os.close(write)
    assert reader.read() == [b"last words"]
    assert not reader.open
    assert reader.cut
    assert reader.read() == []
    reader.close()


def test_a_line_without_an_end_is_refused_with_bounded_memory() -> None:
    reader, write = pipe()
    os.set_blocking(write, False)

    def flood() -> None:
        for _ in range(4 * MAX_LINE // 65536):
            try:
                os.write(write, b"x" * 65536)
            except BlockingIOError:
                reader.read()

    with pytest.raises(LineTooLong):
        flood()
    os.close(write)
    reader.close()
