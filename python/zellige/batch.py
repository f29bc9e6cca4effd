"""Many games side by side, stepped together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from .game import Game
from .observations import Observation
from .options import count, one_of
from .simulate import available_cores
from .state import State

__all__ = ["AUTORESET", "Actions", "Batch"]

AUTORESET = ("NEXT_STEP", "SAME_STEP", "DISABLED")
"""What happens to games that are over, by the names of Gymnasium's ``AutoresetMode``."""
CHANCES = ("sampled", "external")
MOST_GAMES = 2**24

Actions = npt.NDArray[np.int32] | npt.NDArray[np.int64] | Sequence[int]
"""One action number per game."""


class Batch:
    """``n`` games of one kind that are stepped by one call, natively and without the GIL.

    Game ``j`` of the batch plays in its ``e``-th episode (from 0) game number ``e * n + j`` of the seed: one draw of
    that game's stream for each `sample` and each die. A loop of `sample` and `step` so plays exactly the games of
    ``zl.simulate(game, ..., seed=seed)``.

    Every array that a batch gives out belongs to it: it is made once, and the next call of the same method fills it
    anew. Copy what is to be kept longer. One call may work on a batch at a time.

    Args:
        game: The game.
        n: How many games, 1 to 2**24.
        seed: 0 to 2**64 - 1.
        threads: How many native threads one call may use, at most 1024; ``None`` for one per available core. A thread
            gets 1,024 games or more. Results do not depend on it.
        autoreset: What happens to a game that is over, by the names of Gymnasium's ``AutoresetMode`` (its members may
            be given too). ``"NEXT_STEP"``: the next step ignores its action and begins its next episode.
            ``"SAME_STEP"``: its next episode begins within the step that ended it. ``"DISABLED"``: it stays as it is
            until `reset`, and any action for it but -1 is an error.
        chance: ``"sampled"``: dice are rolled within the steps, from the game's stream. ``"external"``: a chance node
            is a step like others; its "player" is `zellige.CHANCE`, its legal actions are the outcomes.

    Raises:
        TypeError: An argument has the wrong type.
        ValueError: A number or a name is none of those above.
        MemoryError: The games do not fit into memory.

    >>> import zellige as zl
    >>> batch = zl.Batch(zl.Casbah(size=(4, 4), players=2), 100, seed=7)
    >>> finished = 0
    >>> for _ in range(60):
    ...     ended = batch.step(batch.sample())
    ...     finished += int(ended.sum())
    >>> finished
    200
    """

    __slots__ = ("_autoreset", "_chance", "_game", "_n", "_native", "_threads")

    _game: Game
    _n: int
    _threads: int
    _autoreset: str
    _chance: str
    _native: Any

    def __init__(
        self,
        game: Game,
        n: int,
        seed: int = 0,
        threads: int | None = 1,
        autoreset: object = "NEXT_STEP",
        chance: str = "sampled",
    ) -> None:
        if not isinstance(game, Game):
            raise TypeError(f"game must be a zellige game, not {type(game).__name__}")
        self._game = game
        self._n = count("n", n, 1, MOST_GAMES)
        seed = count("seed", seed, 0, 2**64 - 1)
        self._threads = available_cores() if threads is None else count("threads", threads, 1, 1024)
        self._autoreset = _name("autoreset", getattr(autoreset, "name", autoreset), AUTORESET)
        self._chance = _name("chance", chance, CHANCES)
        external = self._chance == "external"
        self._native = game._native.batch(game, self._n, seed, self._threads, self._autoreset, external)

    # ---- What it is --------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def seed(self) -> int:
        """The seed of the streams."""
        return int(self._native.seed())

    @property
    def threads(self) -> int:
        """How many threads one call may use."""
        return self._threads

    @property
    def autoreset(self) -> str:
        """What happens to games that are over: one of `AUTORESET`."""
        return self._autoreset

    @property
    def chance(self) -> str:
        """``"sampled"`` or ``"external"``."""
        return self._chance

    def __len__(self) -> int:
        return self._n

    def __repr__(self) -> str:
        return (
            f"<Batch of {self._n} games of {self._game!r}, seed {self.seed}, "
            f"autoreset {self._autoreset}, chance {self._chance}>"
        )

    # ---- What can be played ------------------------------------------------------------------------------------------

    def legal(self) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """The legal actions of all games as compressed rows: ``(offsets, actions)``.

        ``actions[offsets[j] : offsets[j + 1]]`` are those of game ``j``, ascending; none for a game that is over.

        Returns:
            int64 ``(n + 1,)`` and int32 ``(offsets[-1],)``.

        >>> import zellige as zl
        >>> offsets, actions = zl.Batch(zl.Blokus(), 3).legal()
        >>> offsets.tolist(), actions[: offsets[1]].size
        ([0, 232, 464, 696], 232)
        """
        return cast("tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]", self._native.legal())

    def mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """True for each legal action: bool_ ``(n, num_distinct_actions)``; a row of false for a game that is over.

        At a chance node (with ``chance="external"``) the first columns stand for the outcomes.

        Args:
            out: A writable C-contiguous array of that dtype and shape to be filled and returned.

        Raises:
            TypeError: ``out`` is no ``bool_`` array.
            ValueError: ``out`` has another shape, is not contiguous or cannot be written to.
        """
        return cast("npt.NDArray[np.bool_]", self._native.mask(out))

    def packed_mask(self, out: npt.NDArray[np.uint8] | None = None) -> npt.NDArray[np.uint8]:
        """`mask` as bits, as ``numpy.packbits(mask, axis=1, bitorder="little")`` lays them out.

        Args:
            out: A writable C-contiguous array to be filled and returned: uint8 ``(n, ceil(num_distinct_actions / 8))``.

        Raises:
            TypeError: ``out`` is no uint8 array.
            ValueError: ``out`` has another shape, is not contiguous or cannot be written to.
        """
        return cast("npt.NDArray[np.uint8]", self._native.packed_mask(out))

    def sample(self) -> npt.NDArray[np.int32]:
        """A uniform legal action per game, one draw of its stream each: int32 ``(n,)``, -1 for a game that is over.

        No list is made. Each call draws anew.
        """
        return cast("npt.NDArray[np.int32]", self._native.sample())

    def observe(self, out: Observation | None = None) -> Observation:
        """Every game as the player to move sees it: named arrays of shape ``(n, *shape)``.

        Names, dtypes and what stands in the arrays are those of ``state.observation()``; ``game.observation_spec()``
        has the shapes. A game that is over, or waits for a die, is seen by player 0.

        Args:
            out: A dict of writable C-contiguous arrays of those names, dtypes and shapes, to be filled and returned.

        Raises:
            TypeError: ``out`` is no dict, or an array has another dtype.
            ValueError: An array is missing, one too many, of another shape, not contiguous or aligned, given twice, or
                cannot be written to.

        >>> import zellige as zl
        >>> batch = zl.Batch(zl.Blokus(), 8)
        >>> {name: array.shape for name, array in batch.observe().items()}["board"]
        (8, 4, 20, 20)
        """
        arrays: Observation = self._native.observe(out)
        return arrays if out is None else out

    def current_players(self) -> npt.NDArray[np.int32]:
        """Who decides next: int32 ``(n,)``, a player, `zellige.CHANCE` or `zellige.TERMINAL`."""
        return cast("npt.NDArray[np.int32]", self._native.current_players())

    # ---- Playing -----------------------------------------------------------------------------------------------------

    def step(self, actions: Actions, mask: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        """Plays one action in every game, all or none.

        What is given for a game that is over is ignored with ``autoreset="NEXT_STEP"``; with ``"DISABLED"`` it must be
        -1.

        Args:
            actions: int32 or int64 array of shape ``(n,)``, or a list or tuple of ``n`` integers. No other dtype is
                converted, so that neither truth values nor rounded numbers are taken for actions.
            mask: bool_ ``(n,)``: the games that are stepped, all without it. The others stay as they are, over or not,
                whatever is given for them.

        Returns:
            bool_ ``(n,)``: which games this step has ended.

        Raises:
            IllegalAction: An action is not legal; ``index`` says in which game (the first), and no game has changed.
            TypeError: ``actions`` is of another type or dtype, or ``mask`` is no ``bool_`` array.
            ValueError: ``actions`` or ``mask`` has another shape.
            BusyError: Another thread is working on this batch.

        >>> import zellige as zl
        >>> batch = zl.Batch(zl.Blokus(), 2)
        >>> batch.step([0, 5])
        Traceback (most recent call last):
        ...
        zellige.errors.IllegalAction: game 1: f1: B3: the first piece covers no free corner
        """
        # A copy, because the mask may be the very array that the last step has given out and this one fills.
        where = None if mask is None else self._checked(mask).copy()
        return cast("npt.NDArray[np.bool_]", self._native.step(actions, where))

    def reset(self, seed: int | None = None, mask: npt.NDArray[np.bool_] | None = None) -> None:
        """Begins games anew.

        Args:
            seed: Begin all games from episode 0 of this seed. ``None``: those that have been stepped since their start
                begin their next episode; the others stand at the start already.
            mask: bool_ ``(n,)``: the games that begin anew, all without it. It does not combine with a seed.

        Raises:
            TypeError: ``seed`` is no integer, or ``mask`` no ``bool_`` array.
            ValueError: ``seed`` is out of range, ``mask`` has another shape, or both are given.
        """
        if seed is not None:
            seed = count("seed", seed, 0, 2**64 - 1)
        which = None
        if mask is not None:
            which = self._checked(mask).tolist()
            if seed is not None:
                raise ValueError("seed begins all games anew; it does not combine with mask")
        self._native.reset(seed, which)

    # ---- Results -----------------------------------------------------------------------------------------------------

    def returns(self) -> npt.NDArray[np.float64]:
        """Results by rank in [-1, 1]: float64 ``(n, num_players)``, zeros during play.

        They are of the game that stands in the slot, or of the game that the last step has ended and left there
        (``"SAME_STEP"``). The same holds for `scores` and `lengths`.
        """
        return cast("npt.NDArray[np.float64]", self._native.returns())

    def scores(self) -> npt.NDArray[np.int32]:
        """The game's own points: int32 ``(n, num_players)``."""
        return cast("npt.NDArray[np.int32]", self._native.scores())

    def lengths(self) -> npt.NDArray[np.int32]:
        """The number of entries of the history, dice included: int32 ``(n,)``."""
        return cast("npt.NDArray[np.int32]", self._native.lengths())

    def episodes(self) -> npt.NDArray[np.int64]:
        """The episode that each slot is in, from 0: int64 ``(n,)``."""
        return cast("npt.NDArray[np.int64]", self._native.episodes())

    def state(self, index: SupportsIndex) -> State:
        """Game ``index`` as an independent state with its whole history.

        Raises:
            TypeError: ``index`` is no integer.
            IndexError: There is no such game.

        >>> import zellige as zl
        >>> batch = zl.Batch(zl.CasaGrande(), 4, seed=3)
        >>> ended = batch.step(batch.sample())
        >>> batch.state(2).move_number() == int(batch.lengths()[2])
        True
        """
        return cast("State", self._native.state(index))

    # ---- Copies ------------------------------------------------------------------------------------------------------

    def clone(self) -> Self:
        """An independent copy with arrays of its own; both go on alike."""
        return self._with(self._native.clone())

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: object) -> Self:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        arguments = (self._game, self._n, self.seed, self._threads, self._autoreset, self._chance)
        return (_restore, (type(self), arguments, self._native.kept()))

    def _checked(self, mask: object) -> npt.NDArray[np.bool_]:
        """A mask of games."""
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise TypeError(f"mask must be a numpy array of bool_, not {getattr(mask, 'dtype', type(mask).__name__)}")
        if mask.shape != (self._n,):
            raise ValueError(f"mask must have the shape ({self._n},), not {mask.shape}")
        return mask

    def _with(self, native: Any) -> Self:
        twin = object.__new__(type(self))
        for name in Batch.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._native = native
        return twin


def _restore(kind: type[Batch], arguments: tuple[Game, int, int, int, str, str], kept: list[Any]) -> Batch:
    """A pickled batch: its games are replayed, so that nothing but a game can come of it."""
    game, _, seed, threads, autoreset, chance = arguments
    batch = kind(game, 1, seed, threads, autoreset, chance)
    batch._n = len(kept)
    batch._native = game._native.restore_batch(game, seed, threads, autoreset, chance == "external", kept)
    return batch


def _name(what: str, value: object, names: Sequence[str]) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} must be {one_of(map(repr, names))}, not {type(value).__name__}")
    if value not in names:
        raise ValueError(f"{what} must be {one_of(map(repr, names))}, not {value!r}")
    return value
