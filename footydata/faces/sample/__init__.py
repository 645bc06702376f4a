"""The sample database: fictional leagues around today.

Its modules are in the project's folder sample_db. A wheel contains them in this package; in a checkout they are found
through this package's path.
"""

from pathlib import Path

_checkout = Path(__file__).parents[3] / "sample_db"
if _checkout.is_dir() and (_checkout.parent / "pyproject.toml").is_file():
    __path__.append(str(_checkout))
