"""The rules that a position set up by hand breaks (docs/setup.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from ...casa_grande import CasaGrandeRules
from ...errors import Reason
from .board import CORNERS
from .notation import on_board
from .platforms import Square, catalogue
from .score import PAID

if TYPE_CHECKING:
    from .setup import Laying, Sheet

__all__ = ["allowance", "faults"]


def faults(rules: CasaGrandeRules, sheet: Sheet) -> list[Reason]:
    """Every reason that does not depend on what can be done next, by rule."""
    found = [*_blocks(rules, sheet), *_stocks(rules, sheet), *_phase(sheet), *_turns(rules, sheet)]
    found += [*_platforms(sheet), *_money(sheet), *_rounds(rules, sheet)]
    return sorted(found, key=_order)


def _order(reason: Reason) -> tuple[int, str]:
    letter = reason.rule.lstrip("G0123456789")
    return int(reason.rule[1 : len(reason.rule) - len(letter)]), letter


def _at(rule: str, squares: Iterable[Square], message: str) -> Reason:
    return Reason(rule, tuple(sorted(set(squares), key=lambda square: (square[1], square[0]))), message)


def _blocks(rules: CasaGrandeRules, sheet: Sheet) -> list[Reason]:
    """G1: laid are the blocks that must lie, and not more than find room."""
    found = []
    known, room = sheet.known_blocks(rules.players)
    unseen = 0
    for player in range(rules.players):
        laid = rules.blocks - sheet.blocks[player]
        if laid < known[player]:
            found.append(Reason("G1", (), f"player {player} laid {laid} blocks, though {known[player]} lie there"))
        unseen += max(0, laid - known[player])
    if unseen > room:
        found.append(
            Reason("G1", (), f"{unseen} blocks that were laid lie nowhere; under platforms is room for {room}")
        )
    return found


def _stocks(rules: CasaGrandeRules, sheet: Sheet) -> list[Reason]:
    """G1: each platform is on the board or in the stock."""
    found = []
    for player in range(rules.players):
        for number, kind in enumerate(catalogue(rules.platforms).types):
            laid = [laying for laying in sheet.laid(player) if laying.type == number]
            left = sheet.stock[player][number]
            if len(laid) + left != kind.count:
                message = f"player {player}: {len(laid)} {kind.name} laid and {left} left do not make {kind.count}"
                found.append(_at("G1", (square for laying in laid for square in laying.squares), message))
    return found


def _phase(sheet: Sheet) -> list[Reason]:
    """G5, G6: the phase goes with marker and pawn."""
    player = sheet.to_move
    if sheet.phase == "step" and sheet.markers[player] == 0:
        return [Reason("G5", (), f"player {player} has no point to buy a step with")]
    if sheet.phase in ("block", "platform") and sheet.pawns[player] in CORNERS:
        return [Reason("G6", (), f"player {player} is on the corner {sheet.pawns[player]} and lays nothing there")]
    return []


def allowance(sheet: Sheet, player: int, number: int) -> tuple[int, int]:
    """How many blocks and platforms a player can have laid by now if it is round ``number``: one of each a turn."""
    turns = number if player < sheet.to_move else number - 1
    return turns + (player == sheet.to_move and sheet.phase == "platform"), turns


def _turns(rules: CasaGrandeRules, sheet: Sheet) -> list[Reason]:
    """G7, G9: no more than a block and a platform in a turn."""
    found = []
    for player in range(rules.players):
        most_blocks, most_platforms = allowance(sheet, player, sheet.round)
        blocks, platforms = rules.blocks - sheet.blocks[player], len(sheet.laid(player))
        if blocks > most_blocks:
            found.append(Reason("G7", (), f"player {player} cannot have laid {blocks} blocks by now"))
        if platforms > most_platforms:
            found.append(Reason("G9", (), f"player {player} cannot have laid {platforms} platforms by now"))
    return found


def _platforms(sheet: Sheet) -> list[Reason]:
    """G10: what lies under each platform when it is laid."""
    found = []
    top: dict[Square, Laying] = {}
    before: list[Laying] = []
    for number, laying in enumerate(sheet.platforms, 1):
        blocked = {square for square in laying.squares if square in top and top[square].level >= laying.level}
        off = {square for square in laying.squares if not on_board(square)}
        if marks := blocked & laying.marks:
            found.append(_at("G10a", marks, f"no block of its level is under marked squares of platform {number}"))
        if others := blocked - laying.marks:
            found.append(_at("G10b", others, f"platform {number} lies on a platform that is not lower"))
        if off:
            found.append(_at("G10c", off, f"platform {number} is not all on the board"))
        elif any(
            under.squares == laying.squares and all(top[square] is under for square in under.squares)
            for under in before
        ):
            found.append(_at("G10e", laying.squares, f"platform {number} has a twin straight below"))
        for square in laying.squares - off:
            top[square] = laying
        before.append(laying)
    return found


def _money(sheet: Sheet) -> list[Reason]:
    """G11, G12: money comes from platforms and in pay-outs of 9."""
    found = []
    for player, money in enumerate(sheet.money):
        rest = money - sheet.pay(player)
        if rest < 0:
            found.append(Reason("G11", (), f"player {player} has {-rest} less than his platforms have paid"))
        elif rest % PAID:
            found.append(Reason("G12", (), f"player {player} has {rest} that do not come from pay-outs of {PAID}"))
    return found


def _rounds(rules: CasaGrandeRules, sheet: Sheet) -> list[Reason]:
    """G13: when the last round is, and who still has a turn in it."""
    found = []
    if sheet.round > rules.max_rounds:
        found.append(Reason("G13", (), f"there is no round {sheet.round}; the last one is {rules.max_rounds}"))
    if sheet.phase == "end":
        if all(sheet.blocks) and sheet.round != rules.max_rounds:
            found.append(Reason("G13", (), f"nothing ends the game after round {sheet.round}"))
        return found
    for player, left in enumerate(sheet.blocks):
        still = player > sheet.to_move or (player == sheet.to_move and sheet.phase != "platform")
        if not left and still:
            found.append(Reason("G13", (), f"player {player} laid his last block and would have another turn"))
    return found
