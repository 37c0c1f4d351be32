"""A file that has only whole lines, whatever happens while it is written."""

from __future__ import annotations

import os
import stat
from io import FileIO
from types import TracebackType

__all__ = ["WholeLines"]


class WholeLines:
    """A file to write lines to; when it is closed, the part of a line that an interruption left behind is cut off.

    Args:
        path: The file.
        resume: Whether to write behind the whole lines that it has; if not, they are removed.

    Attributes:
        lines: How many lines it had.

    Raises:
        OSError: It cannot be opened.
    """

    def __init__(self, path: str, *, resume: bool = False) -> None:
        # Without a buffer, which would write on when it is closed.
        self._file = FileIO(os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o666), "r+")
        self._is_regular = stat.S_ISREG(os.fstat(self._file.fileno()).st_mode)
        self._size = self.lines = 0
        if self._is_regular:
            if resume:
                self._find_lines()
            self._cut()

    def __enter__(self) -> WholeLines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_regular:
            self._cut()
        self._file.close()

    def write(self, block: bytes) -> None:
        """Writes whole lines.

        Raises:
            OSError: They cannot be written.
        """
        rest = memoryview(block)
        while rest:
            rest = rest[self._file.write(rest) :]
        self._size += len(block)

    def _find_lines(self) -> None:
        position = 0
        while piece := self._file.read(1 << 20):
            self.lines += piece.count(b"\n")
            self._size = position + piece.rfind(b"\n") + 1 if b"\n" in piece else self._size
            position += len(piece)

    def _cut(self) -> None:
        if os.fstat(self._file.fileno()).st_size != self._size:
            self._file.truncate(self._size)
        self._file.seek(self._size)
