"""Runs of results: how long now, how long at most, and when."""

from footydata.rules.standings import RUNS, Streak, TeamResult, streaks


def of(run: str, *scores: tuple[int, int]) -> Streak:
    results = [TeamResult(place, 10 * place, *score) for place, score in enumerate(scores, start=1)]
    return next(row for row in streaks(results) if row.run == run)


def test_a_streak_goes_on_until_a_result_ends_it() -> None:
    assert of("won", (1, 0), (2, 1), (0, 0), (3, 0)) == Streak("won", 1, 2, 10, 20)


def test_of_equally_long_streaks_the_latest_is_told() -> None:
    assert of("clean sheets", (1, 0), (0, 1), (0, 0), (0, 2)) == Streak(
        "clean sheets", 0, 1, 30, 30
    )


def test_what_never_was_has_no_days() -> None:
    assert of("lost", (1, 0)) == Streak("lost", 0, 0, None, None)


def test_without_results_every_streak_is_none() -> None:
    assert [(row.run, row.current, row.longest) for row in streaks([])] == [
        (run, 0, 0) for run in RUNS
    ]
