"""Merges openfootball's clubs into the register: python -m tests.register.build CHECKOUT-OF-CLUBS.

For maintainers, with each newer checkout; the files of football/register/teams are rewritten in place and reviewed as a
diff. Existing ids, English names, spellings and languages stay, others are added, and a new club gets the next free id.
A club of openfootball is matched to one of ours by its name, else by its spellings. If several match, it is reported
and left out until openfootball_exceptions.csv says which it is (team), that it is to be left out (team and spelling
empty), or that one of its spellings is wrong. A spelling that two clubs share identifies neither and is left out.
"""

import csv
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

import footydata.football.register as registered
from footydata.football.register import bare, neighbours_of, normalised
from footydata.football.register.teams import (
    FIRST,
    RESERVES,
    WOMEN,
    RegisterRow,
    nation_rows,
    registered_countries,
    team_rows,
)
from footydata.football.terms import LANGUAGES
from tests.register.openfootball_clubs import OpenfootballClub, read_clubs

TEAMS = Path(registered.__file__).parent / "teams"
"""The files of the register, a country each."""

COLUMNS = ("id", "name", "side", "spellings", "languages")

NATIVE = {
    "de": ("DE", "AT"), "it": ("IT",), "fr": ("FR",), "pt": ("PT", "BR"), "nl": ("NL",), "da": ("DK",), "sv": ("SE",),
    "pl": ("PL",), "cs": ("CZ",), "tr": ("TR",), "es": ("ES", "AR", "CL", "CO", "MX", "PE", "UY"),
}  # fmt: skip
"""Language of a club's canonical name, if it also has an English one → the countries."""

_LEGAL_FORMS = """
    ac afc as bc bk ca cd cf cs fc ff fk fotball futebol gks hnk if ifk ik il kf kks ks mks nk pfc rc sc sk skn ss sv tj
    ud us wks
"""
LEGAL_FORMS = frozenset(_LEGAL_FORMS.split())
"""Words that are dropped at either end of an English name, if the rest is a spelling of the club too."""


@dataclass(slots=True)
class TeamDraft:
    """A team of the register while clubs are merged."""

    id: int
    name: str
    side: str
    spellings: list[str] = field(default_factory=list)
    names: dict[str, str] = field(default_factory=dict)

    def written(self) -> set[str]:
        """The normalised name and spellings."""
        return {normalised(spelling) for spelling in (self.name, *self.spellings)}


class Builder:
    """The register while clubs are merged; unclear: the clubs that match several of ours, a sentence each."""

    def __init__(self, exceptions: Iterable[dict[str, str]], highest_id: int) -> None:
        self.teams: dict[str, list[TeamDraft]] = {}
        self.unclear: list[str] = []
        self._highest_id = highest_id
        self._links: dict[tuple[str, str], str] = {}
        self._wrong: set[tuple[str, str, str]] = set()
        for row in exceptions:
            if row["spelling"]:
                self._wrong.add((row["country"], row["club"], normalised(row["spelling"])))
            else:
                self._links[row["country"], row["club"]] = row["team"]

    def add(self, country: str, rows: Iterable[RegisterRow]) -> None:
        """Add a country's rows of the register."""
        self.teams[country] = [
            TeamDraft(
                row.team.id,
                row.team.name,
                row.team.side,
                [*row.spellings, *row.limited],
                dict(row.names),
            )
            for row in rows
            if row.team.side in (FIRST, RESERVES, WOMEN)
        ]

    def merge(self, country: str, clubs: Iterable[OpenfootballClub]) -> None:
        """Merge a country's clubs of openfootball; new ones get their ids in the order of their names."""
        self.teams.setdefault(country, [])
        chosen_clubs = [club for club in clubs if self._is_wanted(country, club)]
        teams = {id(club): self._team_of(country, club) for club in chosen_clubs}
        spellings_used = Counter(
            key
            for club in chosen_clubs
            for key in {normalised(text) for text in (club.name, *club.spellings)}
        )
        twice = {key for key, count in spellings_used.items() if count > 1}
        new: dict[str, TeamDraft] = {}
        for club in sorted(chosen_clubs, key=lambda club: club.name):
            if teams[id(club)] is None and not self._links.get((country, club.name)):
                teams[id(club)] = new.get(club.name) or new.setdefault(
                    club.name, self._new(country, club, twice)
                )
        taken = [
            (club, team)
            for club in chosen_clubs
            if (team := teams[id(club)] or self._team_of(country, club))
        ]
        users: defaultdict[str, set[int]] = defaultdict(set)
        for club, team in taken:
            for spelling in (club.name, *club.spellings):
                users[normalised(spelling)].add(team.id)
        for club, team in taken:
            self._add_spellings(
                country, team, club, {key for key, ids in users.items() if len(ids) > 1}
            )
            _add_languages(team, club, country)

    def _is_wanted(self, country: str, club: OpenfootballClub) -> bool:
        if self._links.get((country, club.name)) == "":
            return False
        candidates = self._candidates(country, club)
        if len(candidates) > 1:
            names = ", ".join(team.name for team in candidates)
            self.unclear.append(f"{country}: {club.name} may be {names}")
        return len(candidates) < 2

    def _team_of(self, country: str, club: OpenfootballClub) -> TeamDraft | None:
        return next(iter(self._candidates(country, club)), None)

    def _candidates(self, country: str, club: OpenfootballClub) -> list[TeamDraft]:
        """Our teams that match a club of openfootball."""
        link = self._links.get((country, club.name))
        side = RESERVES if club.second else FIRST
        if link:
            return [
                team
                for team in self.teams.get(country, [])
                if team.name == link and team.side != WOMEN
            ]
        own = [team for team in self.teams.get(country, []) if team.side == side]
        spellings = [
            text
            for text in club.spellings
            if (country, club.name, normalised(text)) not in self._wrong
        ]
        for tried in ((club.name,), (club.name, *spellings)):
            keys = {normalised(spelling) for spelling in tried}
            same_teams = [team for team in own if keys & team.written()]
            if same_teams:
                return same_teams
        bare_names = {bare(spelling) for spelling in (club.name, *spellings)}
        same_teams = [
            team
            for team in own
            if bare_names & {bare(spelling) for spelling in (team.name, *team.spellings)}
        ]
        return same_teams or self._of_a_neighbour(country, club)

    def _of_a_neighbour(self, country: str, club: OpenfootballClub) -> list[TeamDraft]:
        name = normalised(club.name)
        around = (team for code in neighbours_of(country) for team in self.teams.get(code, []))
        return [
            team
            for team in around
            if team.side == FIRST and (name in team.written() or bare(name) == bare(team.name))
        ]

    def _new(self, country: str, club: OpenfootballClub, twice: set[str]) -> TeamDraft:
        self._highest_id += 1
        others = twice.union(*(team.written() for team in self.teams[country]))
        team = TeamDraft(
            self._highest_id, _english(club, others), RESERVES if club.second else FIRST
        )
        self.teams[country].append(team)
        return team

    def _add_spellings(
        self, country: str, team: TeamDraft, club: OpenfootballClub, shared: set[str]
    ) -> None:
        others = set[str]().union(
            *(
                other.written()
                for other in self.teams[country]
                if other is not team and other.side != WOMEN
            )
        )
        stand = team.written()
        for spelling in (club.name, *club.spellings):
            key = normalised(spelling)
            if (
                key
                and key not in stand | others | shared
                and (country, club.name, key) not in self._wrong
            ):
                team.spellings.append(spelling)
                stand.add(key)


def main(checkout: Path) -> str:
    """Merge the clubs of a checkout into the files of the register; returns what was done, in words.

    Raises FileNotFoundError if no clubs are in it.
    """
    clubs = read_clubs(checkout)
    if not clubs:
        raise FileNotFoundError(f"{checkout}: no *.clubs.txt in it")
    builder = built(clubs, exceptions())
    teams_by_country = {country: teams for country, teams in builder.teams.items() if teams}
    for country in sorted(teams_by_country):
        write_teams(TEAMS / f"{country}.csv", teams_by_country[country])
    done = f"{sum(map(len, teams_by_country.values()))} teams of {len(teams_by_country)} countries"
    return "\n".join([done, *(f"left alone: {doubt}" for doubt in builder.unclear), ""])


def exceptions() -> list[dict[str, str]]:
    """The clubs of openfootball whose match was decided by hand."""
    path = Path(__file__).parent / "openfootball_exceptions.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def built(
    clubs: dict[str, list[OpenfootballClub]], exceptions: Iterable[dict[str, str]]
) -> Builder:
    """The register with these clubs merged; first the countries in whose leagues clubs of neighbours play."""
    builder = Builder(exceptions, _highest_id())
    for country in registered_countries():
        builder.add(country, team_rows(country))
    for country in sorted(
        clubs,
        key=lambda code: (code not in {"ES", "FR", "IT", "CH", "GB-ENG", "US", "AU", "IE"}, code),
    ):
        builder.merge(country, clubs[country])
    return builder


def write_teams(path: Path, teams: Iterable[TeamDraft]) -> None:
    """Write a country's file, sorted by name; spellings are sorted too, so that a change is one line of a diff."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for team in sorted(teams, key=lambda team: (team.name.casefold(), team.id)):
            spellings = sorted(team.spellings, key=lambda spelling: (spelling.casefold(), spelling))
            languages = [f"{language}={name}" for language, name in sorted(team.names.items())]
            writer.writerow(
                (team.id, team.name, team.side, ";".join(spellings), ";".join(languages))
            )


def _highest_id() -> int:
    ids = [row.team.id for row in nation_rows()]
    return max(
        ids + [row.team.id for country in registered_countries() for row in team_rows(country)]
    )


def _english(club: OpenfootballClub, taken: set[str]) -> str:
    """The English name of a new club: openfootball's, without FC and the like if that is a spelling too."""
    name = max(club.names.get("en", [club.name]), key=len)
    words = name.split()
    spellings = {
        normalised(spelling): spelling for spelling in (*club.spellings, *club.names.get("en", ()))
    }
    while len(words) > 1 and words[0].casefold().strip(".") in LEGAL_FORMS:
        words = words[1:]
    while len(words) > 1 and words[-1].casefold().strip(".") in LEGAL_FORMS:
        words = words[:-1]
    short = normalised(" ".join(words))
    return spellings[short] if short in spellings and short not in taken else name


def _add_languages(team: TeamDraft, club: OpenfootballClub, country: str) -> None:
    for language, spellings in club.names.items():
        if language in LANGUAGES:
            _add_language(team, language, max(spellings, key=len))
    english = {normalised(spelling) for spelling in club.names.get("en", ())}
    if english & {normalised(team.name)}:
        for language, countries in NATIVE.items():
            if country in countries:
                _add_language(team, language, club.name)


def _add_language(team: TeamDraft, language: str, name: str) -> None:
    if normalised(name) != normalised(team.name) and not set(name) & set(";="):
        team.names.setdefault(language, name)


if __name__ == "__main__":
    sys.stdout.write(main(Path(sys.argv[1])))
