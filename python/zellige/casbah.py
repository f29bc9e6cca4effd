"""Casbah: draft, building, solo, and checking a table of laid tiles (RULES, H1 to H13)."""

from __future__ import annotations

import abc
import dataclasses
import json
import os
from collections.abc import Mapping
from typing import Any, ClassVar, Literal, NamedTuple, Self, cast

from . import _native
from .game import Engine, NativeCounts, check_engine, seal
from .layouts import Layout, infer_size, read_layout
from .options import check_bool, check_int, check_keys
from .sizes import Size, check_size, read_size
from .state import State
from .symmetries import Symmetry
from .tiles import TileSet

__all__ = ["Casbah", "CasbahRules", "CasbahState", "Frame", "LaidTile", "Violation", "validate"]

Tiles = str | os.PathLike[str] | Mapping[str, Any] | TileSet


@dataclasses.dataclass(frozen=True)
class CasbahRules:
    """The options of `Casbah`.

    Attributes:
        size: W and H (H2).
        players: 1 (solo, H11) to 4.
        tiles: The tile set (H1). The supplied ones are reconstructions: the rulebook gives 40 rooms, 5 gardens, values
            from 1 to 15 and a front door worth 1, but not the list of tiles.
        strict_future: Whether a window and a garden may not face the same empty cell (H8).
    """

    size: tuple[int, int]
    players: int
    tiles: TileSet
    strict_future: bool

    def __post_init__(self) -> None:
        if not isinstance(self.tiles, TileSet):
            raise TypeError(f"tiles must be a TileSet, not {type(self.tiles).__name__}")
        check_bool("strict_future", self.strict_future)
        check_int("players", self.players, range(1, 5))
        check_size(self.size, self.tiles)
        w, h = self.size
        if w * h % self.players:
            raise ValueError(f"{self.players} players cannot share the {w * h} tiles of a {w}x{h} casbah alike (H2)")


class LaidTile(NamedTuple):
    """A tile on the table: its type, its smallest rotation, its cell."""

    name: str
    r: int
    x: int
    y: int


class Frame(NamedTuple):
    """A rectangle that the casbah may become (H7): left column, bottom row, columns, rows."""

    x0: int
    y0: int
    w: int
    h: int


class Violation(NamedTuple):
    """A violated rule in a layout (H12), in the coordinates of the layout.

    Attributes:
        rule: ``"H1"``, ``"H5"``, ``"H6"``, ``"H7"``, ``"H8"``, or ``"H11"`` for a cell that is still empty.
        cells: The cells ``(x, y)`` at fault, by row, then column; for H8 and H11 the empty cell.
        sides: The sides at fault as ``((x, y), "N")``, with the letters N, E, S and W, in the order of their cells; for
            H8 those that face the cell and may not face it together.
        message: One sentence without the rule id.
    """

    rule: str
    cells: tuple[tuple[int, int], ...]
    sides: tuple[tuple[tuple[int, int], str], ...]
    message: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.message}"


class CasbahState(State):
    """A position of `Casbah`.

    ``observation()`` has these arrays for P players and T types of tiles. Planes are ``[y, x + M - 1]`` for the cell
    ``(x, y)``, with M the longer side and y upward, and never turned; seat ``j`` is player ``(viewer + j) mod P``;
    directions are N, E, S, W; sides are 0 none, 1 ``D``, 2 ``W``, 3 ``F``, 4 ``G``, 5 ``.``. docs/observations.md says
    more.

    * ``sides``, uint8 (4, M, 2M-1): each side of each laid tile, by direction.
    * ``facing``, uint8 (4, M, 2M-1): for an empty cell the side that faces it, which a tile there must match (H6).
    * ``gardens``, uint8 (M, 2M-1): laid gardens.
    * ``room``, uint8 (M, 2M-1): cells in a frame that is still possible (H7).
    * ``frames``, uint8 (W+H,), or (W,) if W = H: frames still possible, by width, then left column.
    * ``phase``, uint8 (3,): one-hot, draft, lay or end.
    * ``turn``, uint8 (P,): one-hot, the seat to move; all 0 at the end.
    * ``hands``, int32 (P, T): tiles of each type that each seat holds.
    * ``pool``, int32 (T,): tiles of each type face up in the draft.
    * ``values``, int32 (T,): value of each type.
    * ``scores``, int32 (P,): points of each seat.

    >>> import zellige as zl
    >>> state = zl.Casbah(players=1).new_initial_state()
    >>> state.push("F/2@0,0")
    >>> state.observation()["sides"][:, 0, 5]
    array([1, 1, 3, 1], dtype=uint8)
    """

    __slots__ = ()

    @abc.abstractmethod
    def phase(self) -> Literal["draft", "lay", "end"]:
        """Which part of the game it is."""

    @abc.abstractmethod
    def tiles(self) -> list[LaidTile]:
        """The laid tiles in ascending cell index.

        >>> import zellige as zl
        >>> state = zl.Casbah(players=1).new_initial_state()
        >>> state.push("F/2@0,0")
        >>> state.tiles(), state.frames()[0]
        ([LaidTile(name='F', r=2, x=0, y=0)], Frame(x0=-4, y0=0, w=6, h=6))
        """

    @abc.abstractmethod
    def hand(self, player: int) -> dict[str, int]:
        """How many tiles of each type a player holds, in the order of the set; types that he has none of are left out.

        Raises:
            ValueError: There is no such player.
        """

    @abc.abstractmethod
    def pool(self) -> dict[str, int]:
        """How many tiles of each type are face up in the draft; empty once it is over."""

    @abc.abstractmethod
    def frames(self) -> list[Frame]:
        """The frames that are still possible (H7), by width, then left column; all of them while nothing is laid."""

    @abc.abstractmethod
    def chips(self, player: int) -> int:
        """Face value of the tiles that a player has laid.

        Raises:
            ValueError: There is no such player.
        """


CasbahState.register(_native.CasbahState)


class Casbah(NativeCounts):
    """Casbah (RULES, H1 to H13).

    Args:
        size: W and H, such as ``(6, 6)`` (default), ``[4, 9]`` or ``"4x9"`` (H2).
        players: 2 (default), 3 or 4; 1 for solo (H11).
        tiles: A supplied set by name, a path of a TOML file, a mapping, or a `TileSet` (H1). The default
            ``"reconstruction"`` is a reconstruction: the numbers of rooms and gardens, the range of values and the
            front door worth 1 are the rulebook's, which rooms there are is not.
        strict_future: Whether H8 is taken to the letter (default: no).

    Raises:
        TypeError: An option has the wrong type.
        ValueError: An option has a value that the rules do not allow; for a size it says which condition failed.
        DataError: The tile set is not what H1 allows.

    >>> import zellige as zl
    >>> game = zl.Casbah(size="4x9", players=3)
    >>> game
    casbah(size=4x9,players=3,tiles=reconstruction,strict_future=false)
    >>> state = game.new_initial_state()
    >>> state.phase(), state.legal_moves()
    ('draft', ['F', 'DDDD', 'DDDW', 'DDWW', 'DWDW', 'DWWW', 'G'])
    """

    __slots__ = ()

    name: ClassVar[str] = "casbah"
    rules: CasbahRules

    def __init__(
        self,
        size: Size = (6, 6),
        players: int = 2,
        tiles: Tiles = "reconstruction",
        strict_future: bool = False,
    ) -> None:
        rules = CasbahRules(read_size(size), players, TileSet.load(tiles), strict_future)
        seal(self, rules, _native.CasbahGame(json.dumps(_options(rules))))

    def options(self) -> dict[str, Any]:
        """The options as JSON values; a tile set of the user's own stands whole."""
        return _options(self.rules)

    @classmethod
    def from_options(cls, options: Mapping[str, Any]) -> Self:
        """The game of a record's options; defaults may be left out."""
        check_keys(cls.name, options, ("size", "players", "tiles", "strict_future"))
        return cls(**options)

    def symmetries(self) -> tuple[Symmetry, ...]:
        """The identity, and the mirror x -> -x if the tile set is its own mirror picture, as the supplied ones are.

        It is if every type has a partner (it may be its own) with the same value and count whose mirror picture it is
        when it is turned. In the mirror each type takes the part of its partner.

        >>> import zellige as zl
        >>> game = zl.Casbah(tiles="reconstruction-walls")
        >>> mirror = game.symmetries()[1]
        >>> state = game.new_initial_state()
        >>> state.action_to_string(mirror.actions[state.string_to_action("..DW/0@2,3")])
        '..WD/3@-2,3'
        """
        from .symmetries.casbah import symmetries

        return symmetries(self)

    def new_initial_state(self, engine: Engine = "native") -> CasbahState:
        """The position at the start."""
        check_engine(engine)
        if engine == "reference":
            from .reference.casbah import ReferenceCasbah

            return ReferenceCasbah(self)
        return cast(CasbahState, self._native.new_state(self))

    def state_from(self, position: Mapping[str, Any], engine: Engine = "native") -> CasbahState:
        return cast(CasbahState, super().state_from(position, engine))


def validate(
    layout: Layout,
    tiles: Tiles = "reconstruction",
    size: Size | None = None,
    complete: bool = False,
    strict_future: bool = False,
    engine: Engine = "native",
) -> list[Violation]:
    """Every violation of the rules in any arrangement of tiles (H12); an empty list means that it is legal.

    Args:
        layout: Text with one line per row, the highest row first, and cells separated by blanks: ``name/r`` for a tile,
            ``--`` for an empty cell. Or the rows as lists of such cells (a 2-d array of text too); the lower left cell
            is then (0, 0). Or a dict from ``(x, y)`` to ``"name/r"``. The table may stand anywhere and be turned.
        tiles: The tile set, as for `Casbah`; the default is a reconstruction, so that a table laid with the tiles of
            the box needs a file of these.
        size: W and H; may be left out when the tiles fill a rectangle, whose sides it then is. One that no casbah of
            the set can have (H2) is refused only if it is given.
        complete: Whether the casbah should be finished: then every empty cell of the frame is a violation too (H11).
        strict_future: The option of `Casbah`.
        engine: Which of the two validators judges: ``"native"`` (default) or ``"reference"``, which were written
            separately and give the same rules, cells and sides; sentences differ.

    Returns:
        The violations in the order of the rules' ids, then by row and column, then of the sides N, E, S, W: H1 per tile
        of an unknown type, per type of which there are too many, and for the front door; H5 per group of tiles that
        does not touch the front door's (without one: the largest); H6 per pair of sides; H7 per tile or side of the
        frame with the fewest faults; H8 and H11 per empty cell. Sides of an unknown type match everything. Without
        exactly one front door every frame that holds a tile is tried.

    Raises:
        ValueError: The layout cannot be read (the message names row and column), or the size is missing or none.
        TypeError: An argument has the wrong type.

    >>> text = '''
    ... --      DDDW/0  --
    ... DDWW/0  F/2     DDWW/3
    ... '''
    >>> for violation in validate(text, size=(3, 3)):
    ...     print(violation, violation.sides)
    H8: the empty (0,1) faces a door from (0,0) and a french window from (1,1) (((0, 0), 'N'), ((1, 1), 'W'))
    """
    check_engine(engine)
    check_bool("complete", complete)
    check_bool("strict_future", strict_future)
    tile_set = TileSet.load(tiles)
    cells = read_layout(layout)
    if size is None:
        sides = infer_size(cells)
    else:
        sides = read_size(size)
        check_size(sides, tile_set)
    if engine == "reference":
        from .reference.casbah import violations

        return violations(cells, tile_set, sides, complete, strict_future)
    laid = [(x, y, name, r) for (x, y), (name, r) in cells.items()]
    return _native.casbah_violations(laid, json.dumps(tile_set.to_dict()), sides, complete, strict_future)


def _options(rules: CasbahRules) -> dict[str, Any]:
    return {
        "size": list(rules.size),
        "players": rules.players,
        "tiles": rules.tiles.name_or_dict(),
        "strict_future": rules.strict_future,
    }
