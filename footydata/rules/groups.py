"""Group stages: the tables of groups, the thirds that go on, and who stands at a place that a draw names (1A, 3B/E/F).

register/thirds.csv has a row for each era of a competition from whose groups some thirds go on; third_places.csv says
which group's third meets which group's winner, for each set of groups whose thirds do. No rule derives those rows, so
they are typed from the regulations.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import cache
from typing import NamedTuple

from footydata.football.register import rows
from footydata.football.rows import PointsStanding
from footydata.rules.regulations import CompetitionRules, SeasonFacts, Steps, tie_breakers
from footydata.rules.stages import stage_of
from footydata.rules.standings import level_teams, points_table
from footydata.rules.tallies import AWAY, Evidence, Results, levels, pair_of

THIRD = 3


class GroupTable(NamedTuple):
    """The table of a group.

    name: as the source has it (Group A). rows: best first, positions 1 to n. level: ids of teams that nothing
    separates, each set apart. complete: whether each pair has met as often as the rules have it, without a
    doubt. doubt: why fixtures do not fit the group, a clause; empty if all fit.
    """

    name: str
    rows: tuple[PointsStanding, ...]
    level: tuple[frozenset[int], ...] = ()
    complete: bool = True
    doubt: str = ""

    @property
    def letter(self) -> str:
        """What a draw calls the group (A), empty if its name has no letter or number."""
        return _letter(self.name)


class ThirdsRule(NamedTuple):
    """Which thirds of groups go on.

    through: how many. tie_breakers: their order after points. meet: the groups whose winners meet them; table: the
    groups of the thirds that go on, in order of letters → the group of the third that each of `meet` meets.
    """

    through: int
    tie_breakers: Steps
    meet: str
    table: Mapping[str, str]
    source: str


class Thirds(NamedTuple):
    """The table of third places.

    rows: best first, positions 1 to n, `group` the name of each one's group; level, complete: as in GroupTable.
    through: how many of the first go on.
    """

    rows: tuple[PointsStanding, ...]
    through: int
    level: tuple[frozenset[int], ...] = ()
    complete: bool = True

    @property
    def undecided(self) -> frozenset[int]:
        """The teams of which nothing says which go on: those level with one another on both sides of the line."""
        if self.through >= len(self.rows):
            return frozenset()
        level = _open_at(self, self.through)
        return level if self.rows[self.through].team_id in level else frozenset()

    def goes_through(self, row: PointsStanding) -> bool | None:
        """Whether the team of a row goes on, None while groups are open and where nothing says so."""
        if not self.complete or row.team_id in self.undecided:
            return None
        return row.position <= self.through


class Places(NamedTuple):
    """Who stands where once groups are complete.

    teams: place (1A, 2B, 3C) → team id. against: the place of a group's winner → that of the third that it meets.
    open: place → why it is not known, a clause; none while its group is still being played.
    """

    teams: Mapping[str, int]
    against: Mapping[str, str]
    open: Mapping[str, str]

    def team(self, place: str, opponent: str | None = None) -> int | None:
        """The team at a place, None if it is not known; opponent: the other side's place, for 3A/B/C/D/F.

        Of several groups' thirds only one that the place names is taken.
        """
        if place in self.teams and "/" not in place:
            return self.teams[place]
        third = self.against.get(opponent or "", "")
        return self.teams.get(third) if third[1:] in place[1:].split("/") else None


def thirds_of(key: str | None, start_year: int) -> ThirdsRule | None:
    """The rule for thirds of a competition in the season that starts in a year, None if none go on.

    >>> thirds_of("world-cup", 2026).through, thirds_of("world-cup", 2022)
    (8, None)
    """
    return next(
        (
            rule
            for since, until, rule in _rules().get(key or "", ())
            if since <= start_year <= until
        ),
        None,
    )


@cache
def _rules() -> dict[str, list[tuple[int, int, ThirdsRule]]]:
    tables: dict[str, dict[str, str]] = {}
    for row in rows("third_places.csv"):
        tables.setdefault(row["table"], {})["".join(sorted(row["thirds"]))] = row["thirds"]
    rules: dict[str, list[tuple[int, int, ThirdsRule]]] = {}
    for row in rows("thirds.csv"):
        rule = ThirdsRule(
            int(row["through"]),
            tie_breakers(row["order"]),
            row["meet"],
            tables[row["table"]],
            row["source"],
        )
        rules.setdefault(row["rules"], []).append(
            (int(row["since"]), int(row["until"] or 9999), rule)
        )
    return rules


def group_table(
    name: str, results: Results, facts: SeasonFacts, *, is_open: bool, doubt: str = ""
) -> GroupTable:
    """The table of one group; results: its counted fixtures; is_open: whether one of its fixtures may still count.

    doubt: why fixtures do not fit the group; nobody stands at a place of it then.
    """
    met = [(result.home_id, result.away_id) for result in results]
    return GroupTable(
        name,
        tuple(row._replace(group=None) for row in points_table(results, facts)),
        level_teams(results, facts),
        not is_open and not doubt and is_complete(met, facts.names, facts.rules.legs),
        doubt,
    )


def third_places(
    tables: Iterable[GroupTable], rule: ThirdsRule, *, decisions: Set[tuple[int, int]] = frozenset()
) -> Thirds:
    """The table of third places of these groups; decisions: (team, team below it), where lots or cards decided.

    A third that its own group leaves open is taken in the order of names, and the table is not complete.
    """
    groups = [table for table in tables if len(table.rows) >= THIRD]
    row_of = {
        table.rows[THIRD - 1].team_id: table.rows[THIRD - 1]._replace(group=table.name)
        for table in groups
    }
    names = {team: row.team_name for team, row in row_of.items()}
    rules = CompetitionRules(tie_breakers=rule.tie_breakers, source=rule.source)
    evidence = Evidence(
        SeasonFacts(names, rules, decisions=decisions),
        (),
        {
            # All of it in the home counts.
            team: [row.won, row.drawn, row.lost, row.goals_for, row.goals_against, *[0] * len(AWAY)]
            for team, row in row_of.items()
        },
    )
    order = levels({team: row.points for team, row in row_of.items()}, evidence)
    ranked = [row_of[team] for level in order for team in level]
    return Thirds(
        tuple(row._replace(position=position) for position, row in enumerate(ranked, start=1)),
        rule.through,
        tuple(frozenset(level) for level in order if len(level) > 1),
        all(table.complete and not _open_at(table, THIRD) for table in groups),
    )


def _letter(name: str) -> str:
    return stage_of(name).group or ""


def _open_at(table: GroupTable | Thirds, position: int) -> frozenset[int]:
    """The teams of which nothing says who stands at a position, empty if it is decided."""
    team = table.rows[position - 1].team_id
    return next((level for level in table.level if team in level), frozenset())


def places(
    tables: Iterable[GroupTable], rule: ThirdsRule | None = None, thirds: Thirds | None = None
) -> Places:
    """Who stands at each place of the groups that are complete; rule, thirds: if thirds go on."""
    teams: dict[str, int] = {}
    reasons: dict[str, str] = {}
    for table in tables:
        if table.doubt:
            reasons |= {f"{row.position}{table.letter}": table.doubt for row in table.rows}
        if not table.complete:
            continue
        for row in table.rows:
            place = f"{row.position}{table.letter}"
            undecided = _open_at(table, row.position)
            if undecided:
                reasons[place] = f"nothing known separates {_named(table.rows, undecided)}"
            else:
                teams[place] = row.team_id
    if rule is None or thirds is None or not thirds.complete:
        return Places(teams, {}, reasons)
    if thirds.undecided:
        reasons[str(THIRD)] = (
            f"nothing known separates the thirds {_named(thirds.rows, thirds.undecided)}"
        )
        return Places(teams, {}, reasons)
    groups = "".join(sorted(_letter(row.group or "") for row in thirds.rows[: thirds.through]))
    against = dict(zip(rule.meet, rule.table.get(groups, ""), strict=False))
    return Places(
        teams, {f"1{winner}": f"{THIRD}{third}" for winner, third in against.items()}, reasons
    )


def _named(rows: Sequence[PointsStanding], teams: Set[int]) -> str:
    return " and ".join(row.team_name for row in rows if row.team_id in teams)


def is_complete(meetings: Collection[tuple[int, int]], teams: Collection[int], legs: int) -> bool:
    """Whether a group of which no listed fixture is open is played to its end.

    meetings: the sides of each counted fixture; legs: how often each pair meets, 0 if not all pairs do.

    >>> is_complete([(1, 2), (3, 1), (2, 3)], [1, 2, 3], 1), is_complete([(1, 2)], [1, 2, 3], 1)
    (True, False)
    """
    pairs = {pair_of(*sides) for sides in meetings}
    if not legs:
        return bool(pairs)
    return len(pairs) == len(teams) * (len(teams) - 1) // 2 and len(meetings) >= len(pairs) * legs
