"""The program as a fixture."""

import pytest

from tests.faces.cli.running import Ended, Run, exit_code


@pytest.fixture
def ended(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs the program with these arguments."""

    def run(*arguments: object) -> Ended:
        code = exit_code(*arguments)
        return Ended(code, *capsys.readouterr())

    return run
