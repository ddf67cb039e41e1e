"""Writing a regular expression as a list of wordings.

Owns the form only: the words stand in the tables and modules that read them.
"""


def one_of(wordings: str) -> str:
    """`(?:a|b|c)` of `wordings`, which stand one a line or several with " | " between them; order is kept.

    The blanks around each wording go, so one that begins or ends with a blank writes it as [ ]. Empty lines and lines
    that open with # are left out. Raises ValueError where no wording is left: it would match everywhere.
    """
    lines = [line.strip() for line in wordings.split("\n")]
    kept = [w.strip() for line in lines if not line.startswith("#") for w in line.split(" | ") if w.strip()]
    if not kept:
        raise ValueError("one_of needs one wording or more, and every line is empty or a comment")
    return f"(?:{'|'.join(kept)})"
