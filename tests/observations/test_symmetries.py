"""Symmetries of positions, held against the rebuilt legal sets and against games that are played on."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

import zellige as zl
from zellige.reference.base import ReferenceState

from . import rebuild
from .own_sets import own_games, tiles

NAMES = {
    "identity": "identity",
    "rotations": "identity rotate90 rotate180 rotate270",
    "square": "identity rotate90 rotate180 rotate270 mirror_x mirror_y transpose antitranspose",
    "mirror": "identity mirror_x",
    "duo": "identity rotate180 transpose antitranspose",
}


@pytest.mark.parametrize(
    ("of", "names"),
    [
        (zl.Blokus(2), "square"),
        (zl.Blokus(3), "square"),
        (zl.Blokus(4), "square"),
        (zl.Blokus(2, "fixed"), "rotations"),
        (zl.Blokus(3, "fixed"), "identity"),
        (zl.Blokus(4, "fixed"), "rotations"),
        (zl.Blokus(variant="duo"), "duo"),
        (zl.CasaGrande(3), "rotations"),
        (zl.Casbah(), "mirror"),
        (zl.Casbah(tiles="reconstruction-walls"), "mirror"),
        (zl.Casbah((4, 4), tiles=tiles()), "mirror"),
        (zl.Casbah((4, 4), tiles=tiles(front="FWDW")), "mirror"),
        (zl.Casbah((4, 4), tiles=tiles(("D.WD", 3, 2), ("DW.D", 3, 2))), "mirror"),
        # No partner; one of another value; one of another count; one too many; a front door that is no mirror picture.
        (zl.Casbah((4, 4), tiles=tiles(("D.WD", 3, 2))), "identity"),
        (zl.Casbah((4, 4), tiles=tiles(("D.WD", 3, 2), ("DW.D", 4, 2))), "identity"),
        (zl.Casbah((4, 4), tiles=tiles(("D.WD", 3, 2), ("DW.D", 3, 1))), "identity"),
        (zl.Casbah((4, 4), tiles=tiles(("D.WD", 3, 2), ("DW.D", 3, 2), (".DDW", 3, 2))), "identity"),
        (zl.Casbah((4, 4), tiles=tiles(front="FWDD")), "identity"),
    ],
)
def test_which_there_are(of: zl.Game, names: str) -> None:
    assert " ".join(symmetry.name for symmetry in of.symmetries()) == NAMES[names]


def test_they_are_a_group(game: zl.Game) -> None:
    symmetries = game.symmetries()
    assert game.symmetries() is symmetries
    spec = game.observation_spec()
    maps = []
    for symmetry in symmetries:
        assert symmetry.actions.dtype == np.int32
        assert not symmetry.actions.flags.writeable
        assert np.array_equal(np.sort(symmetry.actions), np.arange(game.num_distinct_actions()))
        assert list(symmetry.sources) == list(spec)
        for name, source in symmetry.sources.items():
            assert source.shape == spec[name].shape
            assert not source.flags.writeable
            assert np.array_equal(np.sort(source, axis=None), np.arange(spec[name].size))
        maps.append(_bytes(symmetry.actions, symmetry.sources))
        assert pickle.loads(pickle.dumps(symmetry)) is symmetry
    assert len(set(maps)) == len(maps)
    assert maps[0] == _bytes(
        np.arange(game.num_distinct_actions(), dtype=np.int32), {name: np.arange(spec[name].size) for name in spec}
    )
    for one, other in itertools.product(symmetries, symmetries):
        both = {name: one.sources[name].reshape(-1)[source] for name, source in other.sources.items()}
        assert _bytes(other.actions[one.actions], both) in maps


def _bytes(actions: npt.NDArray[np.int32], sources: Any) -> bytes:
    return b"".join([actions.tobytes(), *(np.asarray(source).tobytes() for source in sources.values())])


# ---- Positions -------------------------------------------------------------------------------------------------------


def check_positions(game: zl.Game, games: int) -> None:
    rng = np.random.default_rng(5)
    symmetries = game.symmetries()
    for _ in range(games):
        state = game.new_initial_state()
        while True:
            symmetry = symmetries[rng.integers(len(symmetries))]
            check_legal(symmetry, state, symmetry.observation(state.observation(rng.integers(game.num_players()))))
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))


def check_legal(symmetry: zl.Symmetry, state: zl.State, mapped: dict[str, npt.NDArray[Any]]) -> None:
    """The legal set rebuilt from the mapped observation is the mapped legal set."""
    legal = state.legal_actions()
    rebuilt = rebuild.legal(state.game, mapped)
    if state.is_chance_node():
        assert rebuilt == legal.tolist()
        return
    assert rebuilt == np.sort(symmetry.actions[legal]).tolist(), (symmetry, state.to_record())
    assert np.flatnonzero(symmetry.mask(state.legal_actions_mask())).tolist() == rebuilt


def test_mapped_positions_have_the_mapped_legal_set(game: zl.Game) -> None:
    check_positions(game, 2)


@pytest.mark.parametrize("own", own_games(), ids=lambda game: f"{game.name}-{game.num_players()}")
def test_sets_of_ones_own(own: zl.Game) -> None:
    check_positions(own, 4)


# ---- Games -----------------------------------------------------------------------------------------------------------


def mapped_start(symmetry: zl.Symmetry) -> tuple[ReferenceState, int]:
    """The image of the start position, and by how many seats players move on in it."""
    state: Any = symmetry.game.new_initial_state("reference")
    if isinstance(symmetry.game, zl.Blokus):
        state.position.colour = int(np.flatnonzero(symmetry.sources["colour"] == 0)[0])
        return state, state.position.colour % symmetry.game.num_players()
    if isinstance(symmetry.game, zl.CasaGrande):
        roll = int(np.flatnonzero(symmetry.sources["pawn"][0] == 0)[0])
        state.position.pawns = [(pawn + roll) % 20 for pawn in state.position.pawns]
    return state, 0


GAMES = [
    zl.Blokus(3),
    zl.Blokus(2, "fixed"),
    zl.Blokus(4, "fixed"),
    zl.Blokus(variant="duo"),
    zl.Casbah(),
    zl.Casbah((4, 9), 3, "reconstruction-walls"),
    zl.Casbah((6, 6), 1, "reconstruction-walls", strict_future=True),
    zl.CasaGrande(2),
    zl.CasaGrande(3, 18),
    *own_games(),
]


@pytest.mark.parametrize("own", GAMES, ids=str)
def test_the_mapped_game_is_the_same_game(own: zl.Game) -> None:
    players = range(own.num_players())
    for number, symmetry in enumerate(own.symmetries()[1:]):
        rng = np.random.default_rng(number)
        state = own.new_initial_state()
        twin, shift = mapped_start(symmetry)
        while True:
            for player in players:
                seen = state.observation(player)
                theirs = twin.observation((player + shift) % len(players))
                mapped = symmetry.observation(seen)
                assert list(mapped) == list(theirs)
                if state.is_terminal() and starts_with_the_other_colour(symmetry, seen):
                    continue
                for name, array in mapped.items():
                    assert array.dtype == theirs[name].dtype
                    assert np.array_equal(array, theirs[name]), (symmetry, name, player, state.to_record())
            assert np.array_equal(state.scores(), np.roll(twin.scores(), -shift))
            assert np.array_equal(state.returns(), np.roll(twin.returns(), -shift))
            if state.is_terminal():
                break
            action = int(rng.choice(state.legal_actions()))
            state.apply_action(action)
            twin.apply_action(action if twin.is_chance_node() else symmetry.actions[action])


def starts_with_the_other_colour(symmetry: zl.Symmetry, seen: dict[str, npt.NDArray[Any]]) -> bool:
    """At the end row 0 is the lower one of a player's two colours; its image may be the higher one."""
    if not isinstance(symmetry.game, zl.Blokus) or symmetry.game.rules.players != 2 or len(seen["colour"]) == 2:
        return False
    return int(np.flatnonzero(symmetry.observation(seen)["colour"])[0]) >= 2


# ---- Batches and errors ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game_of", [zl.Blokus, zl.Casbah, zl.CasaGrande])
def test_batches(game_of: type[zl.Game]) -> None:
    game, rng = game_of(), np.random.default_rng(6)
    state, seen = game.new_initial_state(), []
    for _ in range(30):
        seen.append(state.observation())
        state.apply_action(rng.choice(state.legal_actions()))
    batch = {name: np.stack([one[name] for one in seen]) for name in seen[0]}
    masks = rng.random((3, 10, game.num_distinct_actions()), dtype=np.float32)
    for symmetry in game.symmetries():
        mapped = symmetry.observation(batch)
        nested = symmetry.observation({name: array.reshape(3, 10, *array.shape[1:]) for name, array in batch.items()})
        for number, one in enumerate(seen):
            for name, array in symmetry.observation(one).items():
                assert np.array_equal(mapped[name][number], array)
                assert np.array_equal(nested[name][divmod(number, 10)], array)
        moved = symmetry.mask(masks)
        assert moved.dtype == np.float32
        assert np.array_equal(moved[..., symmetry.actions], masks)


def test_new_arrays() -> None:
    game = zl.CasaGrande()
    seen = game.new_initial_state().observation()
    before = {name: array.copy() for name, array in seen.items()}
    mapped = game.symmetries()[0].observation(seen)
    for array in mapped.values():
        array += 1
    assert all(np.array_equal(seen[name], before[name]) for name in seen)
    mask = np.zeros(game.num_distinct_actions(), dtype=np.bool_)
    game.symmetries()[0].mask(mask)[0] = True
    assert not mask.any()


def test_some_of_the_arrays() -> None:
    game = zl.Blokus()
    seen = game.new_initial_state().observation()
    assert list(game.symmetries()[1].observation({"board": seen["board"]})) == ["board"]


def test_wrong_arguments() -> None:
    game = zl.Blokus()
    turn, seen = game.symmetries()[1], game.new_initial_state().observation()
    wrong: Any = [seen]
    with pytest.raises(TypeError, match="must be a dict of arrays, not list"):
        turn.observation(wrong)
    with pytest.raises(ValueError, match="no array 'bord'; it has board, forbidden"):
        turn.observation({"bord": seen["board"]})
    wrong = {"board": seen["board"].tolist()}
    with pytest.raises(TypeError, match="'board' must be a numpy array, not list"):
        turn.observation(wrong)
    with pytest.raises(ValueError, match=r"'board' must be \(4, 20, 20\), not \(3, 20, 20\)"):
        turn.observation({"board": seen["board"][1:]})
    with pytest.raises(ValueError, match=r"'board' must be \(4, 20, 20\), not \(20, 20\)"):
        turn.observation({"board": seen["board"][0]})
    wrong = [True]
    with pytest.raises(TypeError, match="a mask must be a numpy array, not list"):
        turn.mask(wrong)
    for shape in ((), (30432,), (30433, 2)):
        with pytest.raises(ValueError, match="must have 30433 elements"):
            turn.mask(np.zeros(shape, dtype=np.bool_))
