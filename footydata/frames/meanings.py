"""What the columns of frames mean, with their units: one entry a name, read by the guide and its test."""

from footydata.contract.terms import Period

MEANINGS: dict[str, str] = {
    # ids and names
    "fixture_id": "id of the fixture",
    "league_id": "id of the league",
    "team_id": "id of the team",
    "bookmaker_id": "id of the bookmaker",
    "season_id": "id of the season",
    "home_id": "id of the home team",
    "away_id": "id of the away team",
    "league": "name of the league",
    "team": "name of the team",
    "home": "name of the home team",
    "away": "name of the away team",
    "name": "name, in English unless another language is asked for",
    "short_name": "short name, where one is known",
    "slug": "the bookmaker's name in requests and on the command line",
    "country": "name of the country or region",
    "country_code": "ISO 3166-1 alpha-2, a home nation (GB-ENG) or a region (EUROPE)",
    "asked": "the name as it was given, one row each",
    "how": "exact, alias (your own), spelling (of a source, a language or the register), part of its name, or id",
    "suggestions": "where no team is meant: those that fit, or the nearest, with their ids",
    # a fixture
    "season": "label of the season: 25/26, or 2026 where it is one calendar year",
    "round": "number of the round, where the source gives one",
    "stage": "part of the season, such as a group or the play-offs; empty where it is one whole",
    "kickoff": "kickoff, UTC",
    "time_known": "false where the source gives the day alone; kickoff is then 00:00 UTC of it",
    "status": "scheduled, live or finished",
    "state_detail": "postponed, cancelled, abandoned, awarded or removed, where it is one of them",
    "referee": "name of the referee, as the source writes it",
    "in_table": "false: a play-off or the like, which no table counts",
    "esports": "true: e-football, which no list mixes with real football",
    # counts
    "goals": "goals",
    "corners": "corners",
    "yellow": "yellow cards",
    "red": "red cards",
    "attacks": "attacks",
    "dangerous_attacks": "dangerous attacks",
    "shots_on_target": "shots on target",
    "shots_off_target": "shots off target",
    "possession": "possession in per cent",
    # further figures
    "figure": 'name of the figure, with its unit in attrs["units"]; footydata guide columns lists them',
    "source": "the source that it is from",
    # events
    "seq": "place in the fixture's timeline, from 1",
    "type": "goal, corner, yellow_card, red_card, substitution, missed_penalty or period_score",
    "half": "1 or 2",
    "minute": "minute without stoppage time: 45 for 45+2",
    "stoppage": "minutes past the end of the half: 2 for 45+2",
    "count": "running number of that type for that team: the third home corner is 3",
    "player": "the player, where known",
    "player_in": "who comes on",
    "player_out": "who goes off",
    "home_score": "goals of the home side at that moment",
    "away_score": "goals of the away side at that moment",
    # odds
    "bookmaker": "slug of the bookmaker",
    "market": "name of the market; footydata guide markets lists them",
    "line": "the line, the home side's in handicaps",
    "price_1": "decimal price of the market's first selection",
    "price_2": "decimal price of the second",
    "price_3": "decimal price of the third, in markets of three",
    "recorded": "when the price was recorded, UTC",
    "before": "the period that a movement starts from: opening or closing",
    "after": "the period that it ends at: closing or inplay",
    "line_before": "the line that it starts from",
    "line_after": "the line that it ends at",
    "chance_1": "by how much the margin-free chance of the first selection moved, at an unmoved line",
    "chance_2": "the same of the second",
    "chance_3": "the same of the third",
    "rating": "how strong the team is after the fixture: Elo (average 1500) or pi (average 0)",
    "change": "what the fixture moved the rating by",
    "home_rating": "the pi rating at home; empty for Elo",
    "away_rating": "the pi rating away; empty for Elo",
    "fixtures": "how many fixtures of the team it rests on",
    "has_standings": "false: a cup, without a league table",
    "min_plan": "the lowest plan whose keys see the competition at /v1",
    "is_default": "true: the bookmaker whose odds /v1 shows in its summaries",
    # fair lines
    "price_1_low": "the true price of the first selection lies from it to the high one in 80 of 100, by the fit",
    "price_1_high": "see price_1_low",
    "price_2_low": "the same of the second",
    "price_2_high": "the same of the second",
    "price_3_low": "the same of the third",
    "price_3_high": "the same of the third",
    "recorded_bookmaker": "whose quote ours is compared with",
    "recorded_period": "opening or closing: the moment of that quote",
    "recorded_line": "the line of that quote",
    "recorded_price_1": "its decimal price of the first selection",
    "recorded_price_2": "its price of the second",
    "recorded_price_3": "its price of the third",
    "there_price_1": "our fair price of the first selection at the recorded line",
    "there_price_2": "the same of the second",
    "there_price_3": "the same of the third",
    "home_mean": "the count that the model expects of the home side",
    "away_mean": "the count that it expects of the away side",
    "home_seen": "past fixtures of the home side in the fit; 0: it is priced as a newcomer",
    "away_seen": "the same of the away side",
    "sample": "the sum of the weights of both sides' fixtures, newer ones counting more",
    "fixtures_used": "finished fixtures of the league that it rests on",
    "model": "name of the model",
    # bets
    "row": "line of the bets' file, 1 being the header",
    "side": "the selection of the bet",
    "price": "decimal price of the bet",
    "stake": "stake, in your own currency",
    "outcome": "won, half_won, void, half_lost, lost or open",
    "profit": "in the currency of the stake, negative where the bet lost, empty while it is open",
    "closing_bookmaker": "whose closing quote it is compared with",
    "closing_line": "the line of that quote",
    "closing_price": "the fair closing price at the bet's line, margin taken out",
    "is_moved": "true: a model moved the closing price there from another line",
    "closing_value": "price / closing_price - 1",
    "closing_reason": "why there is no closing price",
    # averages
    "venue": "home or away",
    "opponent_id": "id of the other team",
    "opponent": "name of the other team",
    "own": "the team's average a fixture; by league or referee `home` and `away` stand in its place",
    "opponents": "its opponents' average a fixture",
    "both": "the average of the two together",
    # loads
    "load_id": "id of the load, which unload takes",
    "loaded": "when it was loaded, UTC",
    "place": "the file, the address or the service",
    "rows_read": "rows of fixtures that were read",
    "new": "of them those that made a fixture",
    "changed": "those that changed a stored one",
    "same": "those that changed nothing",
    "conflicting": "those that contradict what is stored, which stays",
    "refused": "those that were refused",
    "unload": "yes, or why the load can't be taken back",
    "path": "where the file was",
    # tables
    "position": "1 is best; every team has its own",
    "mean_points": "points at the end of the season, the mean over the endings",
    "low_points": "points at the end; a tenth of the endings have fewer",
    "high_points": "points at the end; a tenth of the endings have more",
    "played": "counted fixtures",
    "won": "fixtures won",
    "drawn": "fixtures drawn",
    "lost": "fixtures lost",
    "goals_for": "goals scored",
    "goals_against": "goals conceded",
    "goal_difference": "goals scored less goals conceded",
    "points": "points, deductions counted",
    "deduction": "points taken by decision, as a positive number",
    "form": "the last five fixtures, newest last, of W, D and L",
    "group": "the part of a divided table, which a team can't leave",
    "points_per_game": "points a fixture, in a season that is decided by it",
    "total_for": "the team's corners",
    "total_against": "its opponents' corners",
    "average_for": "total_for a fixture",
    "average_against": "total_against a fixture",
    "yellow_for": "yellow cards of the team",
    "yellow_against": "yellow cards of its opponents",
    "red_for": "red cards of the team",
    "red_against": "red cards of its opponents",
    "booking_points": "10 a yellow card and 25 a red one, of the team",
}
"""Column → what it holds, in which unit. `home_`, `away_` and `half_` before a name are read by meaning_of."""

OF_FRAMES: dict[tuple[str, str], str] = {
    ("events", "team"): "the side that it counts for, home or away",
    ("loads", "kind"): "file, fetch or pull",
    ("loads", "source"): "the source that read it",
    ("averages", "fixtures"): "finished fixtures of which the figure is known",
    ("figures", "half"): "full or first",
    ("figures", "home"): "the home side's value; of a figure without sides (attendance) the value itself",
    ("figures", "away"): "the away side's value",
    ("odds_movement", "line"): "by how much the line moved",
    ('standings(type="corner")', "points"): "3, 1 and 0 by the corners of each fixture",
    ('standings(type="card")', "total_for"): "the team's cards, yellow + red",
    ('standings(type="card")', "total_against"): "its opponents' cards",
}
"""Frame and column → what the column holds there, where another frame means something else by it."""

_PREFIXES = {
    "half_": "{}, first half",
    "home_": "home side's {}",
    "away_": "away side's {}",
    **{f"{period}_": f"{{}}, {'in play' if period is Period.INPLAY else f'at {period}'}" for period in Period},
}


def meaning_of(name: str, *, frame: str = "") -> str:
    """What a column of that name holds, in the frame of a method of Database. Raises KeyError where nothing says it.

    >>> meaning_of("half_home_corners"), meaning_of("line", frame="odds_movement")
    ("home side's corners, first half", 'by how much the line moved')
    """
    if (frame, name) in OF_FRAMES:
        return OF_FRAMES[frame, name]
    if name in MEANINGS:
        return MEANINGS[name]
    for prefix, told in _PREFIXES.items():
        if name.startswith(prefix):
            return told.format(meaning_of(name.removeprefix(prefix)))
    raise KeyError(name)
