"""The sample database: fictional leagues around today.

Its builder lies in the project's folder sample_db; a wheel carries those files here, beside this one,
and a checkout finds them through this package's path.
"""

from pathlib import Path

_checkout = Path(__file__).parents[2] / "sample_db"
if _checkout.is_dir() and (_checkout.parent / "pyproject.toml").is_file():
    __path__.append(str(_checkout))
