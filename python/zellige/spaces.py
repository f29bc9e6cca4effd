"""What the environments for Gymnasium and PettingZoo share: spaces, rendering, arguments (extra ``[rl]``)."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from . import draw
from .game import Game
from .games import game_from_options, load_game, parse_game
from .options import one_of
from .state import State

try:
    from gymnasium import spaces
except ImportError as why:
    raise ImportError("this needs gymnasium: pip install 'zellige[rl]'") from why

__all__ = ["RENDER_MODES", "action_mask_space", "as_game", "check_render_mode", "observation_space", "rendered"]

RENDER_MODES = ("human", "ansi", "rgb_array")
"""``"ansi"``: text from ``render()``; ``"human"``: the text is printed at every step; ``"rgb_array"``: pixels, uint8
of shape (height, width, 3), which needs the extra ``[png]``."""


def observation_space(game: Game) -> spaces.Dict:
    """The arrays of ``state.observation()`` with their shapes, dtypes and bounds, in the order of the layout.

    >>> import zellige as zl
    >>> observation_space(zl.Casbah(size="4x4"))["room"]
    Box(0, 1, (4, 7), uint8)
    """
    boxes: dict[str, spaces.Space[Any]] = {
        name: spaces.Box(spec.low, spec.high, spec.shape, spec.dtype.type)
        for name, spec in game.observation_spec().items()
    }
    return spaces.Dict(boxes)


def action_mask_space(game: Game) -> spaces.Box:
    """The mask of legal actions: int8, 1 for a legal one.

    >>> import zellige as zl
    >>> action_mask_space(zl.Blokus(variant="duo"))
    Box(0, 1, (13729,), int8)
    """
    return spaces.Box(0, 1, (game.num_distinct_actions(),), np.int8)


def as_game(game: Game | str, options: dict[str, Any] | None = None) -> Game:
    """The game that an environment is asked for.

    Args:
        game: A game, or a text as `load_game` reads it.
        options: Options by name that are laid over those of the text.

    Raises:
        TypeError: ``game`` is neither, or options come with a game that has its own.
        ValueError: The text or an option is not what the game allows.

    >>> as_game("blokus(players=2)", {"corners": "fixed"})
    blokus(players=2,corners=fixed,scoring=advanced)
    """
    if isinstance(game, Game):
        if options:
            raise TypeError(f"a game has its options already; give {', '.join(options)} with a name instead")
        return game
    if not isinstance(game, str):
        raise TypeError(f"game must be a zellige game or a text that names one, not {type(game).__name__}")
    if not options:
        return load_game(game)
    name, given = parse_game(game)
    return game_from_options(name, {**given, **options})


def check_render_mode(mode: object) -> None:
    """Refuses a render mode that does not exist."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"render_mode must be None or {one_of(map(repr, RENDER_MODES))}, not {mode!r}")


def rendered(state: State, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """A position as the render mode wants it; ``"human"`` prints it and gives ``None``.

    >>> import zellige as zl
    >>> print(str(rendered(zl.Blokus().new_initial_state(), "ansi")).splitlines()[0])
    Blue to move (player 0)
    """
    if mode == "rgb_array":
        return draw.rgb(state)
    if mode == "ansi":
        return str(state)
    if mode == "human":
        print(state)
    return None
