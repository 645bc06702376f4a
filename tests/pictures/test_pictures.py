"""The pictures of the README."""

from pathlib import Path

PICTURES = sorted((Path(__file__).parents[2] / ".pictures").glob("*.svg"))


def test_pictures_are_small_and_ask_nobody_for_anything() -> None:
    assert PICTURES
    for picture in PICTURES:
        text = picture.read_text(encoding="utf-8")
        assert len(text) < 150_000
        assert "url(http" not in text
        assert "@font-face" not in text
