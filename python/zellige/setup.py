"""Positions that are set up by hand, before either engine reads them (docs/setup.md)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _json
from .errors import PositionError, Reason

__all__ = ["plain_position"]

_DEEPEST = 8
"""How deeply a position may be nested; none that can be read comes near it."""


def plain_position(position: object) -> dict[str, Any]:
    """A position as plain JSON values, the same for both engines; new objects all through.

    Raises:
        TypeError: It is no mapping, or holds something that JSON does not know.
        PositionError: It holds a value that no engine could read, such as NaN.

    >>> import numpy as np
    >>> plain_position({"board": np.full((1, 2), -1)})
    {'board': [[-1, -1]]}
    """
    if not isinstance(position, Mapping):
        raise TypeError(f"a position is a mapping, not {type(position).__name__}")
    plain: dict[str, Any] = _plain(position, 0)
    return plain


def _plain(value: object, depth: int) -> Any:
    if depth > _DEEPEST:
        raise _unreadable("it is nested too deeply")
    if isinstance(value, (np.ndarray, np.generic)):
        value = value.tolist()
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, int):
        if abs(value) >= 2**63:
            raise _unreadable("a number in it has too many digits")
        return int(value)
    if isinstance(value, float):
        if value - value != 0:
            raise _unreadable(f"{value} is no JSON number")
        return float(value)
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, Mapping):
        return {_key(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item, depth + 1) for item in value]
    raise TypeError(f"a position holds JSON values, not {type(value).__name__}")


def _key(key: object) -> str:
    if not isinstance(key, str):
        raise TypeError(f"the keys of a position are strings, not {type(key).__name__}")
    return _text(key)


def _text(text: str) -> str:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise _unreadable(f"{_json.shorten(ascii(text), 40)} is no text") from None
    return str(text)


def _unreadable(message: str) -> PositionError:
    return PositionError([Reason("BadPosition", (), message)])
