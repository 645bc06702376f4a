"""Which countries play in a region's competitions, and which have clubs in a neighbour's league system."""

from collections.abc import Sequence

NEIGHBOURS: dict[str, tuple[str, ...]] = {
    "AD": ("ES",),
    "AU": ("NZ",),
    "CA": ("US",),
    "CH": ("LI",),
    "ES": ("AD",),
    "FR": ("MC",),
    "GB-ENG": ("GB-WLS",),
    "GB-NIR": ("IE",),
    "GB-SCT": ("GB-ENG",),
    "GB-WLS": ("GB-ENG",),
    "IE": ("GB-NIR",),
    "IT": ("SM",),
    "LI": ("CH",),
    "MC": ("FR",),
    "NZ": ("AU",),
    "SM": ("IT",),
    "US": ("CA",),
}
"""Country of a league system → the countries that clubs of it may be registered under: FR → MC for Monaco."""

_CODES = {
    "EUROPE": (
        "AD AL AM AT AZ BA BE BG BY CH CY CZ DE DK EE ES FI FO FR GB-ENG GB-NIR GB-SCT GB-WLS GE GI GR HR HU IE IL IS "
        "IT KZ LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS RU SE SI SK SM TR UA XK"
    ),
    "ASIA": (
        "AE AF AU BD BH BN BT CN GU HK ID IN IQ IR JO JP KG KH KP KR KW LA LB LK MM MN MO MP MV MY NP OM PH PK PS QA "
        "SA SG SY TH TJ TL TM TW UZ VN YE"
    ),
    "AMERICAS": (
        "AG AI AR AW BB BM BO BQ BR BS BZ CA CL CO CR CU CW DM DO EC GD GF GP GT GY HN HT JM KN KY LC MF MQ MS MX NI "
        "PA PE PR PY SR SV SX TC TT US UY VC VE VG VI"
    ),
    "OCEANIA": ("AS CK FJ KI NC NZ PF PG SB TO TV VU WS"),
    "AFRICA": (
        "AO BF BI BJ BW CD CF CG CI CM CV DJ DZ EG ER ET GA GH GM GN GQ GW KE KM LR LS LY MA MG ML MR MU MW MZ NA NE "
        "NG RW SC SD SL SN SO SS ST SZ TD TG TN TZ UG ZA ZM ZW RE YT"
    ),
}

CONFEDERATIONS: dict[str, tuple[str, ...]] = {region: tuple(codes.split()) for region, codes in _CODES.items()}
"""Region of the contract → the countries whose national teams and clubs play in its competitions."""


def countries_of(region: str) -> Sequence[str]:
    """The countries of a region, of all regions for WORLD.

    >>> "IL" in countries_of("EUROPE"), "IL" in countries_of("ASIA"), "NZ" in countries_of("WORLD")
    (True, False, True)
    """
    if region in CONFEDERATIONS:
        return CONFEDERATIONS[region]
    return tuple(code for codes in CONFEDERATIONS.values() for code in codes)
