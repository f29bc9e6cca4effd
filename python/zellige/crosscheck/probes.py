"""What is compared: one line per method, and the questions that take more than a call."""

from __future__ import annotations

import copy
import inspect
import json
import pickle
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..errors import BadMove, IllegalAction, NothingToUndo
from ..observations import Observation
from ..record import Record, check_scores
from ..reference.base import ReferenceState
from ..state import State
from .compare import SKIP, Probe, reasons

__all__ = [
    "AT_EVERY_PLY",
    "AT_THE_END",
    "NOW_AND_THEN",
    "accessors",
    "about_legal",
    "about_move",
    "play",
    "play_and_undo",
]


def _mask(state: State) -> tuple[str, tuple[int, ...], list[int]]:
    mask = state.legal_actions_mask()
    return mask.dtype.name, mask.shape, np.flatnonzero(mask).tolist()


def _mask_agrees(state: State) -> list[str]:
    legal = state.legal_actions().tolist()
    buffer = np.ones(state.legal_actions_mask().shape, dtype=np.bool_)
    filled = state.legal_actions_mask(buffer)
    return _faults(
        ("the mask is not legal_actions", _mask(state)[2] != legal),
        ("legal_actions is not ascending", legal != sorted(set(legal))),
        ("out= is not what comes back", filled is not buffer),
        ("out= is not overwritten", np.flatnonzero(buffer).tolist() != legal),
    )


def _observations(state: State) -> dict[int | None, Observation]:
    """What everybody observes, by viewer."""
    return {viewer: state.observation(viewer) for viewer in (None, *range(state.game.num_players()))}


def _as_specified(state: State) -> list[str]:
    """What is wrong with the form of an observation, and whether it is new at every call."""
    spec, seen = state.game.observation_spec(), state.observation()
    if list(seen) != list(spec):
        return ["the names are not those of observation_spec()"]
    faults: list[str] = []
    for name, array in seen.items():
        wanted = spec[name]
        faults += _faults(
            (f"{name}: dtype or shape", array.dtype != wanted.dtype or array.shape != wanted.shape),
            (f"{name}: out of its bounds", bool((array < wanted.low).any() or (array > wanted.high).any())),
            (f"{name}: not contiguous or not writable", not (array.flags.c_contiguous and array.flags.writeable)),
        )
    if not faults:
        before = {name: array.tobytes() for name, array in seen.items()}
        for array in seen.values():
            array += 1
        again = state.observation()
        faults = [f"{name}: not a new array" for name in again if again[name].tobytes() != before[name]]
    return faults


_COPIES: dict[str, Callable[[State], State]] = {
    "clone": lambda state: state.clone(),
    "clone(history=False)": lambda state: state.clone(history=False),
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
}


def _set_up(state: State) -> bytes:
    """The key of the position that is set up as this state describes its own."""
    return state.game.state_from(state.to_position(), state.engine).key()  # type: ignore[arg-type]


def _copies(state: State) -> list[str]:
    """Clones, copies and pickles: equal, and independent once they play on."""
    faults: list[str] = []
    for name in _COPIES:
        try:
            faults += [f"{name}: {fault}" for fault in _copy(state, name)]
        except Exception as why:
            faults.append(f"{name}: {type(why).__name__}: {why}")
    return faults


def _copy(state: State, name: str) -> list[str]:
    key, history, number = state.key(), state.history(), state.move_number()
    twin, whole = _COPIES[name](state), name != "clone(history=False)"
    faults = _faults(
        ("key", twin.key() != key),
        ("not equal", twin != state or hash(twin) != hash(state)),
        ("history", twin.history() != (history if whole else [])),
        ("move_number", twin.move_number() != number),
        ("game or engine", twin.game != state.game or twin.engine != state.engine),
    )
    if not whole:
        faults += _faults(
            ("undo_action", not _raises(NothingToUndo, twin.undo_action)),
            ("to_record", number > 0 and not _raises(ValueError, twin.to_record)),
        )
    legal = state.legal_actions().tolist()
    if legal:
        twin.apply_action(legal[len(legal) // 2])
        faults += _faults(
            ("equal after a move more", twin == state),
            ("move_number after a move more", twin.move_number() != number + 1),
            ("its moves reach the original", state.key() != key or state.history() != history),
        )
    return faults


def _there_and_back(state: State) -> list[str]:
    """Takes back the whole game and plays it again from its record's text."""
    record = Record.from_json(json.dumps(state.to_record()))
    twin, keys = state.clone(), [state.key()]
    for _ in state.history():
        twin.undo_action()
        keys.append(twin.key())
    faults = _faults(
        ("undo to the start: history is left", twin.history() != [] or twin.move_number() != 0),
        ("undo to the start: one more undo", not _raises(NothingToUndo, twin.undo_action)),
    )
    for ply, move in enumerate(record.moves):
        faults += _faults((f"key at ply {ply} after undo", twin.key() != keys.pop()))
        twin.push(move)
    if record.scores is not None:
        check_scores(twin, record)
    return faults + _faults(
        ("replayed key", twin.key() != state.key() or twin != state),
        ("replayed history", twin.history() != state.history()),
        ("replayed record", twin.to_record() != state.to_record()),
    )


# A new method of all states is compared by one line here.
AT_EVERY_PLY: tuple[Probe, ...] = (
    Probe("current_player", lambda state: state.current_player()),
    Probe("is_terminal", lambda state: state.is_terminal()),
    Probe("is_chance_node", lambda state: state.is_chance_node()),
    Probe("legal_actions", lambda state: state.legal_actions()),
    Probe("legal_moves", lambda state: state.legal_moves()),
    Probe("legal_actions_mask", _mask),
    Probe("chance_outcomes", lambda state: state.chance_outcomes()),
    Probe("scores", lambda state: state.scores()),
    Probe("returns", lambda state: state.returns()),
    Probe("observation", _observations),
    Probe("key", lambda state: state.key()),
    Probe("position_hash", lambda state: state.position_hash()),
    Probe("hash", hash),
    Probe("history", lambda state: state.history()),
    Probe("move_number", lambda state: state.move_number()),
    Probe("==", lambda state, other: state == other, expected=True, both=True),
)
NOW_AND_THEN: tuple[Probe, ...] = (
    Probe("legal_actions_mask against legal_actions", _mask_agrees, expected=[]),
    Probe("copies", _copies, expected=[]),
    Probe("observation against observation_spec", _as_specified, expected=[]),
    Probe("observation(-1)", lambda state: state.observation(-1), may_raise=True),
    Probe("observation(4)", lambda state: state.observation(4), may_raise=True),
    Probe("to_record", lambda state: state.to_record()),
    Probe("to_position", lambda state: state.to_position()),
    Probe("state_from(to_position())", _set_up),
)
AT_THE_END: tuple[Probe, ...] = (Probe("undo to the start and replay of the record", _there_and_back, expected=[]),)

_PICTURES = frozenset({"to_svg"})
"""Drawn by code that both engines share."""


def accessors(state: State) -> Iterator[Probe]:
    """Probes for all further public methods and attributes of a game's states, found on the class.

    Methods with one argument that must be given are asked for the numbers -1 to 4, so that errors are compared as well.
    """
    yield Probe("names of accessors", lambda state: sorted(_accessor_names(state)))
    for name in sorted(_accessor_names(state)):
        member = getattr(type(state), name)
        if not callable(member):
            yield Probe(name, lambda state, name=name: getattr(state, name))
            continue
        needed = [
            p
            for p in inspect.signature(member).parameters.values()
            if p.default is p.empty and p.kind < p.VAR_POSITIONAL
        ]
        if len(needed) == 1:
            yield Probe(name, lambda state, name=name: getattr(state, name)())
        for number in range(-1, 5) if len(needed) == 2 else ():
            call = lambda state, name=name, number=number: getattr(state, name)(number)  # noqa: E731
            yield Probe(f"{name}({number})", call, may_raise=True)


def _accessor_names(state: State) -> set[str]:
    common = {*dir(State), *dir(ReferenceState), "position"} | _PICTURES
    return {name for name in dir(type(state)) if not name.startswith("_")} - common


def about_legal(action: int, move: str) -> Iterator[Probe]:
    """Probes about a legal action and its notation."""
    yield Probe(f"is_legal({action})", lambda state: state.is_legal(action), expected=True)
    yield Probe(f"action_to_string({action})", lambda state: state.action_to_string(action), expected=move)
    yield Probe(f"string_to_action({move!r})", lambda state: state.string_to_action(move), expected=action)
    yield Probe(f"explain({move!r})", lambda state: reasons(state.explain(move)), expected=[])


def about_move(move: int | str) -> Iterator[Probe]:
    """Probes about any move, most likely an illegal one."""
    if isinstance(move, int):
        yield Probe(f"is_legal({move})", lambda state: state.is_legal(move))
        yield Probe(f"action_to_string({move})", lambda state: state.action_to_string(move), may_raise=True)
    else:
        yield Probe(f"string_to_action({move!r})", lambda state: state.string_to_action(move), may_raise=True)
    yield Probe(f"explain({move!r})", lambda state: reasons(state.explain(move)))
    yield Probe(f"refusal of {move!r}", lambda state: _refused(state, move))


def _refused(state: State, move: int | str) -> Any:
    """How a state refuses a move; whether it stays as it was."""
    twin = state.clone()
    try:
        if isinstance(move, int):
            twin.apply_action(move)
        else:
            twin.push(move)
    except (BadMove, IllegalAction) as why:
        untouched = twin.key() == state.key() and twin.history() == state.history()
        return type(why).__name__, reasons(why.reasons), "untouched" if untouched else "changed by the refused move"
    return "played"


def play(action: int) -> Probe:
    """Plays a legal action in place."""
    return Probe(f"apply_action({action})", lambda state: state.apply_action(action), again=play_and_undo(action))


def play_and_undo(action: int, legal: bool = True) -> Probe:
    """Plays a legal action and takes it back; with ``legal`` the legal actions are worked out again as well."""

    def call(state: State) -> Any:
        if not state.is_legal(action):
            return SKIP
        before, actions = _seen(state), state.legal_actions()
        state.apply_action(action)
        state.undo_action()
        faults = [name for name, value in _seen(state).items() if value != before[name]]
        return faults + _faults(("legal_actions", legal and state.legal_actions().tolist() != actions.tolist()))

    return Probe(f"apply_action({action}) and undo_action()", call, expected=[])


def _seen(state: State) -> dict[str, Any]:
    return {
        "key": state.key(),
        "current_player": state.current_player(),
        "scores": state.scores().tolist(),
        "history": state.history(),
        "move_number": state.move_number(),
    }


def _faults(*checks: tuple[str, bool]) -> list[str]:
    return [name for name, wrong in checks if wrong]


def _raises(error: type[Exception], call: Callable[[], object]) -> bool:
    try:
        call()
    except error:
        return True
    return False
