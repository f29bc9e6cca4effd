"""A person plays in the terminal: the board is drawn, moves and commands are typed."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Sequence
from typing import TextIO

from .. import _json
from ..blokus import BlokusState
from ..draw import text as draw_text
from ..errors import Reason, ZelligeError
from ..record import write_records
from ..reference.blokus.pieces import NAMES
from ..state import State
from .session import Entry, Session
from .words import cell_name, piece_name, result, task

__all__ = ["HELP", "MOST_CHARACTERS", "Terminal"]

MOST_CHARACTERS = 4096
"""Longer lines are refused: the longest move takes far less."""

_SHOWN = 40
"""How many moves ``moves`` lists."""

HELP = """\
a move in the rules' notation plays it, and so does the number of a move that "moves" has listed (12, or #12)
  moves [TEXT]     list the legal moves, or those with TEXT in them; in Blokus also those of a piece (moves F5)
  explain MOVE     why a move is not legal: every rule with its cells
  undo             take back your last move and what followed
  board            draw the board again
  save FILE        write the game so far as a record (JSON, one line)
  help, quit       this text; end
with a colon in front (:undo) a word is always a command"""


class Terminal:
    """The conversation; `run` holds it.

    Args:
        session: The game.
        read: Gives the next line, ``None`` at the end of the input; it gets the prompt.
        out: Where everything is printed.
        colour: Whether the board is drawn in ANSI colours.
    """

    def __init__(
        self, session: Session, read: Callable[[str], str | None], out: TextIO | None = None, colour: bool = False
    ) -> None:
        self.session = session
        self._read = read
        self._out = sys.stdout if out is None else out
        self._colour = colour
        self._listed: list[str] = []
        self._commands: dict[str, Callable[[str], None]] = {
            "help": lambda _: self._say(HELP),
            "moves": self._moves,
            "explain": self._explain,
            "undo": self._undo,
            "board": lambda _: self._board(),
            "save": self._save,
        }

    def run(self) -> None:
        """Plays until ``quit`` or the end of the input; after the end of the game it can still be undone or saved."""
        self._tell(self.session.log)
        self._board()
        while (line := self._read(self._prompt())) is not None:
            if len(line) > MOST_CHARACTERS:
                self._say(f"that line is longer than {MOST_CHARACTERS:,} characters, and no move is")
                continue
            # A lone surrogate stands for a byte that is no UTF-8; no move has one.
            text = line.strip().encode(errors="replace").decode()
            if text.lower() in ("quit", ":quit", "exit", ":exit"):
                return
            if text:
                self._answer(text)

    @property
    def _state(self) -> State:
        return self.session.state

    def _answer(self, text: str) -> None:
        word, _, rest = text.removeprefix(":").partition(" ")
        command = self._commands.get(word.lower())
        # A tile may have the name of a command: what can be played is a move, unless there is a colon.
        if command and (text.startswith(":") or text not in self._state.legal_moves()):
            command(rest.strip())
        elif text.startswith(":"):
            self._say(f'there is no command "{_json.shorten(word, 40)}"; "help" lists them')
        else:
            self._play(text)

    def _play(self, text: str) -> None:
        move = self._numbered(text)
        if move is None:
            return
        try:
            entries = self.session.play(move)
        except ZelligeError:
            self._say("that move is not legal, and nothing has changed:")
            self._reasons(move)
            return
        self._listed = []
        self._tell(entries)
        self._board()

    def _numbered(self, text: str) -> str | None:
        """The move that is meant; ``None``, with a word on it, for a number that nothing has."""
        found = re.fullmatch(r"(#?)([0-9]{1,9})", text)
        if not found or (not found[1] and text in self._state.legal_moves()):
            return text
        number = int(found[2])
        listed = self._listed or self._state.legal_moves()
        if 1 <= number <= len(listed):
            return listed[number - 1]
        self._say(
            f'there is no move number {number}; "moves" lists 1 to {len(listed)}' if listed else "no move is left"
        )
        return None

    def _moves(self, wanted: str) -> None:
        moves = self._state.legal_moves()
        if isinstance(self._state, BlokusState) and wanted.upper() in NAMES:
            moves = [move for move in moves if piece_name(move) == wanted.upper()]
        else:
            moves = [move for move in moves if wanted in move]
        if not moves:
            self._say(f'no legal move has "{_json.shorten(wanted, 40)}" in it' if wanted else "no move is left")
            return
        self._listed = moves
        names = [f"{number}  {move}" for number, move in enumerate(moves[:_SHOWN], 1)]
        self._say("\n".join(_columns(names)))
        if len(moves) > _SHOWN:
            self._say(f'{len(moves):,} in all, numbered on in this order; "moves TEXT" lists those with TEXT in them')

    def _explain(self, text: str) -> None:
        move = self._numbered(text) if text else None
        if not text:
            self._say('which move? "explain MOVE"')
        elif move is not None and not self._reasons(move):
            self._say(f"{_json.shorten(move, 200)} is legal")

    def _reasons(self, move: str) -> list[Reason]:
        reasons = self._state.explain(move)
        for reason in reasons:
            cells = ", ".join(cell_name(self.session.game, cell) for cell in reason.cells)
            where = f" [{_json.shorten(cells, 400)}]" if cells else ""
            self._say(f"  {reason.rule}: {_json.shorten(reason.message)}{where}")
        return reasons

    def _undo(self, _: str) -> None:
        count = self.session.undo()
        if not count:
            self._say("there is no move of yours to take back")
            return
        self._listed = []
        self._say(f"taken back: {count} {'entry' if count == 1 else 'entries'}")
        self._board()

    def _save(self, path: str) -> None:
        if not path:
            self._say('where to? "save FILE"')
            return
        try:
            write_records(path, [self.session.record()])
        except (OSError, ValueError) as why:
            reason = (why.strerror if isinstance(why, OSError) else None) or str(why)
            self._say(f"{_json.shorten(path, 200)}: not saved: {_json.shorten(reason)}")
        else:
            self._say(f"saved to {_json.shorten(path, 200)}")

    def _board(self) -> None:
        self._say("")
        self._say(draw_text(self._state, colour=self._colour).rstrip("\n"))
        self._say(result(self._state) or task(self._state))

    def _tell(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._say(f"{entry.ply}. {entry}")

    def _prompt(self) -> str:
        return "the game is over> " if self._state.is_terminal() else f"player {self._state.current_player()}> "

    def _say(self, text: str) -> None:
        print(text, file=self._out, flush=True)


def _columns(names: Sequence[str], width: int = 100) -> list[str]:
    """Names in as many columns as the width holds, to be read row by row."""
    wide = max(map(len, names)) + 3
    each = max(1, width // wide)
    rows = (names[i : i + each] for i in range(0, len(names), each))
    return ["".join(name.ljust(wide) for name in row).rstrip() for row in rows]
