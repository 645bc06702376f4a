"""Records a replay of a matchday of the sample in the browser, as one SVG that moves.

Run: python -m tests.pictures.make_recording   (writes .pictures/replay.svg)
"""

import asyncio
import re
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path

from footydata.faces.sample.build import build

from footydata.faces.tui.app import BrowseApp
from footydata.faces.zone import ClockZone
from footydata.service.replay import Replay, ReplayProgress
from footydata.store.file.opening import open_read_only
from tests.pictures.make_pictures import FOLDER, NOW, plain_fonts

DAY = date(2026, 3, 3)
SIZE = (96, 22)
BEGINS = int(datetime(2026, 3, 3, 12, 50, tzinfo=UTC).timestamp())
"""The moment of the first frame: the Japanese league is over, the Spanish one about to begin."""
EVERY = 720
"""Seconds of the day from one frame to the next."""
SHOWN = 0.9
"""Seconds that a frame is shown; the last one four times as long."""

PIECE = re.compile(r"<rect\b[^>]*/>|<text\b.*?</text>", re.DOTALL)
STYLE = re.compile(r"\.(terminal-\d+-r\d+) \{ (.*?) \}")
CLIP = re.compile(r"<clipPath.*?</clipPath>\s*", re.DOTALL)
ROW = 24.4
"""The height of a row, as Rich draws it."""


async def record(database: Path, target: Path) -> list[str]:
    """What the browser shows of a replay at each moment, from before the first kickoff to the end."""
    frames: list[str] = []
    moment = 0
    with closing(open_read_only(database)) as connection:
        steps = _steps(Replay(connection, DAY), target)
        moment = next(steps).moment_ts
        app = BrowseApp(
            target, now=lambda: moment, local=ClockZone(UTC), folder=target.parent, look_every=None
        )
        async with app.run_test(size=SIZE) as pilot:
            for step in steps:
                moment = step.moment_ts
                if moment < BEGINS:
                    continue
                await pilot.press("r")
                await pilot.pause(0.1)
                while not app.browsing.reader.idle:
                    await pilot.pause(0.05)
                stamp = datetime.fromtimestamp(moment, UTC).strftime("%H:%M")
                frames.append(
                    app.export_screenshot(
                        title=f"footydata replay sample.db --date {DAY}   {stamp}"
                    )
                )
    return frames


def _steps(replay: Replay, target: Path) -> Iterator[ReplayProgress]:
    """Plays a day without waiting, EVERY seconds a step."""
    ticks = count()
    yield from replay.play(
        target, speed=EVERY, clock=lambda: float(next(ticks)), sleep=lambda _: None
    )


def animated(frames: Sequence[str]) -> str:
    """Frames of one size as one SVG: what stays from frame to frame is drawn once, with the frames that show it.

    Where a reader wants no motion, the last frame stands alone.
    """
    styles: dict[str, str] = {}
    spans: dict[tuple[int, str], list[tuple[int, int]]] = {}
    for at, frame in enumerate(frames):
        for row, content in _rows(frame, styles).items():
            kept = spans.setdefault((row, content), [])
            if kept and kept[-1][1] == at:
                kept[-1] = (kept[-1][0], at + 1)
            else:
                kept.append((at, at + 1))
    total = len(frames) + 3
    rules = [f".{name} {{ {style} }}" for style, name in styles.items()]
    groups = []
    names: dict[tuple[tuple[int, int], ...], str] = {}
    for (_, content), shown in sorted(spans.items()):
        if shown == [(0, len(frames))]:
            groups.append(content)
            continue
        name = names.setdefault(tuple(shown), f"s{len(names)}")
        groups.append(f'<g class="{name}">{content}</g>')
    moving = []
    for ranges, name in names.items():
        if ranges[-1][1] < len(frames):
            rules.append(f".{name} {{ visibility: hidden }}")
        moving.append(f".{name} {{ animation: {name} {total * SHOWN:.1f}s step-end infinite }}")
        moving.append(f"@keyframes {name} {{ {' '.join(_keyframes(ranges, len(frames), total))} }}")
    return _page(frames[-1], rules, moving, groups)


def _keyframes(ranges: Iterable[tuple[int, int]], frames: int, total: int) -> Iterator[str]:
    """When a group is shown and hidden, in percent of the whole; the last frame stays to the end."""
    seen = {0: "hidden"}
    for first, end in ranges:
        seen[first] = "visible"
        if end < frames:
            seen[end] = "hidden"
    for at, visibility in sorted(seen.items()):
        yield f"{100 * at / total:.2f}% {{ visibility: {visibility} }}"


def _rows(frame: str, styles: dict[str, str]) -> dict[int, str]:
    """Row → what is drawn in it; the title is row -1. Each style gets one class for all frames, by its text."""
    classes = {
        name: styles.setdefault(style, f"r{len(styles)}") for name, style in STYLE.findall(frame)
    }
    drawn = frame[frame.index("</defs>") :]
    rows: dict[int, str] = {}
    for piece in PIECE.findall(drawn):
        if 'rx="8"' in piece:
            continue
        row = -1 if "-title" in piece else int(float(re.search(r' y="([\d.]+)"', piece)[1]) // ROW)  # type: ignore[index]
        if row >= 0 and piece.startswith("<text"):
            piece = re.sub(r' clip-path="[^"]*"', "", piece)
            piece = re.sub(r'class="([^"]+)"', lambda found: f'class="{classes[found[1]]}"', piece)
        piece = re.sub(r"(\d+\.\d)\d{6,}", r"\1", piece).replace(
            ' shape-rendering="crispEdges"', ""
        )
        if row == -1 and piece.startswith("<text"):
            piece = re.sub(r'class="[^"]*"', 'class="title"', piece)
        rows[row] = rows.get(row, "") + piece
    return rows


def _page(frame: str, rules: Sequence[str], moving: Sequence[str], groups: Sequence[str]) -> str:
    """The SVG: the window of a frame, and the groups in it."""
    head = frame[: frame.index(".terminal", frame.index("<style>"))]
    window = re.search(r'</defs>\s*(<rect[^>]*rx="8"/>)', frame)
    lights = re.search(r'<g transform="translate\(26,22\)">.*?</g>', frame, re.DOTALL)
    assert window and lights, "Rich draws its window otherwise"
    titles = "".join(group for group in groups if 'class="title"' in group)
    rows = "".join(group for group in groups if 'class="title"' not in group)
    style = "\n".join(
        [
            "text { font-family: Fira Code, monospace; font-size: 20px; white-space: pre }",
            ".title { font-size: 18px; font-weight: bold; font-family: arial }",
            "rect { shape-rendering: crispEdges }",
            *rules,
            "@media (prefers-reduced-motion: no-preference) {",
            *moving,
            "}",
        ]
    )
    body = f'{window[1]}{titles}{lights[0]}<g transform="translate(9, 41)">{rows}</g>'
    return plain_fonts(f"{head}{style}\n</style>\n{body}\n</svg>\n")


def main() -> None:
    """Build the sample, play a day of it, write what the browser showed."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "sample.db"
        build(database, now=NOW)
        svg = animated(asyncio.run(record(database, Path(folder) / "replay.db")))
        target = FOLDER / "replay.svg"
        target.write_text(svg, encoding="utf-8")
        print(f"{target.name}: {len(svg) / 1000:.0f} kB")


if __name__ == "__main__":
    main()
