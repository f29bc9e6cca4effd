"""Pictures of simulations: what they show is what the columns say."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

import zellige as zl
from zellige.cli import main
from zellige.plot import KINDS, save_plots
from zellige.plot.heat import heat
from zellige.plot.panels import bin_edges
from zellige.summary import wilson, wilson_band

GAMES = [zl.Blokus(variant="duo"), zl.Casbah((4, 4)), zl.Casbah((4, 4), 1), zl.CasaGrande(max_rounds=5)]


def played(game: zl.Game, games: int = 60, record: bool = True) -> zl.SimulationResult:
    return zl.simulate(game, games, seed=3, record=record)


@pytest.mark.parametrize("few", GAMES, ids=str)
def test_all_panels_of_all_games_are_drawn(few: zl.Game) -> None:
    figure = played(few).plot()
    titles = [axes.get_title() for axes in figure.axes if axes.get_title()]
    assert len(titles) == len(KINDS) == len(set(titles))
    figure.savefig(io.BytesIO(), format="png")


def test_without_histories_there_is_no_heat_map() -> None:
    result = played(zl.Casbah((4, 4)), record=False)
    assert len([axes for axes in result.plot().axes if axes.get_title()]) == len(KINDS) - 1
    with pytest.raises(ValueError, match="not recorded"):
        result.plot("heatmap")


def test_bars_are_the_win_shares() -> None:
    result = zl.simulate(zl.CasaGrande(max_rounds=5), 300, policy=["greedy", "random"])
    axes = result.plot("wins").axes[0]
    heights = [patch.get_height() for patch in axes.patches if isinstance(patch, Rectangle)]
    assert heights == pytest.approx([100 * share for share in result.summary().win_shares])
    labels = [label.get_text() for label in axes.get_xticklabels()]
    assert labels == ["player 0\ngreedy", "player 1\nrandom"]


def test_every_game_is_in_the_bins() -> None:
    result = played(zl.Blokus(), 200)
    for values in (result.scores, result.lengths):
        counts, _ = np.histogram(values, bin_edges(values))
        assert counts.sum() == values.size


def test_the_advantage_ends_at_the_win_share() -> None:
    result = played(zl.Blokus(), 150)
    line = result.plot("first_player").axes[0].lines[0]
    assert np.asarray(line.get_ydata())[-1] == pytest.approx(100 * (result.summary().win_shares[0] - 0.25))


def test_the_band_is_wilsons() -> None:
    low, high = wilson_band(np.array([0.5, 0.1]), np.array([100, 40]))
    assert (low[0], high[0]) == pytest.approx(wilson(50, 100))
    assert (low[1], high[1]) == pytest.approx(wilson(4, 40))


def test_the_heat_of_one_game_is_its_last_board() -> None:
    for game in GAMES:
        result = played(game, 1)
        state: Any = game.new_initial_state()
        for action in result.history(0).tolist():
            state.apply_action(action)
        cells = heat(result)
        if isinstance(game, zl.Blokus):
            assert [(board > 0).sum() for board in cells] == [(state.board() == colour).sum() for colour in range(2)]
            assert (cells.sum(axis=0) == (state.board() >= 0)).all()
        elif isinstance(game, zl.Casbah):
            assert {(tile.x, tile.y) for tile in state.tiles()} == {
                (int(x) - 3, int(y)) for y, x in np.argwhere(cells == 1)
            }
        else:
            assert (cells == state.height()).all()


@pytest.mark.parametrize("ending", [".png", ".svg", ".pdf"])
def test_the_same_games_give_the_same_file(tmp_path: Path, ending: str) -> None:
    files = [tmp_path / f"{name}{ending}" for name in ("one", "two")]
    for file in files:
        assert isinstance(played(zl.Casbah((4, 4))).plot("wins", file), Figure)
    assert files[0].read_bytes() == files[1].read_bytes()


def test_errors(tmp_path: Path) -> None:
    result = played(zl.Casbah((4, 4)), 5)
    with pytest.raises(ValueError, match=r"kind must be 'scores', .*not 'pie'"):
        result.plot("pie")
    with pytest.raises(ValueError, match=r"\.png, \.svg or \.pdf, not '\.gif'"):
        result.plot("wins", tmp_path / "x.gif")
    with pytest.raises(ValueError, match="no games"):
        zl.simulate(zl.Casbah(), 0).plot()
    with pytest.raises(OSError, match="No such file"):
        result.plot("wins", tmp_path / "missing" / "x.png")
    assert list(tmp_path.iterdir()) == []


def test_matplotlib_is_asked_for_by_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(ImportError, match=r"zellige\[viz\]"):
        played(zl.Casbah((4, 4)), 5).plot("wins")


def test_a_folder_gets_a_file_per_panel(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, kept = tmp_path / "new", tmp_path / "games.npz"
    arguments = ["simulate", "casbah", "--size", "4x4", "--games", "30", "--plot", str(folder), "--save", str(kept)]
    assert main(arguments) == 0
    assert sorted(path.name for path in folder.iterdir()) == sorted(f"{kind}.png" for kind in KINDS)
    # The moves were kept for the heat map alone.
    assert "actions" not in np.load(kept)
    assert "30 games" in capsys.readouterr().out
    assert len(save_plots(played(zl.Casbah((4, 4)), 5, record=False), folder, ".svg")) == len(KINDS) - 1


@pytest.mark.parametrize("name", ["", "file"])
def test_what_is_no_folder_is_refused_before_anything_is_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("file").write_text("kept", encoding="utf-8")
    assert main(["simulate", "casbah", "--games", "5", "--plot", name]) == 2
    assert f"--plot: {name!r} is no folder" in capsys.readouterr().err
    assert Path("file").read_text(encoding="utf-8") == "kept"
