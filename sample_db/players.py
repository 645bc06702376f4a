"""The fictional players: a squad of eighteen a club, drawn from its country's names."""

from random import Random

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


def squad_of(country: str, rng: Random) -> tuple[str, ...]:
    """A squad: eleven starters, then the bench; no surname twice."""
    first_names, surnames = (part.split() for part in _NAMES.get(country, _NAMES["GB-ENG"]))
    return tuple(f"{rng.choice(first_names)} {surname}" for surname in rng.sample(surnames, SQUAD))
