"""In-play statistics of a fixture; cog writes the class of a half."""

from pydantic import Field

from footydata.service.wire.figures import HomeAway
from footydata.service.wire.wire import WireModel

__all__ = ["FixtureStatistics", "Statistics"]


# [[[cog
# from footydata.service.wire.declared import statistics_classes
# cog.outl(statistics_classes() + '\n')
# ]]]
class HalfStatistics(WireModel):
    """The in-play statistics of a half; possession in per cent."""

    attacks: HomeAway = Field(default=HomeAway(), description="Attacks of each side")
    dangerous_attacks: HomeAway = Field(default=HomeAway(), description="Dangerous attacks of each side")
    shots_on_target: HomeAway = Field(default=HomeAway(), description="Shots on target of each side")
    shots_off_target: HomeAway = Field(default=HomeAway(), description="Shots off target of each side")
    possession: HomeAway = Field(default=HomeAway(), description="Possession of each side")


# [[[end]]]
class Statistics(HalfStatistics):
    """The in-play statistics of a fixture, and the same of its first half."""

    first_half: HalfStatistics = Field(default=HalfStatistics(), description="The same of the first half")


class FixtureStatistics(WireModel):
    """The in-play statistics of one fixture."""

    fixture_id: int = Field(description="The fixture's id")
    statistics: Statistics = Field(description="Whole fixture and first half")
