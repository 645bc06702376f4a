"""The content of a file, unpacked if it is a .gz: its bytes, and its text whatever the encoding."""

import codecs
import gzip
import re
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BufferedReader, RawIOBase, TextIOWrapper
from pathlib import Path
from typing import BinaryIO, NamedTuple, TextIO, cast

from footydata.sources.cells import put_right
from footydata.sources.delimited import LONGEST_ROW
from footydata.sources.parsed import Remark
from footydata.sources.protocol import head_of
from footydata.sources.refusing import UnreadableFile, shown
from footydata.sources.tables.letters import encoding_of

MOST_UNPACKED = 2 << 30
"""Bytes of the text in a .gz, which is read as it is unpacked."""

MOST_HELD = 512 << 20
"""Bytes of what is unpacked in whole: a workbook, JSON or Parquet in a .gz."""

GZIP = b"\x1f\x8b"

BYTE_ORDER_MARKS = (b"\xef\xbb\xbf", b"\xc3\xaf\xc2\xbb\xc2\xbf")
"""Of UTF-8, and what becomes of it when it is read as Windows-1252 and saved as UTF-8."""

_PART = 1 << 18

WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""Of UTF-16, in which half of the bytes of a Western text are NUL."""

_MAY_BE_TWICE = re.compile(rb"\xc3[\x82-\x87\x8e-\x91\xa2][\xc2-\xcb\xe2]").search
"""Whether UTF-8 may contain UTF-8 that was read as another encoding; quick, as two such letters in a row are rare."""


class TextForm(NamedTuple):
    """How the bytes of a text are read.

    errors: of the codec. right: puts a line right, None if none needs it. notes: what a person should know of it.
    """

    encoding: str
    errors: str = "strict"
    right: Callable[[str], str] | None = None
    notes: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class FileContent:
    """The content of a file. is_packed: whether the file is a .gz."""

    path: Path
    is_packed: bool

    def open(self) -> BinaryIO:
        """The bytes from their beginning. Reading raises UnreadableFile if they unpack to too many, or are damaged."""
        file = self.path.open("rb")
        return cast(BinaryIO, BufferedReader(_Unpacking(file), _PART)) if self.is_packed else file

    def head(self, size: int) -> bytes:
        """The first bytes. Raises UnreadableFile if they can't be unpacked, and OSError."""
        with self.open() as file:
            return file.read(size)

    def held(self) -> bytes:
        """All bytes. Raises UnreadableFile if they unpack to more than MOST_HELD."""
        with self.open() as file:
            content = file.read(MOST_HELD + 1 if self.is_packed else -1)
        if self.is_packed and len(content) > MOST_HELD:
            raise _too_much(MOST_HELD)
        return content

    def held_text(self, form: TextForm) -> str:
        """All of the text. Raises as `held` does."""
        content = self.held()
        for mark in BYTE_ORDER_MARKS:
            content = content.removeprefix(mark)
        text = content.decode(form.encoding, form.errors)
        return text if form.right is None else form.right(text)

    def open_text(self, form: TextForm) -> TextIO:
        """The text from its beginning, its line ends all LF."""
        file = self.open()
        mark = next((mark for mark in BYTE_ORDER_MARKS if self.head(len(mark)) == mark), b"")
        file.read(len(mark))
        return TextIOWrapper(file, encoding=form.encoding, errors=form.errors)

    def lines(self, form: TextForm) -> Iterator[str]:
        """The lines of the text without their ends, put right; of one that is too long so much that it still is."""
        right = form.right
        with self.open_text(form) as file:
            rest = ""
            while part := file.read(_PART):
                lines = (rest + part).split("\n")
                rest = lines.pop()[: LONGEST_ROW + 1]
                yield from (
                    lines
                    if right is None
                    else (line if line.isascii() else right(line) for line in lines)
                )
            if rest:
                yield rest if right is None else right(rest)

    def text_form(self, other: str | None = None) -> TextForm:
        """How the text is read; all of it is looked through. Raises UnreadableFile and OSError.

        other: the encoding of lines that are not UTF-8, None to find it.
        """
        if self.head(2) in WIDE_MARKS:
            return TextForm("utf-16", "replace")
        with self.open() as file:
            decoder = codecs.getincrementaldecoder("utf-8")()
            may_be_twice = has_mark = False
            try:
                while part := file.read(_PART):
                    decoder.decode(part)
                    may_be_twice = may_be_twice or _MAY_BE_TWICE(part) is not None
                    has_mark = has_mark or codecs.BOM_UTF8 in part
                decoder.decode(b"", final=True)
            except UnicodeDecodeError:
                if other is not None:
                    return TextForm("utf-8", "surrogateescape", _mixed(other))
                return self._form_of_bytes()
        return self._form_put_right() if may_be_twice or has_mark else TextForm("utf-8")

    def _form_put_right(self) -> TextForm:
        """The form of UTF-8 that was read as another encoding, or has byte order marks within."""
        with self.open_text(TextForm("utf-8")) as file:
            for number, line in enumerate(file, start=1):
                right = line if line.isascii() else _without_marks(line)
                if right != line.replace("\ufeff", ""):
                    words = zip(_words(right), _words(line), strict=False)
                    word, wrong = next(
                        ((one, other) for one, other in words if one != other), (right, line)
                    )
                    reason = f"UTF-8 that was read as another encoding, put right to {word}"
                    return TextForm(
                        "utf-8",
                        right=_without_marks,
                        notes=(Remark(reason, number, None, shown(wrong)),),
                    )
        return TextForm("utf-8", right=_without_marks)

    def _form_of_bytes(self) -> TextForm:
        """The form of a text that is not UTF-8, or not in all of its lines."""
        in_utf_8 = 0
        others: list[bytes] = []
        with self.open() as file:
            while line := file.readline(_PART):  # cut where they are very long
                if line.isascii():
                    continue
                try:
                    line.decode()
                    in_utf_8 += 1
                except UnicodeDecodeError:
                    others.append(line)
                if len(others) == _MOST_LINES:
                    break
        guess = encoding_of(others)
        if not guess.encoding:
            raise UnreadableFile(
                "neither UTF-8 nor an encoding that is known by its words; `encoding` of a map names it"
            )
        name = _NAMES[guess.encoding]
        doubt = f", or {_NAMES[guess.other]} ({guess.other_example})" if guess.other else ""
        if in_utf_8 > len(others):
            remark = Remark(
                f"lines that are not UTF-8 are read as {name}{doubt}", text=guess.example
            )
            return TextForm("utf-8", "surrogateescape", _mixed(guess.encoding), (remark,))
        remark = Remark(f"not UTF-8: read as {name}{doubt}", text=guess.example)
        return TextForm(guess.encoding, "replace", None, (remark,))


_MOST_LINES = 20_000
"""Lines by which an encoding is found."""

_NAMES = {
    "cp1252": "Windows-1252 (Western Europe)",
    "cp1250": "Windows-1250 (Central Europe)",
    "cp1254": "Windows-1254 (Turkish)",
    "cp1251": "Windows-1251 (Cyrillic)",
    "cp1253": "Windows-1253 (Greek)",
    "cp1257": "Windows-1257 (Baltic)",
    "cp850": "code page 850 (MS-DOS)",
    "mac_roman": "Mac Roman",
    "cp1255": "Windows-1255 (Hebrew)",
    "cp1256": "Windows-1256 (Arabic)",
    "cp932": "Shift-JIS (Japanese)",
    "euc_kr": "EUC-KR (Korean)",
    "gb18030": "GBK (Chinese)",
    "big5": "Big5 (Chinese)",
}


def content_of(path: Path) -> FileContent:
    """The content of a file, of which nothing is read but whether it is packed."""
    return FileContent(path, head_of(path, len(GZIP)) == GZIP)


class _Unpacking(RawIOBase):
    """The bytes in a .gz, up to MOST_UNPACKED."""

    def __init__(self, file: BinaryIO) -> None:
        self._packed = file
        self._file = gzip.GzipFile(fileobj=file)
        self._count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: object) -> int:
        try:
            count = self._file.readinto(buffer)  # type: ignore[arg-type]  # RawIOBase says no more of it
        except (EOFError, gzip.BadGzipFile, zlib.error):
            raise UnreadableFile("a .gz file that is cut short or damaged") from None
        self._count += count
        if self._count > MOST_UNPACKED:
            raise _too_much(MOST_UNPACKED)
        return count

    def close(self) -> None:
        self._file.close()
        self._packed.close()
        super().close()


def _too_much(most: int) -> UnreadableFile:
    return UnreadableFile(f"it unpacks to more than {most >> 20:,} MiB")


def _without_marks(line: str) -> str:
    return put_right(line.replace("\ufeff", ""))


def _words(line: str) -> list[str]:
    return re.split(r'[,;\t|" \n]+', line)


def _mixed(encoding: str) -> Callable[[str], str]:
    """What reads a line that is not UTF-8 by an encoding."""

    def right(line: str) -> str:
        try:
            line.encode()
        except UnicodeEncodeError:
            return line.encode("utf-8", "surrogateescape").decode(encoding, errors="replace")
        return _without_marks(line)

    return right
