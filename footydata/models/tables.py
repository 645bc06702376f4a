"""League tables in the contract's shape, from their flat rows. Source: decisions 6."""

from footydata.models.nesting import Json
from footydata.tables import CardStanding, CornerStanding, PointsStanding, StandingRow, Table


def table(standing: Table) -> Json:
    """A league table as /v1/standings answers it."""
    return {
        "league": {"id": standing.league_id, "name": standing.league},
        "season": standing.season,
        "league_season_id": standing.season_id,
        "type": str(standing.type),
        "round": standing.round,
        "table": [table_row(row) for row in standing.rows],
    }


def table_row(row: StandingRow) -> Json:
    """A row of a table of any type."""
    match row:
        case PointsStanding():
            return _points_row(row)
        case CornerStanding():
            return _corner_row(row)
        case CardStanding():
            return _card_row(row)


def _head(row: StandingRow) -> Json:
    return {"position": row.position, "team": {"id": row.team_id, "name": row.team_name}, "played": row.played}


def _totals(row: CornerStanding | CardStanding) -> Json:
    return {
        "total_for": row.total_for,
        "total_against": row.total_against,
        "average_for": row.average_for,
        "average_against": row.average_against,
    }


def _points_row(row: PointsStanding) -> Json:
    return {
        **_head(row),
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "goals_for": row.goals_for,
        "goals_against": row.goals_against,
        "goal_difference": row.goal_difference,
        "points": row.points,
        "deduction": row.deduction,
        "form": row.form,
    }


def _corner_row(row: CornerStanding) -> Json:
    return {
        **_head(row),
        **_totals(row),
        "points": row.points,
        "first_half": {
            "total_for": row.half_total_for,
            "total_against": row.half_total_against,
            "average_for": row.half_average_for,
            "average_against": row.half_average_against,
        },
    }


def _card_row(row: CardStanding) -> Json:
    return {
        **_head(row),
        **_totals(row),
        "yellow_for": row.yellow_for,
        "yellow_against": row.yellow_against,
        "red_for": row.red_for,
        "red_against": row.red_against,
        "booking_points": row.booking_points,
    }
