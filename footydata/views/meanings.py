"""What the columns of frames hold: records say it beside their fields, this module says it for all other columns.

Frames, exports, the guide and the docstrings of Database are made from it. Each name has one entry, in a record or
here; a test finds columns without one, columns with two, and entries that no frame uses.
"""

from footydata.football.records import TABLES
from footydata.football.records.meaning import (
    CATEGORY,
    INTEGER,
    MOMENT,
    NUMBER,
    TEXT,
    YES_NO,
    Meaning,
    meanings_of,
)
from footydata.football.terms import Period


def _id(whose: str) -> Meaning:
    return Meaning(INTEGER, f"id of the {whose}")


def _count(text: str, unit: str, *, is_optional: bool = False) -> Meaning:
    return Meaning(INTEGER, text, unit, is_optional)


def _price(text: str, *, is_optional: bool = True) -> Meaning:
    return Meaning(NUMBER, text, "decimal price", is_optional)


def _line(text: str) -> Meaning:
    return Meaning(NUMBER, text, "counts of the market", is_optional=True)


def _text(text: str, *, is_optional: bool = False) -> Meaning:
    return Meaning(TEXT, text, is_optional=is_optional)


def _category(text: str, *, is_optional: bool = False) -> Meaning:
    return Meaning(CATEGORY, text, is_optional=is_optional)


def _number(text: str, unit: str, *, is_optional: bool = False) -> Meaning:
    return Meaning(NUMBER, text, unit, is_optional)


IN_RECORDS: dict[str, Meaning] = {
    name: said for record in TABLES.values() for name, said in meanings_of(record)
}
"""Column of a record that says what it holds → what it says."""

MEANINGS: dict[str, Meaning] = {
    "period": _category("the period of the quote: opening, closing or inplay"),
    # ids and names
    "fixture_id": _id("fixture"),
    "league_id": _id("league"),
    "team_id": _id("team"),
    "bookmaker_id": _id("bookmaker"),
    "season_id": _id("season"),
    "league": _category("name of the league"),
    "team": _text("name of the team"),
    "home": _text("name of the home team"),
    "away": _text("name of the away team"),
    "name": _text("name, in English unless another language is asked for"),
    "country": _category("name of the country or region"),
    "country_code": _text("ISO 3166-1 alpha-2, a home nation (GB-ENG) or a region (EUROPE)"),
    "asked": _text("the name as it was given, one row each"),
    "how": _text(
        "exact, alias (your own), spelling (of a source, a language or the register), part of its name, or id",
        is_optional=True,
    ),
    "suggestions": _text(
        "if no single team fits: those that do, or the nearest ones, with their ids",
        is_optional=True,
    ),
    "season": _text(
        "label of the season: 25/26, or 2026 if it is one calendar year", is_optional=True
    ),
    # further figures
    "figure": _text(
        'name of the figure, with its unit in attrs["units"]; footydata guide columns lists them'
    ),
    "source": _text("the source that it is from"),
    # odds
    "bookmaker": _category("slug of the bookmaker"),
    "market": _category("name of the market; footydata guide markets lists them"),
    "line": _line("the line, the home side's in handicaps; empty in markets without one"),
    "price_1": _price("price of the market's first selection"),
    "price_2": _price("price of the second"),
    "price_3": _price("price of the third, in markets of three"),
    "before": _text("the period that a movement starts from: opening or closing"),
    "after": _text("the period that it ends at: closing or inplay"),
    "line_before": _line("the line that it starts from"),
    "line_after": _line("the line that it ends at"),
    "chance_1": _number(
        "by how much the margin-free chance of the first selection moved, if the line did not",
        "of 1",
        is_optional=True,
    ),
    "chance_2": _number("the same of the second", "of 1", is_optional=True),
    "chance_3": _number("the same of the third", "of 1", is_optional=True),
    "rating": _number(
        "how strong the team is after the fixture: Elo (average 1500) or pi (average 0)",
        "points or goals",
    ),
    "change": _number("by how much the fixture changed the rating", "points or goals"),
    "home_rating": _number("the pi rating at home; empty for Elo", "goals", is_optional=True),
    "away_rating": _number("the pi rating away; empty for Elo", "goals", is_optional=True),
    "fixtures": _count("how many fixtures of the team the rating is based on", "fixtures"),
    "last_5": _number(
        "by how much the team's last five fixtures changed the rating", "points or goals"
    ),
    "latest": Meaning(MOMENT, "kickoff of the latest of them", "UTC"),
    # counts
    "half_won": _count("bets on the side of which half won", "fixtures"),
    "void": _count("bets on the side that got their stake back", "fixtures"),
    "half_lost": _count("bets on the side of which half lost", "fixtures"),
    "share_low": _number("the lower end of the 95 % interval of share", "of 1", is_optional=True),
    "share_high": _number("its upper end", "of 1", is_optional=True),
    "mean": _number("the average of what the market counts", "the market's"),
    # fair lines
    "recorded_bookmaker": _text("whose quote ours is compared with", is_optional=True),
    "recorded_period": _text("the period of that quote: opening or closing", is_optional=True),
    "recorded_line": _line("the line of that quote"),
    "recorded_price_1": _price("its price of the first selection"),
    "recorded_price_2": _price("its price of the second"),
    "recorded_price_3": _price("its price of the third"),
    **{
        f"edge_{place}": _number(
            f"recorded_price_{place} / there_price_{place} - 1", "of 1", is_optional=True
        )
        for place in (1, 2, 3)
    },
    "there_price_1": _price("our fair price of the first selection at the recorded line"),
    "there_price_2": _price("the same for the second selection"),
    "there_price_3": _price("the same for the third"),
    # bets and backtests
    "row": Meaning(INTEGER, "line of the bets' file, 1 being the header; row of a frame, from 1"),
    "side": _category("the selection of the bet"),
    "price": _price("price of the bet", is_optional=False),
    "stake": _number("stake", "your own currency"),
    "outcome": _text("won, half_won, void, half_lost, lost or open"),
    "profit": _number(
        "negative if the bet lost, empty while it is open",
        "currency of the stake",
        is_optional=True,
    ),
    "closing_bookmaker": _text("whose closing quote it is compared with", is_optional=True),
    "is_moved": Meaning(
        YES_NO,
        "true: a model converted the closing price from another line to the bet's",
        is_optional=True,
    ),
    "closing_value": _number("price / closing_price - 1", "of 1", is_optional=True),
    "closing_reason": _text("why there is no closing price", is_optional=True),
    "fair_price": _price("the fair price at the quote's line, if it is known"),
    "fitted_until": Meaning(
        MOMENT,
        "the fair price was computed from what was known before this moment",
        "UTC",
        is_optional=True,
    ),
    "bankroll": _number("the bankroll after the bet's day", "currency of the stake"),
    # who says what
    "value": _text(
        "name of the value: a figure, kickoff, status, events, the spelling of a name, or a quote"
    ),
    "goes_through": Meaning(
        YES_NO,
        "whether a third of its group goes through; missing in other tables, and while that is open",
        is_optional=True,
    ),
    "differs": Meaning(
        YES_NO, "whether sources, or loads of one source, contradict each other here"
    ),
    "stands": _text("the stored value", is_optional=True),
    "says": _text("what the source says"),
    "is_standing": Meaning(YES_NO, "whether all of that is stored"),
    "why": _text("why it stands, or why it does not"),
    "other_source": _text("the less trusted source"),
    "other_says": _text("what the less trusted source says"),
    "kickoff_utc": _text("kickoff in UTC; the day alone if its time is not known"),
    "differ": _count("how many of them contradict each other", "fixtures"),
    "gap": _number(
        "of counts: by how much both sides together differ on average, where they do",
        "the figure's",
        is_optional=True,
    ),
    # averages
    "venue": _category("home or away"),
    "opponent_id": _id("other team"),
    "opponent": _text("name of the other team"),
    "own": _number(
        "the team's average a fixture",
        "the figure's",
        is_optional=True,
    ),
    "opponents": _number("its opponents' average a fixture", "the figure's", is_optional=True),
    "both": _number("the average of the two together", "the figure's"),
    # previews
    "letters": _text("W, D or L of each fixture, the newest last"),
    "league_own": _number(
        "the league's average of the team's side", "the figure's", is_optional=True
    ),
    "league_opponents": _number(
        "the league's average of the other side", "the figure's", is_optional=True
    ),
    "cards_known": _count("fixtures of which all cards are known", "fixtures"),
    "cards": _number("yellow and red cards a fixture", "cards a fixture", is_optional=True),
    "league_cards": _number(
        "cards a fixture under all referees in the same seasons, each season weighted by his fixtures",
        "cards a fixture",
        is_optional=True,
    ),
    "fouls_known": _count("fixtures of which the fouls are known", "fixtures"),
    "fouls": _number("fouls a fixture", "fouls a fixture", is_optional=True),
    "league_fouls": _number(
        "fouls a fixture under all referees in the same seasons",
        "fouls a fixture",
        is_optional=True,
    ),
    "league_both": _number(
        "the league's average of both sides together", "the figure's", is_optional=True
    ),
    "league_fixtures": _count("fixtures of the league of which the figure is known", "fixtures"),
    # forecasts, scored
    "against": _text("results, or the period whose recorded prices were scored too"),
    "forecaster": _text("a model by its name (one alone is called model), base rate or market"),
    "log_loss": _number(
        "minus the logarithm of the chance of what came, on average; lower is better", "nats"
    ),
    "rps": _number(
        "ranked probability score; empty if only one line was scored",
        "of 1, or counts",
        is_optional=True,
    ),
    "behind": _number(
        "its log loss less the first model's on the same fixtures", "nats", is_optional=True
    ),
    "error": _number("the standard error of behind", "nats", is_optional=True),
    "clustered_error": _number(
        "the same, fixtures of one season of a league being correlated in any way; empty for one season alone",
        "nats",
        is_optional=True,
    ),
    "clusters": _count("seasons of leagues among the fixtures", "seasons"),
    "selection": _text("the market's selection"),
    "low": _number("the lowest chance of the bin", "of 1"),
    "high": _number("the highest chance of the bin", "of 1"),
    "chance": _number("the mean chance that the model gave", "of 1"),
    "share": _number("the share that came true", "of 1"),
    # loads
    "load_id": Meaning(INTEGER, "id of the load, which unload takes"),
    "loaded": Meaning(MOMENT, "when it was loaded", "UTC"),
    "place": _text("the file, the address or the service"),
    "rows_read": _count("rows of fixtures that were read", "rows"),
    "new": _count("of them, those that added a fixture", "rows", is_optional=True),
    "changed": _count("those that changed a stored one", "rows", is_optional=True),
    "same": _count("those that changed nothing", "rows", is_optional=True),
    "conflicting": _count(
        "those that contradict what is stored, which stays", "rows", is_optional=True
    ),
    "refused": _count("those that were refused", "rows"),
    "path": _text("where the file was", is_optional=True),
    # seasons, decisions and names, as they are exported
    "first": Meaning(MOMENT, "kickoff of the first fixture", "UTC"),
    "last": Meaning(MOMENT, "kickoff of the last fixture", "UTC"),
    # tables
    "day": Meaning(MOMENT, "the day at whose end the table stood so", "UTC"),
    "tie": Meaning(
        INTEGER, "place of the tie in its round, from 1; those that meet next stand together"
    ),
    "scores": _text(
        "score of each leg as people write it, the goals of the first side first", is_optional=True
    ),
    "aggregate": _text("goals of both sides over two legs", is_optional=True),
    "decided_by": _category("what decided the tie", is_optional=True),
    "doubt": _text("why it is doubtful who goes through", is_optional=True),
    "position": Meaning(INTEGER, "1 is best; every team has its own"),
    "played": _count("counted fixtures", "fixtures"),
    "won": _count("fixtures won", "fixtures"),
    "drawn": _count("fixtures drawn", "fixtures"),
    "lost": _count("fixtures lost", "fixtures"),
    "goals_for": _count("goals scored", "goals"),
    "goals_against": _count("goals conceded", "goals"),
    "goal_difference": _count("goals scored less goals conceded", "goals"),
    "points": _count("points, deductions counted", "points"),
    "deduction": _count("points taken by decision, as a positive number", "points"),
    "form": _text("the last five fixtures, newest last, of W, D and L"),
    "group": _text("the part of a divided table that the team is in to the end", is_optional=True),
    "points_per_game": _number(
        "points a fixture, in a season that is decided by it", "points a fixture", is_optional=True
    ),
    "total_for": _count("the team's corners", "corners"),
    "total_against": _count("its opponents' corners", "corners"),
    "average_for": _number("total_for a fixture", "corners a fixture"),
    "average_against": _number("total_against a fixture", "corners a fixture"),
    "yellow_for": _count("yellow cards of the team", "yellow cards"),
    "yellow_against": _count("yellow cards of its opponents", "yellow cards"),
    "red_for": _count("red cards of the team", "red cards"),
    "red_against": _count("red cards of its opponents", "red cards"),
    "booking_points": _count("10 a yellow card and 25 a red one, of the team", "booking points"),
}
"""Column that no record has → what it holds. meaning_of reads the prefixes `home_`, `half_` and those of periods."""

_BOOKED = 'players(of="cards")'
_CARDS = 'standings(type="card")'
_CORNERS = 'standings(type="corner")'

OF_FRAMES: dict[tuple[str, str], Meaning] = {
    ("fixtures", "season_id"): Meaning(INTEGER, "id of the season, if known", is_optional=True),
    ("events", "team"): _text("the side that it counts for, home or away", is_optional=True),
    ("loads", "kind"): _text("file, fetch or pull"),
    ("loads", "source"): _text("the source that read it"),
    ("ratings", "rating"): _number(
        "how strong the team is: Elo (average 1500) or pi (average 0)", "points or goals"
    ),
    ("counts", "fixtures"): _count(
        "finished fixtures of which the market's figure is known", "fixtures"
    ),
    ("counts", "won"): _count("bets on the side, one a fixture, that won", "fixtures"),
    ("counts", "lost"): _count("bets on the side that lost", "fixtures"),
    ("counts", "share"): _number(
        "the part of the decided stakes that won", "of 1", is_optional=True
    ),
    ("counts", "price"): _price("the price at which the bets would have broken even"),
    ("counts", "market"): _text("parameter name of the market"),
    ("counts", "side"): _text("the selection that the bets were on"),
    ("averages", "line"): _number("the line, at which `level` is", "the figure's"),
    ("averages", "over"): _count(
        "fixtures in which the figure of both sides was over it", "fixtures"
    ),
    ("averages", "level"): _count("fixtures in which it was at the line", "fixtures"),
    ("averages", "under"): _count("fixtures in which it was under it", "fixtures"),
    ("averages", "share"): _number("over / (over + under)", "of 1", is_optional=True),
    ("averages", "price"): _price("the price of over at which bets would have broken even"),
    ("averages", "fixtures"): _count("finished fixtures of which the figure is known", "fixtures"),
    ("averages", "figure"): _text("name of the figure; footydata guide columns has its unit"),
    ("averages", "home"): _number(
        "the home sides' average a fixture", "the figure's", is_optional=True
    ),
    ("averages", "away"): _number(
        "the away sides' average a fixture", "the figure's", is_optional=True
    ),
    ("figures", "half"): _text("full or first"),
    ("figures", "home"): _number(
        "the home side's value; of a figure without sides (attendance) the value itself",
        "the figure's",
        is_optional=True,
    ),
    ("figures", "away"): _number("the away side's value", "the figure's", is_optional=True),
    ("odds_movement", "line"): _line("by how much the line moved"),
    ("teams", "country"): _category("name of the country or region, if known", is_optional=True),
    ("teams", "country_code"): _text("its code, if known", is_optional=True),
    ("resolve_teams", "team_id"): Meaning(
        INTEGER, "id of the team that is meant", is_optional=True
    ),
    ("resolve_teams", "team"): _text("name of the team that is meant", is_optional=True),
    ("resolve_teams", "country"): _category("its country", is_optional=True),
    ("bets", "closing_line"): _line("the line of that quote"),
    ("bets", "closing_price"): _price("the fair closing price at the bet's line, margin taken out"),
    ("backtest quotes", "side"): _category("the selection that the price is of"),
    ("backtest quotes", "price"): _price("the quoted price of the side", is_optional=False),
    ("players", "position"): Meaning(INTEGER, "1 is best; the same for equal goals and penalties"),
    ("players", "player"): _text("the player, by his fullest spelling in the team and season"),
    ("players", "goals"): _count("goals, extra time and penalties included", "goals"),
    ("players", "penalties"): _count("of them penalties", "goals", is_optional=True),
    (_BOOKED, "position"): Meaning(INTEGER, "1 is most; the same for equal cards and red cards"),
    (_BOOKED, "player"): _text("the player, by his fullest spelling in the team and season"),
    (_BOOKED, "cards"): _count("the player's cards, yellow + red", "cards"),
    **{
        (frame, name): _text(text, is_optional=True)
        for frame in ("players", _BOOKED)
        for name, text in (
            ("other_spellings", "the player's other spellings that are counted in the row"),
            ("doubt", "which other player he may be one with"),
        )
    },
    (_BOOKED, "yellow"): _count("the player's yellow cards", "yellow cards"),
    (_BOOKED, "red"): _count("the player's red cards", "red cards"),
    (_CORNERS, "points"): _count("3, 1 and 0 by the corners of each fixture", "points"),
    **{
        (_CORNERS, f"half_{name}"): MEANINGS[name]._replace(
            text=f"{MEANINGS[name].text}, first half", is_optional=True
        )
        for name in ("total_for", "total_against", "average_for", "average_against")
    },
    (_CARDS, "total_for"): _count("the team's cards, yellow + red", "cards"),
    (_CARDS, "total_against"): _count("its opponents' cards", "cards"),
    (_CARDS, "average_for"): _number("total_for a fixture", "cards a fixture"),
    (_CARDS, "average_against"): _number("total_against a fixture", "cards a fixture"),
    ("bracket", "round"): _text("name of the round, as the source has it"),
    ("bracket", "home"): _text("name of the side at home first, or in words where it comes from"),
    ("bracket", "away"): _text("name of its opponent, or in words where it comes from"),
    ("fixtures", "tie"): _id(
        "first fixture of the tie; its legs and replays have the same"
    )._replace(is_optional=True),
    ("fixtures", "leg"): Meaning(
        INTEGER, "place of the fixture in its tie, from 1", is_optional=True
    ),
    ("fixtures", "through"): _category(
        "home or away: the side that goes through by its whole tie; outside a tie, the source's word",
        is_optional=True,
    ),
    ("fixtures", "doubt"): _text(
        "why the score, who goes through, the group that it is of, or, of at most 20,000 fixtures, what check finds "
        "wrong is doubtful",
        is_optional=True,
    ),
    ("bracket", "next_round"): _text("the round in which its winner plays on", is_optional=True),
    ("bracket", "next_tie"): Meaning(INTEGER, "its place in that round, from 1", is_optional=True),
    ("bracket", "through"): _text("name of the team that goes through", is_optional=True),
    ("positions", "round"): Meaning(
        INTEGER,
        "the highest round with a fixture that the table counts, if known",
        is_optional=True,
    ),
    ("preview forms", "side"): _category("home or away, of the coming fixture"),
    ("preview forms", "venue"): _category("all, home or away"),
    ("preview forms", "fixtures"): _count("how many fixtures these are", "fixtures"),
    **{
        ("preview forms", f"{figure}_{whose}"): _number(
            f"{of} {figure} a fixture", f"{figure} a fixture", is_optional=True
        )
        for figure in ("goals", "corners", "cards")
        for whose, of in (("for", "its"), ("against", "its opponents'"))
    },
    ("preview profiles", "side"): _category("home or away, of the coming fixture"),
    ("preview profiles", "venue"): _category("all, or the side's own of the coming fixture"),
    ("preview profiles", "fixtures"): _count(
        "fixtures of the year of which the figure is known", "fixtures"
    ),
    ("preview referee", "referee"): _text("name of the referee"),
    ("preview referee", "fixtures"): _count(
        "his fixtures of three years of which the figure is known", "fixtures"
    ),
    ("preview referee", "home"): _number(
        "his average of home sides", "the figure's", is_optional=True
    ),
    ("preview referee", "away"): _number(
        "his average of away sides", "the figure's", is_optional=True
    ),
    ("evaluate scores", "fixtures"): _count("fixtures that were scored", "fixtures"),
    ("evaluate calibration", "fixtures"): _count("chances in the bin", "chances"),
    **{
        ("evaluate fixtures", name): _number(text, "nats", is_optional=True)
        for name, text in (
            ("log_loss", "minus the logarithm of the chance of what came; empty for the market"),
            ("opening_log_loss", "the same at the recorded opening quote, if there is one"),
            ("closing_log_loss", "the same at the recorded closing quote, if there is one"),
        )
    },
    ("evaluate fixtures", "rps"): _number(
        "ranked probability score; empty for the market", "of 1, or counts", is_optional=True
    ),
    ("evaluate comparison", "fixtures"): _count("fixtures that both forecast", "fixtures"),
    ("evaluate comparison", "one"): _text("name of the first forecaster"),
    ("evaluate comparison", "other"): _text("name of the other one"),
    ("evaluate comparison", "difference"): _number(
        "the first one's log loss less the other's, on average; below 0 the first one is better",
        "nats",
    ),
    ("evaluate comparison", "error"): _number(
        "its standard error if fixtures are independent", "nats", is_optional=True
    ),
    ("evaluate comparison", "statistic"): _number(
        "of the test of Diebold and Mariano, with the correction of Harvey, Leybourne and Newbold",
        "",
        is_optional=True,
    ),
    ("evaluate comparison", "p_value"): _number(
        "the chance of a statistic as far from 0 if the two are equal", "of 1", is_optional=True
    ),
    ("evaluate comparison", "clustered_p_value"): _number(
        "the same by the clustered error, with a t distribution of clusters - 1",
        "of 1",
        is_optional=True,
    ),
    ("evaluate fair", "side"): _category("the selection that the price is of"),
    ("evaluate fair", "fair_price"): _price(
        "the model's fair price of the side at the line", is_optional=False
    ),
    ("sources", "source"): _text("the source that says so"),
    ("sources", "load_id"): Meaning(
        INTEGER, "id of the load that says so, if it is known", is_optional=True
    ),
    ("disagreements", "share"): _number("differ / fixtures", "of 1"),
    ("disagreements", "figure"): _text("name of the figure; of quotes odds_ and the market"),
    ("disagreements", "source"): _text("the more trusted source"),
    ("disagreements", "fixtures"): _count("of how many both sources give the figure", "fixtures"),
    ('disagreements(by="fixture")', "source"): _text("the more trusted source"),
    ("deductions", "seq"): Meaning(INTEGER, "number of the decision on a team in a season, from 1"),
    ("odds_history", "seq"): Meaning(INTEGER, "place among the prices of one moment, from 0"),
    ("deductions", "points"): _count(
        "points given by the decision, negative if they are taken", "points"
    ),
    ("deductions", "source"): _text("who has published it"),
    ("aliases", "scope"): _text(
        "code of the country or region in whose competitions the alias applies"
    ),
    ("aliases", "source"): _text("the source that spells it so; empty: every one"),
    ("exported referees", "referee"): _text("name of the referee"),
    ("exported referees", "fixtures"): _count("his fixtures", "fixtures"),
    ("referees", "referee"): _text("name of the referee"),
    ("referees", "fixtures"): _count("his finished fixtures, without awarded ones", "fixtures"),
    ("referees", "season"): _text("label of the season, if known", is_optional=True),
    ("referees", "season_id"): Meaning(INTEGER, "id of the season, if known", is_optional=True),
    ("referees", "yellow"): _number("yellow cards a fixture", "cards a fixture", is_optional=True),
    ("referees", "red"): _number("red cards a fixture", "cards a fixture", is_optional=True),
    ("stored fair lines", "price_1"): _price(
        "our fair price of the market's first selection", is_optional=False
    ),
    ("stored fair lines", "price_2"): _price("our fair price of the second", is_optional=False),
}
"""Frame and column → what the column holds in this frame, if it differs from other frames."""

_PREFIXES = {
    "half_": "{}, first half",
    "home_": "home side's {}",
    "away_": "away side's {}",
    **{
        f"{period}_": f"{{}}, {'in play' if period is Period.INPLAY else f'at {period}'}"
        for period in Period
    },
}


def meaning_of(name: str, *, frame: str = "") -> Meaning:
    """What a column holds, in a frame if it is named. Raises KeyError if neither a record nor this module says it.

    >>> meaning_of("half_home_corners").text, meaning_of("line", frame="odds_movement").text
    ("home side's corners, first half", 'by how much the line moved')
    """
    if (frame, name) in OF_FRAMES:
        return OF_FRAMES[frame, name]
    for declared in (MEANINGS, IN_RECORDS):
        if name in declared:
            return declared[name]
    for prefix, text in _PREFIXES.items():
        if name.startswith(prefix):
            prefixed = meaning_of(name.removeprefix(prefix), frame=frame)
            return prefixed._replace(text=text.format(prefixed.text))
    raise KeyError(
        f"no meaning of the column {name}; say it with FieldMeaning in its record, or in views/meanings.py"
    )
