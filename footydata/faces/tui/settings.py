"""What the browser saves between runs, and the keys that the user changed.

The browser writes its state (theme, zone, language, bookmaker, whom the user follows) to a JSON file in the user's
state folder. It reads keys from a TOML file in the user's configuration folder, and never writes that.
"""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

from footydata.faces.tui.keys import is_key
from footydata.football.errors import FootydataError


class UnreadableSettings(FootydataError):
    """The file of keys or of the saved state can't be read; the message names the file and what is wrong in it."""


@dataclass(slots=True)
class Followed:
    """Whom the user follows in a database: ids."""

    teams: list[int] = field(default_factory=list)
    leagues: list[int] = field(default_factory=list)

    def has(self, kind: str, id_: int | None) -> bool:
        """Whether a team or a league is followed."""
        return id_ in self._of(kind)

    def star(self, kind: str, id_: int) -> str:
        """The sign before the name of one that is followed."""
        return "★ " if self.has(kind, id_) else ""

    def switch(self, kind: str, id_: int) -> bool:
        """Follow, or stop following; whether it is followed now."""
        ids = self._of(kind)
        if id_ in ids:
            ids.remove(id_)
            return False
        ids.append(id_)
        return True

    def _of(self, kind: str) -> list[int]:
        return self.teams if kind == "team" else self.leagues


@dataclass(slots=True)
class Settings:
    """What is saved between runs.

    Attributes:
        path: the file, None if nothing is saved.
        theme: the name of a theme, None: dark.
        utc: whether times are shown in UTC.
        lang: the language of names.
        bookmaker: the slug of the one whose lines are shown, empty: the database's own choice.
        followed: by the path of the database.
    """

    path: Path | None = None
    theme: str | None = None
    utc: bool = False
    lang: str = "en"
    bookmaker: str = ""
    followed: dict[str, Followed] = field(default_factory=dict)

    def of(self, database: Path) -> Followed:
        return self.followed.setdefault(str(database.resolve()), Followed())

    def save(self) -> None:
        """Write the file. Raises OSError if that can't be done."""
        if self.path is None:
            return
        values = asdict(self)
        del values["path"]
        self.path.parent.mkdir(parents=True, exist_ok=True)
        new = self.path.with_name(f"{self.path.name}.{os.getpid()}")
        new.write_text(json.dumps(values, indent=1), encoding="utf-8")
        new.replace(self.path)


def state_file() -> Path:
    """The file of the saved state: $XDG_STATE_HOME/footydata/browse.json."""
    return _folder("XDG_STATE_HOME", ".local/state") / "browse.json"


def keys_file() -> Path:
    """The file in which the user changes keys: $XDG_CONFIG_HOME/footydata/keys.toml."""
    return _folder("XDG_CONFIG_HOME", ".config") / "keys.toml"


def _folder(variable: str, home: str) -> Path:
    folder = os.environ.get(variable)
    return (Path(folder) if folder else Path.home() / home) / "footydata"


def read_settings(path: Path) -> Settings:
    """The saved settings, the defaults if none are saved. Raises UnreadableSettings."""
    try:
        saved = json.loads(path.read_text(encoding="utf-8"))
        followed = {name: Followed(**ids) for name, ids in saved.pop("followed", {}).items()}
        settings = Settings(path=path, followed=followed, **saved)
        _check(settings)
        return settings
    except FileNotFoundError:
        return Settings(path=path)
    except (OSError, ValueError, TypeError, AttributeError, RecursionError) as error:
        raise UnreadableSettings(
            f"{path} can't be read ({error}); remove it to start anew"
        ) from error


def _check(settings: Settings) -> None:
    """Raise TypeError if the file has something that the browser does not write."""
    texts = [settings.theme or "", settings.lang, settings.bookmaker]
    lists = [ids for one in settings.followed.values() for ids in (one.teams, one.leagues)]
    are_texts = all(isinstance(text, str) for text in texts) and isinstance(settings.utc, bool)
    if not are_texts or not all(isinstance(ids, list) for ids in lists):
        raise TypeError("it has something that the browser does not write")


def read_keymap(path: Path) -> dict[str, str]:
    """Name of a key → its keys, from a table [keys] with lines like next-tab = "tab,N"; empty if there is no file.

    Raises UnreadableSettings.
    """
    try:
        text = path.read_text(encoding="utf-8")
        # Imported here: most people change no key, and every start would pay for it.
        import tomllib

        keymap = tomllib.loads(text).get("keys", {})
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, RecursionError) as error:
        raise UnreadableSettings(f"{path} can't be read: {error}") from error
    if not isinstance(keymap, dict):
        raise UnreadableSettings(
            f"{path}: keys is not a table; write [keys], and below it lines like next-tab = 'tab,N'"
        )
    for name, keys in keymap.items():
        if not isinstance(keys, str):
            raise UnreadableSettings(
                f"{path}: {name} needs keys as a text, like \"{name} = 'right,N'\""
            )
        for key in keys.split(","):
            if not is_key(key.strip()):
                raise UnreadableSettings(
                    f"{path}: {name} has {key.strip()!r}, which is not a key; keys are single characters or names like "
                    "'ctrl+g', 'pageup', 'question_mark'"
                )
    return keymap
