"""The files of the README's tour, beside the sample of its day."""

from datetime import date
from pathlib import Path

DAY = date(2026, 3, 14)
"""The day of the tour: bets.csv names fixtures of the sample as it is then."""

FILES: dict[str, tuple[str, ...]] = {
    "bets.csv": (
        "date,home,away,market,line,side,price,stake",
        "2026-03-14,Eastholt Rangers,Northfell United,corner,10.25,under,1.90,10",
        "2026-03-14,Torrelunas,Deportivo Albarena,goalline,2.25,over,2.02,10",
        "2026-03-14,Gadsmoor,Thistleford,1x2,,home,1.80,10",
    ),
    "E0.csv": (
        "Div,Date,Time,HomeTeam,AwayTeam,FTHG,FTAG,FTR,HTHG,HTAG,HC,AC",
        "E0,16/08/2024,20:00,Man United,Fulham,1,0,H,0,0,7,8",
        "E0,17/08/2024,12:30,Ipswich,Liverpool,0,2,A,0,0,2,10",
        "E0,31/02/2025,15:00,Arsenal,Everton,2,2,D,1,1,5,5",
        "E0,17/08/2024,15:00,Everton,Brighton,0,x,A,0,1,1,5",
    ),
}
"""Name → lines."""


def write_tour_files(folder: Path) -> list[Path]:
    """Write the files into a folder; returns those that are there already with other contents, and stay."""
    others = []
    for name, lines in FILES.items():
        path, text = folder / name, "\n".join([*lines, ""])
        if not path.exists():
            path.write_text(text, encoding="utf-8")
        elif path.read_bytes() != text.encode():
            others.append(path)
    return others
