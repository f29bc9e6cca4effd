"""Faults planted into one side on purpose are found, named and shrunk."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, SupportsIndex

import numpy as np
import numpy.typing as npt
import pytest

import zellige as zl
from zellige.crosscheck import CrosscheckReport
from zellige.errors import Reason
from zellige.observations import Observation
from zellige.record import replay
from zellige.reference.base import ReferenceState
from zellige.reference.blokus import BlokusState
from zellige.reference.casa_grande import CasaGrandeState

DUO = zl.Blokus(variant="duo")
CASA = zl.load_game("casa_grande(max_rounds=6)")


def reference(game: zl.Game) -> zl.State:
    return game.new_initial_state("reference")


def check(
    fault: Callable[[Any], zl.State], game: zl.Game = DUO, games: int = 4, playout: Any = None, **options: Any
) -> CrosscheckReport:
    options.setdefault("shrink_seconds", 3.0)
    return zl.crosscheck(game, games, native=fault, reference=reference, playout=playout, **options)


def shows(report: CrosscheckReport, what: str, most: int) -> None:
    """The report is of this kind, its record is this short, and it can be replayed up to the difference."""
    assert not report
    assert not report.ok
    assert report.difference is not None
    assert report.difference.what.startswith(what), report
    assert report.record is not None
    assert report.length is not None
    assert len(report.record.moves) <= min(most, report.length), report
    assert report.difference.ply == len(report.record.moves)
    assert replay(report.record, "reference").move_number() == len(report.record.moves)
    assert what in str(report)
    assert report.record.to_json() in str(report)
    json = report.to_dict()
    assert json["ok"] is False
    assert json["record"]["moves"] == list(report.record.moves)


class Sound(BlokusState):
    """Without a fault: what the other classes differ in is their fault alone."""


class SoundCasa(CasaGrandeState):
    """The same for Casa Grande."""


def test_no_fault_no_difference() -> None:
    assert check(Sound, games=2)
    assert check(SoundCasa, CASA, games=2)


# ---- Faults of the rules ---------------------------------------------------------------------------------------------


class ForgetsAMove(BlokusState):
    """Misses the largest action number from the fifth ply on."""

    def _legal(self) -> list[int]:
        legal = super()._legal()
        return legal[:-1] if self.move_number() >= 4 else legal


def test_a_missed_move() -> None:
    report = check(ForgetsAMove)
    shows(report, "legal_actions", 4)
    assert report.difference is not None
    assert "only reference: [" in str(report.difference)


class ForgetsTheMonomino(BlokusState):
    """Misses the monomino once the colour has laid an I5: rare, and of any length in a random game."""

    def _legal(self) -> list[int]:
        legal = super()._legal()
        if self.is_terminal() or "I5" in self.hand(self.current_colour()):
            return legal
        return [action for action in legal if "," in self._named(action)]


def test_a_rare_missed_move_shrinks_to_what_it_takes() -> None:
    # A colour must have laid its I5 and be to move again.
    shows(check(ForgetsTheMonomino, games=20, shrink_seconds=6.0), "legal_actions", 8)


class OffersAnIllegalMove(BlokusState):
    """Offers a placement that touches its own colour, once three pieces lie."""

    def _legal(self) -> list[int]:
        legal = super()._legal()
        wrong = next(action for action in range(13729) if action not in legal)
        return sorted([*legal, wrong]) if self.move_number() >= 3 else legal


def test_an_illegal_move_that_is_offered() -> None:
    shows(check(OffersAnIllegalMove), "legal_actions", 3)


class MiscountsTheScore(BlokusState):
    """One point too many for whoever has laid its X5."""

    def _scores(self) -> list[int]:
        return [score + ("X5" not in self.hand(player)) for player, score in enumerate(super()._scores())]


def test_a_wrong_score_shrinks_across_other_moves() -> None:
    # The X5 may be laid first, so that one move is enough, however late it was laid in the game.
    report = check(MiscountsTheScore, games=20, shrink_seconds=20.0)
    shows(report, "scores", 1)
    assert report.length is not None
    assert report.length > 3


class SkipsWrongly(CasaGrandeState):
    """Gives the die a seventh of the chance."""

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(outcome, 1 / 7) for outcome, _ in super().chance_outcomes()]


def test_a_wrong_probability() -> None:
    shows(check(SkipsWrongly, CASA), "chance_outcomes", 0)


class RanksWrongly(BlokusState):
    """Gives the winner less than the loser."""

    def _returns(self) -> list[float]:
        return [-value for value in super()._returns()]


def test_wrong_returns() -> None:
    # Only a finished game shows it; a tie would not, but a shorter finished game may.
    report = check(RanksWrongly)
    shows(report, "returns", 40)
    assert report.record is not None
    assert replay(report.record, "reference").is_terminal()


# ---- Faults of the machinery -----------------------------------------------------------------------------------------


class KeyWithoutHands(BlokusState):
    """Leaves a colour's hand out of the key."""

    def _key(self) -> bytes:
        key = bytearray(super()._key())
        key[196:200] = bytes(4)
        return bytes(key)


def test_a_wrong_key() -> None:
    shows(check(KeyWithoutHands), "key", 0)


class UndoForgetsThePiece(BlokusState):
    """Does not give a five-square piece back to the hand."""

    def undo_action(self) -> None:
        hand = [set(pieces) for pieces in self.position.hands]
        size = self.action_to_string(self.history()[-1]).count(",") + 1 if self.history() else 0
        super().undo_action()
        if size == 5:
            for pieces, before in zip(self.position.hands, hand, strict=True):
                pieces &= before


def test_an_undo_that_forgets() -> None:
    shows(check(UndoForgetsThePiece), "apply_action(", 4)


class UndoLosesTheCount(BlokusState):
    """Counts an undo as a move once the game is long; one undo after another shows it, a single one does not."""

    def undo_action(self) -> None:
        super().undo_action()
        if len(self._history) == 2:
            self.position.single_last.add(0)


def test_an_undo_that_only_shows_on_the_way_back() -> None:
    report = check(UndoLosesTheCount)
    assert not report
    assert report.record is not None
    assert len(report.record.moves) <= 3


class CloneShares(BlokusState):
    """A clone that is not independent."""

    def clone(self, history: bool = True) -> Any:
        twin = super().clone(history)
        twin.position = self.position
        return twin


def test_a_clone_that_is_not_independent() -> None:
    report = check(CloneShares, illegal_moves=0)
    shows(report, "copies", 0)
    assert report.difference is not None
    assert "clone: its moves reach the original" in report.difference.native


class PickleResets(BlokusState):
    """A pickle that comes back at the start."""

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.game,)


def test_a_pickle_that_resets() -> None:
    shows(check(PickleResets), "copies", 1)


class MaskDisagrees(BlokusState):
    """A mask with one bit too many."""

    def legal_actions_mask(self, out: npt.NDArray[np.bool_] | None = None) -> npt.NDArray[np.bool_]:
        mask = super().legal_actions_mask(out)
        mask[-1] = True
        return mask


def test_a_mask_that_disagrees() -> None:
    shows(check(MaskDisagrees), "legal_actions_mask", 0)


class WrongType(BlokusState):
    """A flag that is no bool."""

    def is_terminal(self) -> bool:
        return np.bool_(super().is_terminal())  # type: ignore[return-value]


def test_a_wrong_type() -> None:
    shows(check(WrongType), "is_terminal", 0)


class WrongHand(BlokusState):
    """An accessor that is wrong for one colour only."""

    def hand(self, colour: int) -> list[str]:
        return super().hand(colour)[::-1] if colour == 1 else super().hand(colour)


def test_a_wrong_accessor() -> None:
    shows(check(WrongHand), "hand(1)", 0)


class LaxAccessor(BlokusState):
    """An accessor that takes a colour that is not there."""

    def hand(self, colour: int) -> list[str]:
        return super().hand(max(colour, 0))


def test_an_accessor_that_forgets_an_error() -> None:
    shows(check(LaxAccessor), "hand(-1)", 0)


class OneAccessorMore(BlokusState):
    """A method that the other side lacks."""

    def novelty(self) -> int:
        return 1


def test_an_accessor_that_only_one_side_has() -> None:
    shows(check(OneAccessorMore), "names of accessors", 0)


class ObservesTheWrongCorners(BlokusState):
    """Lets the second player see one square too many from which he may start, once four pieces lie."""

    def _observe(self, player: int) -> Observation:
        seen = super()._observe(player)
        if player == 1 and self.move_number() >= 4:
            seen["corners"][13, 0] ^= 1
        return seen


def test_a_wrong_observation() -> None:
    report = check(ObservesTheWrongCorners)
    shows(report, "observation", 4)
    assert "observation[1]['corners'][13, 0] differs after 4 moves: native 1, reference 0" in str(report)


class ObservesForTheOther(BlokusState):
    """Shows the player to move what the other one sees."""

    def observation(self, player: SupportsIndex | None = None) -> Observation:
        return super().observation(1 - max(self.current_player(), 0) if player is None else player)


def test_a_wrong_viewer() -> None:
    shows(check(ObservesForTheOther), "observation", 0)


class ObservesInAnotherOrder(BlokusState):
    """The same arrays in another order."""

    def _observe(self, player: int) -> Observation:
        return dict(reversed(super()._observe(player).items()))


def test_an_observation_in_another_order() -> None:
    shows(check(ObservesInAnotherOrder), "observation", 0)


class ObservesInAnotherType(BlokusState):
    """The same numbers of another type."""

    def _observe(self, player: int) -> Observation:
        return {name: array.astype(np.int32) for name, array in super()._observe(player).items()}


def test_an_observation_of_another_type() -> None:
    shows(check(ObservesInAnotherType), "observation", 0)


class ObservesTwice(BlokusState):
    """Gives the arrays of the call before once more, so that whoever writes into them changes what comes next."""

    _seen: ClassVar[dict[tuple[bytes, int], Observation]] = {}

    def _observe(self, player: int) -> Observation:
        return self._seen.setdefault((self.key(), player), super()._observe(player))


def test_an_observation_that_is_not_new() -> None:
    report = check(ObservesTwice, games=1)
    assert report.difference is not None
    assert report.difference.what == "observation against observation_spec"


class ObservesForNobody(BlokusState):
    """Takes a player who is not there."""

    def observation(self, player: SupportsIndex | None = None) -> Observation:
        return super().observation(0 if player == 4 else player)


def test_an_observation_that_forgets_an_error() -> None:
    report = check(ObservesForNobody, games=1)
    assert report.difference is not None
    assert report.difference.what == "observation(4)"


class RecordLacksScores(BlokusState):
    """A finished game's record without its scores."""

    def to_record(self) -> dict[str, Any]:
        record = super().to_record()
        record.pop("scores", None)
        return record


def test_a_wrong_record() -> None:
    shows(check(RecordLacksScores), "to_record", 40)


# ---- Faults in what is said about illegal moves ----------------------------------------------------------------------


class OtherRule(BlokusState):
    """Names another rule for cells that are taken."""

    def _reasons(self, text: str) -> list[Reason]:
        return [
            Reason("B1", cells, message) if rule == "B2" else Reason(rule, cells, message)
            for rule, cells, message in super()._reasons(text)
        ]


def test_another_rule() -> None:
    shows(check(OtherRule), "explain(", 4)


class OtherCells(BlokusState):
    """Leaves out the last of several cells."""

    def _reasons(self, text: str) -> list[Reason]:
        return [Reason(rule, cells[:1], message) for rule, cells, message in super()._reasons(text)]


def test_other_cells() -> None:
    shows(check(OtherCells), "explain(", 4)


class OtherWords(BlokusState):
    """Words its reasons in its own way, which is no difference."""

    def _reasons(self, text: str) -> list[Reason]:
        return [reason._replace(message="no") for reason in super()._reasons(text)]


def test_other_words_are_no_difference() -> None:
    assert check(OtherWords, games=1)


class ForgivesCase(BlokusState):
    """Reads capital letters."""

    def _number(self, text: str) -> int | Reason:
        return super()._number(text.lower())


def test_a_string_that_is_read_too_kindly() -> None:
    report = check(ForgivesCase, games=20)
    shows(report, "string_to_action(", 30)


class PlaysWhatItRefuses(BlokusState):
    """Leaves the board changed by a move that it refuses."""

    def push(self, move: str) -> None:
        try:
            super().push(move)
        except zl.BadMove:
            self.position.single_last.add(1)
            raise


def test_a_refused_move_that_leaves_a_trace() -> None:
    report = check(PlaysWhatItRefuses)
    shows(report, "refusal of ", 30)
    assert report.difference is not None
    assert report.difference.native[-1] == "changed by the refused move"


class Crashes(BlokusState):
    """Falls over at an odd string."""

    def explain(self, move: SupportsIndex | str) -> list[Reason]:
        if isinstance(move, str) and "@" in move:
            raise RuntimeError("out of bounds")
        return super().explain(move)


def test_an_unexpected_exception() -> None:
    report = check(Crashes)
    shows(report, "explain(", 0)
    assert report.difference is not None
    assert "RuntimeError: out of bounds" in str(report.difference)


class Panic(BaseException):
    """Like PyO3's PanicException, no Exception."""


class Panics(BlokusState):
    """Panics once three pieces lie."""

    def scores(self) -> npt.NDArray[np.int32]:
        if self.move_number() == 3:
            raise Panic("index out of range")
        return super().scores()


def test_a_panic() -> None:
    shows(check(Panics), "scores", 3)


class BothCrash(BlokusState):
    """The same exception on both sides is no agreement."""

    def position_hash(self) -> int:
        raise ZeroDivisionError("division by zero")


def test_the_same_fault_on_both_sides() -> None:
    report = zl.crosscheck(DUO, 1, native=BothCrash, reference=BothCrash)
    shows(report, "position_hash", 0)
    report = zl.crosscheck(DUO, 1, native=CloneShares, reference=CloneShares, illegal_moves=0)
    shows(report, "copies", 0)
    assert "is wrong on both" in str(report)


def test_a_fault_of_the_reference_is_found_as_well() -> None:
    report = zl.crosscheck(DUO, 4, native=reference, reference=ForgetsAMove, shrink_seconds=1.0)
    shows(report, "legal_actions", 4)
    assert "only native: [" in str(report)


# ---- Faults of the simulation ----------------------------------------------------------------------------------------


def played(game: zl.Game, seed: int, number: int, policy: str) -> Sequence[str]:
    from zellige.reference.play import play
    from zellige.reference.rng import Stream

    state: ReferenceState = game.new_initial_state("reference")  # type: ignore[assignment]
    play(state, Stream(seed, number), policy)
    moves: list[str] = state.to_record()["moves"]
    return moves


def swapped(game: zl.Game, seed: int, number: int, policy: str) -> Sequence[str]:
    moves = list(played(game, seed, number, policy))
    moves[6], moves[8] = moves[8], moves[6]
    return moves


def cut(game: zl.Game, seed: int, number: int, policy: str) -> Sequence[str]:
    return played(game, seed, number, policy)[:-1]


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_simulation_that_plays_the_same(policy: str) -> None:
    assert check(Sound, games=1, policy=policy, playout=played)
    assert check(SoundCasa, CASA, games=1, policy=policy, playout=played)


def test_a_simulation_that_plays_another_game() -> None:
    report = check(Sound, games=1, playout=swapped)
    assert not report
    assert report.difference is not None
    assert report.record is not None
    assert report.difference.what == "move 6 of the game that simulate plays"
    assert len(report.record.moves) == 7


def test_a_simulation_that_stops_early() -> None:
    report = check(Sound, games=1, playout=cut)
    assert report.difference is not None
    assert report.difference.native == []
    assert len(report.difference.reference) == 1
