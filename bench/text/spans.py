"""Finding a quote in a text whatever its width, case and white space.

Guarantees: the offsets are those of the original text; a quote of white space alone is nowhere.
"""

import re

from bench.text.fold import squeeze


def find_span(quote: str, text: str, start: int = 0) -> tuple[int, int] | None:
    """The first place at or after `start` where `quote` stands verbatim once folded: (start, end) in `text`.

    None where it does not occur, and for a quote that holds nothing but white space.
    """
    wanted = squeeze(quote)
    if not wanted:
        return None
    folded, places = _folded_with_places(text)
    first = next((i for i, (begin, _) in enumerate(places) if begin >= start), len(folded))
    found = folded.find(wanted, first)
    if found < 0:
        return None
    return places[found][0], places[found + len(wanted) - 1][1]


def holds(quote: str, text: str) -> bool:
    """Whether `quote` stands verbatim in `text` after width, case and white space are folded."""
    return find_span(quote, text) is not None


# A base character with its combining or half-width voicing marks folds as one.
_CLUSTER = re.compile(r"[\s\S][\u0300-\u036f\u3099\u309a\uff9e\uff9f]*")


def _folded_with_places(text: str) -> tuple[str, list[tuple[int, int]]]:
    """The folded text, and for each of its characters the stretch of `text` that it came from."""
    folded: list[str] = []
    places: list[tuple[int, int]] = []
    for match in _CLUSTER.finditer(text):
        piece = squeeze(match[0])
        folded.append(piece)
        places += [match.span()] * len(piece)
    return "".join(folded), places
