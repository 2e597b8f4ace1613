# SPDX-License-Identifier: Apache-2.0
"""Just enough CDR to take an object reference apart; every length is checked before it is used."""


class Truncated(ValueError):
    """The bytes end before the value does; the text says where."""


class Reader:
    """Reads CDR values of one byte order; alignment counts from the first byte given."""

    def __init__(self, data: bytes, little: bool) -> None:
        self._data = data
        self._order = "little" if little else "big"
        self._at = 0

    @property
    def at(self) -> int:
        """The offset of the next byte."""
        return self._at

    @property
    def left(self) -> int:
        """How many bytes come behind."""
        return len(self._data) - self._at

    def octets(self, count: int, what: str) -> bytes:
        """Take `count` bytes as they are."""
        if count > self.left:
            raise Truncated(f"{what} at byte {self._at} needs {count} bytes, {self.left} are left")
        self._at += count
        return self._data[self._at - count : self._at]

    def number(self, size: int, what: str) -> int:
        """Take an unsigned integer, aligned to its size."""
        self._at = min(len(self._data), (self._at + size - 1) // size * size)
        value = self.octets(size, what)
        return int.from_bytes(value, "little" if self._order == "little" else "big")

    def string(self, what: str) -> str:
        """Take a string; its length counts the closing zero byte."""
        length = self.number(4, f"the length of {what}")
        text = self.octets(length, what)
        if not text.endswith(b"\0"):
            raise Truncated(f"{what} before byte {self._at} has no closing zero")
        return text[:-1].decode("utf-8", "backslashreplace")

    def sequence(self, what: str) -> bytes:
        """Take a sequence of octets."""
        return self.octets(self.number(4, f"the length of {what}"), what)


def encapsulation(data: bytes, what: str) -> Reader:
    """Open an encapsulation: its first byte is its byte order, and alignment starts there."""
    if not data:
        raise Truncated(f"{what} is empty")
    if data[0] > 1:
        raise Truncated(f"{what} starts with byte order {data[0]}; 0 and 1 exist")
    reader = Reader(data, little=data[0] == 1)
    reader.octets(1, what)
    return reader
