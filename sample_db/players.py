"""The fictional players: a squad of eighteen a club, drawn from its country's names."""

from collections.abc import Collection, Mapping, Sequence
from random import Random
from typing import TypeAlias

_NAMES = {
    "GB-ENG": (
        "Alfie Ben Callum Dev Ellis Finn George Harvey Isaac Jude Kieran Leo Mason Nathan Owen Rhys Sam Toby",
        "Ambrose Barlow Cartwell Dunmore Ellery Farrow Garside Hargreave Ingram Jessop Kettering Langley Moffat "
        "Norcross Oakes Pryor Quill Redfern Sedley Thorne Underhill Vickery Wainfleet Yardley",
    ),
    "ES": (
        "Adrián Bruno Carlos Diego Eneko Fermín Gonzalo Hugo Iker Javi Koldo Lucas Mario Nico Óscar Pablo Raúl Sergi",
        "Alcázar Belmonte Carrizo Durango Escalera Fontela Garrido Hinojal Izquierdo Jarama Laredo Marchena "
        "Noguera Olmedo Peralta Quesada Robledo Salinas Tejada Urrutia Valcárcel Zorrilla",
    ),
    "JP": (
        "Aoi Daichi Eiji Haruto Itsuki Jun Kaito Kenta Makoto Naoki Ren Riku Shota Sora Takumi Yamato Yuto Yuma",
        "Aizawa Chiba Endo Fujimori Hanada Ishizuka Kamiya Kitagawa Matsuda Minase Nagai Nishino Okabe Onishi "
        "Sakaki Shiraki Takigawa Tsubaki Ueda Wakui Yagami Yoshino",
    ),
    "DE": (
        "Anton Ben Clemens David Emil Felix Gregor Hannes Jonas Karl Lennart Moritz Niklas Paul Rasmus Till Vincent",
        "Ahrend Brückner Claasen Dietz Ebeling Findeisen Gerlach Hartwig Imhof Jansen Kessler Lorenz Mertens "
        "Neubauer Ostermann Petersen Reuter Seidel Thelen Uhlig Vossberg Wiegand",
    ),
}

STARTERS = 11
SQUAD = 18


Squad: TypeAlias = Mapping[str, str]
"""Eleven starters, then the bench: the name that was drawn → that of the player, which no other club's has.

Fixtures are drawn with the names that were drawn, which two clubs may share: with others, all figures of the sample
would be others.
"""


def squad_of(country: str, rng: Random, *, taken: Collection[str]) -> Squad:
    """A squad, no surname twice. taken: the names of the players of other clubs."""
    first_names, surnames = (part.split() for part in _NAMES.get(country, _NAMES["GB-ENG"]))
    drawn = [(rng.choice(first_names), surname) for surname in rng.sample(surnames, SQUAD)]
    return {
        f"{first} {surname}": _free_name(first, surname, first_names, taken)
        for first, surname in drawn
    }


def _free_name(first: str, surname: str, first_names: Sequence[str], taken: Collection[str]) -> str:
    """The name with the first name that was drawn, else with the next one that no other player has."""
    start = first_names.index(first)
    names = (f"{each} {surname}" for each in (*first_names[start:], *first_names[:start]))
    return next(name for name in names if name not in taken)
