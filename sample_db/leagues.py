"""The fictional competitions, clubs and bookmakers of the sample, and their names in other languages.

A club's or league's line is its id, its English name, and `| language name` for each translation;
many are missing on purpose, so that the fallback to English shows.
"""

from dataclasses import dataclass

from footydata.football.records import BookmakerRecord


@dataclass(frozen=True, slots=True)
class Club:
    """A club with its names by language, English apart."""

    id: int
    name: str
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class Competition:
    """A competition of the sample.

    Attributes:
        id, name, short_name, names: as its row, names by language.
        country: its country code.
        clubs: its members; the last `spare` ones come up for the bottom clubs of the previous season.
        seasons: the ids of its previous and its current season.
        split_years: whether a season runs from August to May (25/26) or within a year (2026).
        today: kickoffs of the current round, in minutes from the quarter of an hour that has begun.
        hours: kickoffs of every other round, in hours UTC from the round's midnight.
        referees: those who are known, none where the sample has no referees.
        min_plan: the lowest plan that covers it.
        rules: its competition rules.
    """

    id: int
    name: str
    short_name: str
    names: dict[str, str]
    country: str
    clubs: tuple[Club, ...]
    seasons: tuple[int, int]
    today: tuple[int, ...] = ()
    hours: tuple[float, ...] = ()
    split_years: bool = True
    spare: int = 0
    referees: tuple[str, ...] = ()
    min_plan: str = "free"
    rules: str | None = None
    has_standings: int = 1
    esports: int = 0


def _clubs(text: str) -> tuple[Club, ...]:
    return tuple(_club(line) for line in text.strip().splitlines())


def _club(line: str) -> Club:
    first, *translations = (part.strip() for part in line.split("|"))
    number, name = first.split(" ", 1)
    return Club(int(number), name, dict(part.split(" ", 1) for part in translations))


ENGLISH_CLUBS = _clubs("""
2601 Ashmere United | ja アッシュミア・ユナイテッド | zh-cn 阿什米尔联 | ko 애시미어 유나이티드
2602 Brackwater Town | ja ブラックウォーター・タウン | zh-cn 布拉克沃特
2603 Calderholm City | ja カルダーホルム・シティ | zh-cn 卡尔德霍姆城 | ru Колдерхолм Сити
2604 Dunmarsh Athletic | ja ダンマーシュ・アスレティック | zh-cn 邓马什竞技
2605 Eastholt Rangers | ja イーストホルト・レンジャーズ | zh-cn 伊斯特霍尔特流浪者
2606 Fernleigh Albion | zh-cn 弗恩利
2607 Gadsmoor Wanderers | ja ガズムーア・ワンダラーズ
2608 Hallowby Town
2609 Kingsvale
2610 Larkhollow Rovers | ja ラークホロウ・ローヴァーズ
2611 Merrowdale | zh-cn 梅罗代尔
2612 Northfell United | ja ノースフェル・ユナイテッド | zh-cn 诺斯菲尔联
2613 Oxmere Park Rangers
2614 Pennlow Victoria
2615 Ravensholt City | ja レイヴンズホルト・シティ | ru Рейвенсхолт Сити
2616 Stoneferry Harriers | zh-cn 斯通费里
2617 Thistleford Town
2618 Wexcombe Orient
""")

SPANISH_CLUBS = _clubs("""
5301 Real Valdorado | ja レアル・バルドラード | zh-cn 皇家巴尔多拉多 | ru Реал Вальдорадо
5302 Montesol Athletic | es Atlético Montesol | ja アトレティコ・モンテソル | zh-cn 蒙特索尔竞技
5303 Deportivo Albarena | ja デポルティーボ・アルバレーナ
5304 Marazul | es CD Marazul | zh-cn 马拉苏尔
5305 Union Ribalva | es Unión Ribalva
5306 Sporting Penaclara | es Sporting Peñaclara | ja スポルティング・ペニャクララ
5307 Castelmarina | es Rayo de Castelmarina
5308 Racing Olivada
5309 Torrelunas | es UD Torrelunas | zh-cn 托雷卢纳斯
5310 Sierraluz | es CF Sierraluz
5311 Portosol | es Real Unión Portosol | pt Portossol
5312 Lomabella | es Gimnástica de Lomabella
5313 Fuenterrosa | es Cultural Fuenterrosa
5314 Bahia Serena | es Bahía Serena CF | ja バイーア・セレーナ
""")

JAPANESE_CLUBS = _clubs("""
7101 Aokawa FC | ja 青川FC | zh-cn 青川FC | zh-tw 青川FC | ko 아오카와 FC
7102 Hoshimura Stella | ja 星村ステラ | zh-cn 星村斯特拉
7103 Kazemori United | ja 風森ユナイテッド | zh-cn 风森联
7104 Midorihama Verde | ja 緑浜ヴェルデ | zh-cn 绿滨绿茵
7105 Tsukishiro SC | ja 月白SC | zh-tw 月白SC
7106 Shirasagi Blaze | ja 白鷺ブレイズ
7107 Akatsuki Orient | ja 暁オリエント | zh-cn 晓东方
7108 Namigaoka Marine | ja 波ヶ丘マリン
7109 Yamabuki FC | ja 山吹FC | zh-cn 山吹FC
7110 Sorano Wings | ja 空野ウイングス
7111 Kuromori Forest | ja 黒森フォレスト | zh-cn 黑森
7112 Minamori Athletic | ja 水森アスレチック
""")

GERMAN_CLUBS = _clubs("""
1601 Gruenhafen | de SV Grünhafen | ja グリューンハーフェン
1602 Rotental | de FC Rotental
1603 Lindenbruck | de TSV Lindenbrück | zh-cn 林登布吕克
1604 Silbersand | de VfB Silbersand
1605 Eintracht Falkenried
1606 Hohenlauch | de SpVgg Hohenlauch
1607 Morgenstern Altburg | de FC Morgenstern Altburg
1608 Union Steinfelde
1609 Nebelstadt | de 1. FC Nebelstadt | ja ネーベルシュタット
1610 Kranichmoor | de SC Kranichmoor
""")

ESPORTS_SIDES = _clubs("""
91001 Ashmere United (Falco) Esports | ja アッシュミア・ユナイテッド(Falco)
91002 Real Valdorado (Nimbus) Esports
91003 Aokawa FC (Yuki) Esports | ja 青川FC(Yuki)
91004 Nebelstadt (Panzerotti) Esports
91005 Marazul (Ola) Esports | es Marazul (Ola)
91006 Calderholm City (Jinx) Esports
91007 Sorano Wings (Kite) Esports
91008 Rotental (Bolt) Esports
""")

CROWN = Competition(
    39,
    "Crown League",
    "Crown",
    {
        "de": "Kronenliga",
        "es": "Liga de la Corona",
        "fr": "Ligue de la Couronne",
        "ja": "クラウンリーグ",
        "zh-cn": "皇冠联赛",
    },
    "GB-ENG",
    ENGLISH_CLUBS,
    (141_105, 141_207),
    today=(-150, -90, -75, -30, -15, 90, 150, 1440),
    hours=(12.5, 15, 15, 15, 17.5, 38, 40.5, -4),
    spare=2,
    referees=("A. Pemberley", "C. Doyle", "H. Marsden", "J. Okafor", "P. Whitlock", "S. Lindqvist"),
)

SOL = Competition(
    140,
    "Liga Sol",
    "Sol",
    {
        "de": "Sonnenliga",
        "fr": "Ligue du Soleil",
        "ja": "リーガ・ソル",
        "zh-cn": "太阳联赛",
        "pt": "Liga do Sol",
    },
    "ES",
    SPANISH_CLUBS,
    (141_118, 141_221),
    today=(-1500, -165, -60, -45, 45, 120, 1350),
    hours=(13, 15.25, 17.5, 20, 37, 39.25, 44),
    referees=("E. Villasol", "I. Narbona", "M. Quintal", "R. Zabaleta"),
    rules="la-liga",
)

SAKURA = Competition(
    98,
    "Sakura League",
    "Sakura",
    {
        "de": "Sakura-Liga",
        "es": "Liga Sakura",
        "ja": "さくらリーグ",
        "zh-cn": "樱花联赛",
        "zh-tw": "櫻花聯賽",
        "ko": "사쿠라 리그",
    },
    "JP",
    JAPANESE_CLUBS,
    (141_130, 141_240),
    today=(-1560, -180, -75, -15, 60, 180),
    hours=(4, 5, 5, 6, 7, 10),
    split_years=False,
)

LINDEN = Competition(
    78,
    "Linden League",
    "Linden",
    {"de": "Lindenliga", "ja": "リンデンリーガ"},
    "DE",
    GERMAN_CLUBS,
    (141_144, 141_255),
    today=(-150, -60, -30, 60, 1470),
    hours=(14.5, 14.5, 14.5, 17.5, 40.5),
    min_plan="ultra",
    rules="bundesliga",
)

LANTERN_CUP = Competition(
    45,
    "Lantern Cup",
    "Lantern",
    {"de": "Laternenpokal", "es": "Copa del Farol", "ja": "ランタンカップ"},
    "GB-ENG",
    ENGLISH_CLUBS,
    (141_150, 141_260),
    hours=(12.5, 15, 15, 15, 17.5, 18, 18.5, 19.75),
    referees=CROWN.referees,
    has_standings=0,
)

VOLTA_CUP = Competition(
    8201,
    "Esports Volta League (12 mins)",
    "Volta",
    {"de": "E-Football Volta Liga (12 Min.)", "ja": "eスポーツ・ボルタリーグ(12分)"},
    "WORLD",
    ESPORTS_SIDES,
    (141_160, 141_270),
    today=(-15, -10, -5, 5),
    split_years=False,
    esports=1,
)

LEAGUES = (CROWN, SOL, SAKURA, LINDEN)
"""The competitions with a table: double round robins."""

COMPETITIONS = (*LEAGUES, LANTERN_CUP, VOLTA_CUP)

RETIRED_LEAGUES = ((7039, 1039), (1039, CROWN.id))
"""A chain of two retired ids: 7039 was merged into 1039, and 1039 into the Crown League."""

BOOKMAKERS = (
    BookmakerRecord(8, "Kestrel", "kestrel", 1),
    BookmakerRecord(11, "Bluebird", "bluebird"),
    BookmakerRecord(23, "Marlin Exchange", "marlin-exchange"),
)

MARGINS = {8: 0.05, 11: 0.06, 23: 0.03}
"""What each bookmaker adds to the fair probabilities of a market."""

COUNTRY_NAMES = {
    "DE": {
        "de": "Deutschland",
        "es": "Alemania",
        "fr": "Allemagne",
        "ja": "ドイツ",
        "zh-cn": "德国",
    },
    "ES": {"de": "Spanien", "es": "España", "fr": "Espagne", "ja": "スペイン", "zh-cn": "西班牙"},
    "EUROPE": {"ja": "ヨーロッパ", "ru": "Европа", "zh-cn": "欧洲"},
    "GB-ENG": {"es": "Inglaterra", "fr": "Angleterre", "ja": "イングランド", "zh-cn": "英格兰"},
    "JP": {"es": "Japón", "fr": "Japon", "ja": "日本", "zh-cn": "日本"},
    "WORLD": {"de": "Welt", "es": "Mundo", "ja": "世界", "zh-cn": "世界"},
}
