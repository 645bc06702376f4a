"""Rendered parts of fixtures, their leagues and teams, cached by a reader while the data stand still.

Bounded by their bytes: where they grow larger, all go, and what is asked for comes back first.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence

MOST_BYTES = 16 * 2**20
_OVERHEAD = 120
"""About what Python adds to a cached part: its object, its key, its place in the dict."""


class Fragments:
    """JSON by kind and id."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._kinds: dict[Hashable, dict[int, bytes]] = {}

    def of(
        self, kind: Hashable, ids: Sequence[int], render: Callable[[Sequence[int]], Mapping[int, bytes]]
    ) -> list[bytes]:
        """The parts of the ids, in their order; render gives those that are not cached yet."""
        cached = self._kinds.setdefault(kind, {})
        try:
            return [cached[id_] for id_ in ids]
        except KeyError:
            missing = [id_ for id_ in ids if id_ not in cached]
        rendered = render(missing)
        cached.update(rendered)
        self._bytes += sum(map(len, rendered.values())) + _OVERHEAD * len(rendered)
        parts = [cached[id_] for id_ in ids]
        if self._bytes > self._most:
            self.clear()
        return parts

    def clear(self) -> None:
        """Forget all."""
        self._kinds.clear()
        self._bytes = 0
