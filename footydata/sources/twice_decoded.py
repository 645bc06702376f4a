"""Finds and puts right text whose UTF-8 was read as Windows-1252 and saved again: "KÃ¶ln" for Köln.

Only what can hardly be meant is taken for such text: the two or three characters that a letter of a European name, an
apostrophe or a dash becomes.
"""

import re

_CONTINUATION = (
    "["
    + "".join(bytes([byte]).decode("cp1252", errors="ignore") or chr(byte) for byte in range(0x80, 0xC0)).replace(
        "]", r"\]"
    )
    + "\x80-\x9f]"
)
"""What Windows-1252, or Latin-1, makes of the bytes after the first one of a character."""

_TWICE = re.compile(f"[ÃÄÅÆÇ]{_CONTINUATION}|Â[\xa0-\xbf]|â{_CONTINUATION}{{2}}|(?:[ÎÏÐÑ]{_CONTINUATION}){{2,}}")
"""Latin letters, blanks and signs, punctuation, and two letters or more of Greek or Cyrillic."""

_MOST = 3
"""How often a text may have been read wrongly."""


def put_right(text: str) -> str:
    """The text as it was before it was decoded wrongly; itself if it was not.

    >>> put_right("1. FC KÃ¶ln"), put_right("AlavÃƒÂ©s"), put_right("ÃGUILA")
    ('1. FC Köln', 'Alavés', 'ÃGUILA')
    """
    for _ in range(_MOST):
        if not _TWICE.search(text):
            return text
        text = _TWICE.sub(_decoded_again, text)
    return text


def _decoded_again(found: re.Match[str]) -> str:
    content = b"".join(_byte_of(character) for character in found[0])
    try:
        return content.decode()
    except UnicodeDecodeError:
        return found[0]


def _byte_of(character: str) -> bytes:
    try:
        return character.encode("cp1252")
    except UnicodeEncodeError:
        return character.encode("latin-1")
