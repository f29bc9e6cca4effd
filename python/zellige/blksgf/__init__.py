"""Games in Pentobi's ``.blksgf`` files (docs/records.md).

>>> from zellige import blksgf
>>> [game] = blksgf.loads("(;GM[Blokus Duo]PB[Ann]PW[Bob];B[e10,f10];W[j5]C[A small start.])")
>>> game.players, game.comments
(('Ann', 'Bob'), {2: 'A small start.'})
>>> game.replay().hand(0)[:3]
['I1', 'I3', 'V3']
>>> blksgf.dumps(game) == "(;GM[Blokus Duo]PB[Ann]PW[Bob];B[e10,f10];W[j5]C[A small start.])"
True
"""

from .game import SgfGame
from .parse import MAX_DEPTH, MAX_NODES, Node, Tree
from .read import MAX_LINES, iter_games, loads, read, scan
from .split import MAX_TREE
from .write import dumps, write

__all__ = [
    "MAX_DEPTH",
    "MAX_LINES",
    "MAX_NODES",
    "MAX_TREE",
    "Node",
    "SgfGame",
    "Tree",
    "dumps",
    "iter_games",
    "loads",
    "read",
    "scan",
    "write",
]
