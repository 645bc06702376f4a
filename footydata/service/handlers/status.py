"""/v1/status: the caller's plan, limits and usage."""

from footydata.football.moments import iso_utc
from footydata.service.call import Answer, EndpointCall


def status(call: EndpointCall) -> Answer:
    """The key's plan, its own limits, and what it has used, this request included."""
    account, plan = call.account, call.plan
    data = {
        "plan": plan.name,
        "limits": {
            "rate_limit": account.rate.limit,
            "rate_window_seconds": account.rate.seconds,
            "history_months": plan.history_months,
            "history_start": call.history_start,
            "odds_on_lists": plan.odds_on_lists,
            "all_bookmakers": plan.all_bookmakers,
            "odds_history": plan.odds_history,
        },
        "usage": call.usage()._asdict(),
        "key": {
            "prefix": account.prefix,
            "expires_at": None if account.expires_ts is None else iso_utc(account.expires_ts),
        },
    }
    return Answer(data, good_until=0)
