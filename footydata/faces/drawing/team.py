"""The head of a team: its form and its averages."""

from collections.abc import Sequence

from footydata.faces.drawing.lines import BLANK, Line, Span, fitted
from footydata.faces.drawing.views import LETTERS
from footydata.faces.reading.team import Mean, TeamContent
from footydata.rules.standings import result_letter
from footydata.store.read.fixtures.days import ListedFixture

HEIGHT = 7
FORM = 10
NAME, MEAN = 24, 16
"""The widths of a figure's name and of an average."""

BAR_FROM = 100


def team_head(content: TeamContent, team_id: int, width: int) -> list[Line]:
    """Form, then a line for each figure: averages for and against, in all fixtures, home and away."""
    if not content.latest:
        return [[(" No finished fixtures: no form and no averages.", "muted")]]
    lines: list[Line] = [_form(content, team_id)]
    head = f"average of the last {len(content.latest)}"
    shown = _means_shown(width)
    heads = "".join(fitted(name, MEAN, "centre") for name in ("all", "home", "away")[:shown])
    lines.append(
        [
            (
                f" {fitted(head, NAME)}{heads}{'   for ▪ against' if width >= BAR_FROM else ''}",
                "muted",
            )
        ]
    )
    for name, means in content.figures.items():
        if means[0].fixtures:
            lines.append(_figure(figure_name(name, means[0], content), means[:shown], width))
    return [*lines, BLANK][:HEIGHT]


def _form(content: TeamContent, team_id: int) -> Line:
    letters = [letter_of(row, team_id) for row in content.latest[:FORM]][::-1]
    line: list[Span] = [(f" {fitted('form, newest last', 24)}  ", "muted")]
    for letter in letters:
        line.append((f"{letter} ", LETTERS.get(letter, "plain")))
    return line


def figure_name(name: str, mean: Mean, content: TeamContent) -> str:
    """The name of an average, with its number of fixtures where it is not known of all that count."""
    return name if mean.fixtures == len(content.latest) else f"{name} of {mean.fixtures}"


def letter_of(row: ListedFixture, team_id: int) -> str:
    """W, D or L of a team in a finished fixture; ? if its goals are not known."""
    home, away = row.home_goals, row.away_goals
    return result_letter(home, away) if row.home_id == team_id else result_letter(away, home)


def _means_shown(width: int) -> int:
    """How many of the averages there is room for: of all fixtures, at home, away."""
    return max(1, min(3, (width - NAME - 1) // MEAN))


def _figure(name: str, means: Sequence[Mean], width: int) -> Line:
    line: list[Span] = [(" " + fitted(name, NAME), "strong")]
    for mean in means:
        text = (
            "·"
            if mean.made is None or mean.conceded is None
            else f"{mean.made:5.2f} : {mean.conceded:<5.2f}"
        )
        line.append((fitted(text, MEAN, "centre"), "plain"))
    whole = means[0]
    if width >= BAR_FROM and whole.made is not None and whole.conceded is not None:
        room = min(24, width - 78)
        share = whole.made / ((whole.made + whole.conceded) or 1)
        line += [
            ("   " + "━" * round(room * share), "good"),
            ("━" * (room - round(room * share)), "away"),
        ]
    return line
