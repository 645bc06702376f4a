"""What can go wrong beside the contract's own errors.

FootydataError
  InvalidSetting          base_url or a parameter can't be used as it is
  ServiceUnreachable      no answer came: refused, timed out, cut off
  UnexpectedAnswer        an answer came that is not of the contract
  AnswerTooLarge          an answer came that is larger than its bound
  EndlessList             page after page says that more follow
"""

from footydata.contract.errors import FootydataError

EXCERPT = 200
"""How much of an unexpected body a message shows."""


class InvalidSetting(FootydataError):
    """A setting or an argument of the client can't be used; the message says what would be right."""


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
    """The body of an answer, unpacked, is larger than its bound; none of it is used."""


class EndlessList(FootydataError):
    """A list in which every page says that another one follows."""


class LeagueMovedWarning(UserWarning):
    """A league id was retired; the client followed to the survivor. Use the new id from now on."""
