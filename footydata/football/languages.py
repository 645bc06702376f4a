"""The languages of team and league names: English and 21 others. Contract 4.15."""

ENGLISH = "en"

LANGUAGES: dict[str, str] = {
    "ar": "Arabic",
    "cs": "Czech",
    "da": "Danish",
    "de": "German",
    "el": "Greek",
    "es": "Spanish",
    "fr": "French",
    "id": "Indonesian",
    "it": "Italian",
    "ja": "Japanese",
    "ko": "Korean",
    "nl": "Dutch",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
    "sv": "Swedish",
    "th": "Thai",
    "tr": "Turkish",
    "vi": "Vietnamese",
    "zh-cn": "Chinese (simplified)",
    "zh-tw": "Chinese (traditional)",
}
"""The 21 codes besides English and their names."""

SUPPORTED: tuple[str, ...] = (ENGLISH, *LANGUAGES)
