"""The bounds of lists. Contract 7."""

DEFAULT_PER_PAGE = 50
MAX_PER_PAGE = 100
MAX_PER_PAGE_WITH_INCLUDE = 50
MAX_PER_PAGE_LIVE = 500


def effective_per_page(requested: int | None, *, expands: bool = False, live: bool = False) -> int:
    """The rows per page, clamped to the bound of the list.

    live: the list is /v1/fixtures?status=live; expands: the request has include.

    >>> effective_per_page(500), effective_per_page(500, live=True), effective_per_page(500, live=True, expands=True)
    (100, 500, 50)
    """
    bound = MAX_PER_PAGE_LIVE if live else MAX_PER_PAGE
    if expands:
        bound = MAX_PER_PAGE_WITH_INCLUDE
    return min(requested or DEFAULT_PER_PAGE, bound)
