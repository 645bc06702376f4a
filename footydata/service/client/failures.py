"""The client's errors beside those of the contract.

FootydataError
  InvalidArgument         base_url or a parameter can't be used
  ServiceUnreachable      no answer: refused, timed out, connection lost
  UnexpectedAnswer        the answer is not of the contract
  AnswerTooLarge          the answer is larger than its limit
  EndlessList             page after page says that more follow
"""

from footydata.football.errors import FootydataError

EXCERPT = 200
"""Characters of an unexpected body that a message shows."""


class ServiceUnreachable(FootydataError):
    """No answer came from the service, after the retries.

    Attributes: retryable: whether another try could help.
    """

    def __init__(self, message: str, *, retryable: bool = True) -> None:
        super().__init__(message)
        self.retryable = retryable


class UnexpectedAnswer(FootydataError):
    """The answer is not of the v1 contract: another service, a proxy's page, a body cut short.

    Attributes:
        status: HTTP status.
        excerpt: the beginning of its body.
        retryable: whether another try could help.
    """

    def __init__(self, message: str, *, status: int, body: bytes, retryable: bool = False) -> None:
        self.status = status
        self.excerpt = body[:EXCERPT].decode("utf-8", "replace")
        self.retryable = retryable
        super().__init__(f"{message}: {self.excerpt!r}" if self.excerpt else message)


class AnswerTooLarge(FootydataError):
    """The body of an answer, unpacked, is larger than its limit; none of it is used."""


class EndlessList(FootydataError):
    """A list has no end: every page says that another one follows."""


class LeagueMovedWarning(UserWarning):
    """A league id was retired, and the client used the survivor. Use the new id from now on."""
