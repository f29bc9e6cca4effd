"""Drawings in letters: golden ones, the same on both engines, colours on terminals only."""

from __future__ import annotations

import io
import re
import sys

import pytest

import zellige as zl

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


def after(game: zl.Game, *moves: str) -> zl.State:
    state = game.new_initial_state()
    for move in moves:
        state.push(move)
    return state


DUO = """\
Yellow to move (player 1)
14 . . . . . . . . . . . . . .
13 . . . . . . . . . . . . . .
12 . . . . b . . . . . . . . .
11 . . . . b . . . . . . . . .
10 . . . b b b . . . . . . . .
 9 . . . . . . . . . . . . . .
 8 . . . . . . . . . . . . . .
 7 . . . . . . . . . . . . . .
 6 . . . . . . . . . . . . . .
 5 . . . . . . . . . + . . . .
 4 . . . . . . . . . . . . . .
 3 . . . . . . . . . . . . . .
 2 . . . . . . . . . . . . . .
 1 . . . . . . . . . . . . . .
   a b c d e f g h i j k l m n
  Blue    -84  I1 I2 I3 V3 I4 L4 T4 O4 Z4 F5 I5 L5 N5 P5 U5 V5 W5 X5 Y5 Z5
> Yellow  -89  I1 I2 I3 V3 I4 L4 T4 O4 Z4 F5 I5 L5 N5 P5 T5 U5 V5 W5 X5 Y5 Z5
Points: player 0 -84, player 1 -89
small letters: the last move, d10,e10,f10,e11,e12; + start"""

SOLO = """\
Player 0 to lay a tile
  +-----+
  |  W  |
1 |D 5 W|
  |  D  |
  +-----+-----+
  |  D  |  W *|
0 |D 1 D|D 15D|
  |  F  |  W  |
  +-----+-----+
     0     1
inside: the value; D door, W french window, F front door, G garden
possible frames: 4x3 from column -1
tile          F DDDD DDDW DDWW DWDW DWWW   G
value         1    8    2    5   15   12   7
> player 0    .    9   19    5    2    2   5
player 0: chips 21, points -203
last move: DWDW/1@1,0 (* in the drawing)"""

CASA = """\
Round 1: B rolls
5              6         7         8         9      10:B

          +----+----+----+----+----+----+----+----+
        8 | .    .    .    .    .    .    .    .  |
4         +                                       + 11
        7 | .    .    .    .    .    .    .    .  |
          +                                       +
        6 | .    .    .    .    .    .    .    .  |
3:A       +                                       + 12
        5 | .    .    A1*  .    .    .    .    .  |
          +                                       +
        4 | .    .    .    .    .    .    .    .  |
2         +                                       + 13
        3 | .    .    .    .    .    .    .    .  |
          +                                       +
        2 | .    .    .    .    .    .    .    .  |
1         +                                       + 14
        1 | .    .    .    .    .    .    .    .  |
          +----+----+----+----+----+----+----+----+
            a    b    c    d    e    f    g    h
0             19        18        17        16      15
A2: a block of A, 2 high; a2: a bare platform of A on level 2; lines: platforms seen from above
  A player 0: money 0, bonus 5, blocks 23, pawn on 3
    platforms: I3 2, I4 2, O4 2, T4 2, T5 2, V5 2, X5 2, R6 2, S9 1
> B player 1: money 0, bonus 5, blocks 24, pawn on 10
    platforms: I3 2, I4 2, O4 2, T4 2, T5 2, V5 2, X5 2, R6 2, S9 1
last laid, marked by *: c5"""


def test_golden_drawings() -> None:
    assert str(after(zl.Blokus(variant="duo"), "d10,e10,f10,e11,e12")) == DUO
    assert str(after(zl.Casbah((3, 4), 1), "F/2@0,0", "DDWW/2@0,1", "DWDW/1@1,0")) == SOLO
    assert str(after(zl.CasaGrande(), "die=3", "step=0", "c5")) == CASA


PLATFORM = """
          +                                       +
        6 | .    .    .    .    .    .    .    .  |
3         +         +----+----+                   + 12
        5 | .    .  | a1*  a1*| .    .    .    .  |
          +         +         +                   +
        4 | .    .  | a1*  a1*| .    .    .    .  |
2         +         +----+----+                   + 13
        3 | .    .    .    .    .    .    .    .  |
"""


def test_platforms_have_outlines() -> None:
    moves = "die=3 step=0 c5 die=5 step=0 die=4 step=0 d4 O4/0@c4"
    assert PLATFORM in str(after(zl.CasaGrande(), *moves.split()))


def test_both_engines_write_the_same(state: zl.State, twin: zl.State) -> None:
    assert str(state) == str(twin) == zl.draw.text(state, colour=False) == str(state.clone())
    assert zl.draw.text(state, True) == zl.draw.text(twin, True)
    assert "\x1b" not in str(state)
    assert all(line == line.rstrip() for line in str(state).split("\n"))
    assert not str(state).endswith("\n")


def test_colours_change_nothing_else(state: zl.State) -> None:
    coloured = zl.draw.text(state, colour=True)
    assert coloured != str(state)
    assert ESCAPE.sub("", coloured) == str(state)
    for line in coloured.split("\n"):  # no colour runs on into the next line
        assert not ESCAPE.search(line) or line.rindex("\x1b[0m") == line.rindex("\x1b")


def test_boards_are_in_the_letters(state: zl.State) -> None:
    lines = str(state).split("\n")
    if isinstance(state, zl.BlokusState):
        board = state.board()
        rows = lines[1 : len(board) + 1]
        letters = [["BYRG.".index(char.upper().replace("+", ".")) for char in row[3:].split()] for row in rows]
        shown = [[colour if colour < 4 else -1 for colour in row] for row in letters]
        assert shown == board[::-1].tolist()
    elif isinstance(state, zl.CasaGrandeState):
        rows = [line for line in lines[:20] if re.match(r"        [1-8] \|", line)]
        for y, row in zip(range(7, -1, -1), rows, strict=True):
            for x in range(8):
                cell = row[11 + 5 * x : 15 + 5 * x].strip().rstrip("*")
                owner, height = int(state.owner()[y, x]), int(state.height()[y, x])
                letter = ("", "ABCD"[owner], "abcd"[owner])[int(state.kind()[y, x])]
                assert cell == (f"{letter}{height}" if letter else ".")
    else:
        assert isinstance(state, zl.CasbahState)
        for player in range(state.game.num_players()):
            assert f"player {player}: chips {state.chips(player)}, points {state.scores()[player]}" in lines


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("terminal", "environment", "coloured"),
    [
        (True, {}, True),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
        (False, {}, False),
    ],
)
def test_colours_on_terminals_only(
    monkeypatch: pytest.MonkeyPatch, terminal: bool, environment: dict[str, str], coloured: bool
) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", Terminal() if terminal else io.StringIO())
    state = zl.Blokus().new_initial_state()
    assert ("\x1b" in zl.draw.text(state)) == coloured
    assert "\x1b" in zl.draw.text(state, colour=True)
    assert "\x1b" not in zl.draw.text(state, colour=False)
    assert "\x1b" not in str(state)
    monkeypatch.setattr(sys, "stdout", None)
    assert "\x1b" not in zl.draw.text(state)


def test_bad_colour() -> None:
    with pytest.raises(TypeError, match="colour must be True, False or None, not int"):
        zl.draw.text(zl.Blokus().new_initial_state(), colour=1)  # type: ignore[arg-type]
