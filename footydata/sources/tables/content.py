"""The content of a file, unpacked if it is a .gz: its bytes, and its text whatever the encoding.

A wrong guess of an encoding spoils names without a trace (Atlético-MG, Grêmio read as Windows-1250: Gręmio), so that it
is found by the words of the register, always remarked on, and called doubtful where another one reads as many names.
charset-normalizer 3.5 took Brazilian, Spanish, Turkish and Icelandic files for Central European ones: seven of fifteen
small ones wrong.
"""

import codecs
import gzip
import re
import zlib
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import BinaryIO, NamedTuple

from footydata.football.register.teams import registered_countries, team_rows
from footydata.sources.delimited import LONGEST_ROW
from footydata.sources.parsed import Remark
from footydata.sources.protocol import head_of
from footydata.sources.refusing import UnreadableFile

MOST_HELD = 512 << 20
"""Bytes of what is unpacked in whole, a .gz or the parts of a workbook."""

GZIP = b"\x1f\x8b"

_PART = 1 << 18

WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""Of UTF-16, in which half of the bytes of a Western text are NUL."""

UTF_8 = "utf-8-sig"
"""UTF-8 with a byte order mark or without."""


class TextForm(NamedTuple):
    """How the bytes of a text are read: encoding, errors of its codec, and what a person should know of it."""

    encoding: str
    errors: str = "strict"
    notes: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class FileContent:
    """The content of a file. unpacked: that of a .gz, None for the file's own."""

    path: Path
    unpacked: bytes | None = None

    def open(self) -> BinaryIO:
        """The bytes from their beginning. Raises OSError."""
        return self.path.open("rb") if self.unpacked is None else BytesIO(self.unpacked)

    def head(self, size: int) -> bytes:
        """The first bytes. Raises OSError."""
        with self.open() as file:
            return file.read(size)

    def held(self) -> bytes:
        """All bytes. Raises OSError."""
        return self.path.read_bytes() if self.unpacked is None else self.unpacked

    def held_text(self, form: TextForm) -> str:
        """All of the text. Raises OSError."""
        return self.held().decode(form.encoding, form.errors)

    def lines(self, form: TextForm) -> Iterator[str]:
        """The lines of the text without their ends, which are LF, CRLF or CR; of one that is too long so much that it still is."""
        with TextIOWrapper(self.open(), encoding=form.encoding, errors=form.errors) as file:
            rest = ""
            while part := file.read(_PART):
                # Files that were glued together have byte order marks within.
                lines = (rest + part.replace("\ufeff", "")).split("\n")
                rest = lines.pop()[: LONGEST_ROW + 1]
                yield from lines
            if rest:
                yield rest

    def text_form(self, other: str | None = None) -> TextForm:
        """How the text is read; all of it is looked through. Raises UnreadableFile and OSError.

        other: the encoding of a text that is not UTF-8, None to find it. Where most lines are UTF-8, the letters of the
        others can't be read, so that a name with one is refused.
        """
        if self.head(2) in WIDE_MARKS:
            return TextForm("utf-16", "replace")
        try:
            deque(self.lines(TextForm(UTF_8)), maxlen=0)
        except UnicodeDecodeError:
            return self._form_of_bytes(other)
        return TextForm(UTF_8)

    def _form_of_bytes(self, name: str | None) -> TextForm:
        """The form of a text that is not UTF-8, or not in all of its lines."""
        in_utf_8 = 0
        others: list[bytes] = []
        with self.open() as file:
            while len(others) < _MOST_LINES and (line := file.readline(_PART)):
                try:
                    in_utf_8 += not line.isascii() and bool(line.decode())
                except UnicodeDecodeError:
                    others.append(line)
        if in_utf_8 > len(others):
            return TextForm(UTF_8, "surrogateescape", (Remark("lines that are not UTF-8"),))
        if name is not None:
            return TextForm(name, "replace")
        guess = encoding_of(others)
        if guess is None:
            raise UnreadableFile(
                "neither UTF-8 nor an encoding in which it has a known club; save it as UTF-8, or "
                "name its `encoding` in a map"
            )
        doubt = f", or {ENCODINGS[guess.other]} ({guess.other_example})" if guess.other else ""
        reason = f"not UTF-8: read as {ENCODINGS[guess.encoding]}{doubt}"
        return TextForm(guess.encoding, "replace", (Remark(reason, text=guess.example),))


_MOST_LINES = 20_000
"""Lines by which an encoding is found."""


def content_of(path: Path) -> FileContent:
    """The content of a file, unpacked if it is a .gz.

    Raises UnreadableFile if it unpacks to more than MOST_HELD, or is damaged, and OSError.
    """
    if head_of(path, len(GZIP)) != GZIP:
        return FileContent(path)
    try:
        with gzip.open(path) as file:
            unpacked = file.read(MOST_HELD + 1)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise UnreadableFile("a .gz file that is cut short or damaged") from None
    if len(unpacked) > MOST_HELD:
        raise UnreadableFile(f"it unpacks to more than {MOST_HELD >> 20:,} MiB")
    return FileContent(path, unpacked)


ENCODINGS = {
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
"""The encodings that are tried, with their names; of those that read as many names, the first."""


SHORTEST = 5
"""Bytes of UTF-8 that a word has more than: three letters of Latin, two of Korean."""


class Guess(NamedTuple):
    """An encoding; example: a word read by it. other: an encoding that reads as many names, but otherwise."""

    encoding: str
    example: str
    other: str | None = None
    other_example: str = ""


def encoding_of(lines: Iterable[bytes]) -> Guess | None:
    """The encoding of lines in an unknown one, None if none of them has a name of the register."""
    content = b"\n".join(lines)
    words = {each: _words_in(content.decode(each, errors="replace")) for each in ENCODINGS}
    counts = {each: len(_names().intersection(found)) for each, found in words.items()}
    best = max(ENCODINGS, key=counts.__getitem__)
    if not counts[best]:
        return None
    for other in ENCODINGS:
        if counts[other] == counts[best]:
            for word, differently in zip(words[best], words[other], strict=False):
                if word != differently:
                    return Guess(best, word, other, differently)
    return Guess(best, words[best][0])


def _words_in(text: str) -> list[str]:
    """The different words with letters beyond a to z; one of a letter or two is in any encoding."""
    words = dict.fromkeys(re.findall(r"\w+", text))
    return [word for word in words if not word.isascii() and len(word.encode()) > SHORTEST]


@cache
def _names() -> frozenset[str]:
    """Those of clubs' spellings in the register."""
    return frozenset(
        word
        for country in registered_countries()
        for row in team_rows(country)
        for spelling in (row.team.name, *row.spellings)
        for word in _words_in(spelling)
    )
