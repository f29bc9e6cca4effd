"""JSON as strictly as files from strangers need it: no duplicate keys, no NaN, errors in one sentence."""

from __future__ import annotations

import json
from typing import Any, NoReturn

__all__ = ["loads", "shorten"]


def shorten(text: str, limit: int = 300) -> str:
    """``text`` in at most ``limit`` characters on one line, for messages.

    >>> shorten("abcdefgh", 5)
    'ab...'
    """
    line = text if len(text) <= limit else text[: limit - 3] + "..."
    return line if line.isprintable() else "".join(c if c.isprintable() else ascii(c)[1:-1] for c in line)


def loads(text: str) -> Any:
    """Reads one JSON value.

    Raises:
        ValueError: One sentence: not JSON, cut off, a key that stands twice, NaN, nested too deeply, half a surrogate.

    >>> loads('{"a": 1, "a": 2}')
    Traceback (most recent call last):
    ...
    ValueError: the key "a" stands twice in one object
    """
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        if "\\ud" in text.lower():
            json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as why:
        if why.pos >= len(text.rstrip()) or why.msg.startswith("Unterminated string"):
            raise ValueError("it is cut off: the JSON value does not end") from None
        raise ValueError(f"it is not JSON: {why.msg[0].lower()}{why.msg[1:]} at character {why.pos + 1}") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    except UnicodeEncodeError:
        raise ValueError("a string in it holds half a surrogate pair") from None
    except ValueError as why:
        if "integer string conversion" in str(why):
            raise ValueError("a number in it has too many digits") from None
        raise
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        seen: set[str] = set()
        twice = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]
        raise ValueError(f'the key "{shorten(twice, 40)}" stands twice in one object')
    return found


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
