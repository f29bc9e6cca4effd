"""`simulate`: the same games however they are spread, policies, columns, files and bad arguments."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zellige as zl
from zellige.reference.rng import Stream


def same(one: zl.SimulationResult, other: zl.SimulationResult) -> bool:
    return all((one.columns()[name] == column).all() for name, column in other.columns().items())


def test_streams(golden: Path) -> None:
    from zellige import _native

    for row in json.loads((golden / "streams.json").read_text()):
        draws = [int(text) for text in row["first"]]
        assert _native.stream_draws(row["seed"], row["number"], 4).tolist() == draws
        stream = Stream(row["seed"], row["number"])
        assert [stream.next_u64() for _ in range(4)] == draws


def test_plays_the_recorded_games(golden: Path) -> None:
    for line in (golden / "simulate.jsonl").read_text().splitlines():
        row = json.loads(line)
        if row["game"] not in zl.GAMES:
            continue
        game = zl.GAMES[row["game"]].from_options(row["options"])
        result = zl.simulate(game, 1, seed=row["seed"], first=row["number"], record=True)
        (record,) = result.records()
        assert record["moves"] == row["moves"]
        assert record["scores"] == row["scores"]
        assert record["seed"] == row["seed"]


def test_columns_agree_with_the_records(game: zl.Game) -> None:
    result = zl.simulate(game, 20, seed=3, threads=2, record=True)
    assert len(result) == 20
    assert result.scores.dtype == result.lengths.dtype == np.int32
    for index, record in enumerate(result.records()):
        state = zl.State.from_record(record)
        assert state.is_terminal()
        assert state.scores().tolist() == result.scores[index].tolist()
        assert state.returns().tolist() == result.returns[index].tolist()
        assert state.history() == result.history(index).tolist()
        assert len(state.history()) == result.lengths[index]
        if result.colour_scores is not None:
            assert state.colour_scores().tolist() == result.colour_scores[index].tolist()  # type: ignore[attr-defined]
    best = result.returns.max(axis=1, keepdims=True)
    assert (result.winners == (result.returns == best)).all()


@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_threads_chunks_and_executors_give_the_same_games(kind: type[zl.Game], policy: str) -> None:
    game = kind()
    whole = zl.simulate(game, 60, seed=9, first=5, policy=policy, threads=1, record=True)
    for threads in (2, 3, 8):
        other = zl.simulate(game, 60, seed=9, first=5, policy=policy, threads=threads, record=True)
        assert same(whole, other)
        assert list(whole.records()) == list(other.records())
    part = zl.simulate(game, 20, seed=9, first=25, policy=policy)
    assert (part.scores == whole.scores[20:40]).all()
    executors: list[Executor] = [ThreadPoolExecutor(2), ProcessPoolExecutor(2, multiprocessing.get_context("spawn"))]
    for executor in executors:
        with executor:
            spread = zl.simulate(game, 60, seed=9, first=5, policy=policy, executor=executor, record=True)
        assert same(whole, spread)
        assert list(whole.records()) == list(spread.records())


def test_seeds_and_numbers_reach_the_ends_of_their_range(kind: type[zl.Game]) -> None:
    game = kind()
    for seed, first in ((2**64 - 1, 2**64 - 2), (0, 2**63)):
        one, two = (zl.simulate(game, 2, seed=seed, first=first, threads=n, record=True) for n in (1, 2))
        assert list(one.records()) == list(two.records())


def test_numpy_integers_are_integers(tmp_path: Path) -> None:
    counts: dict[str, Any] = {"seed": np.int64(3), "first": np.uint64(4), "threads": np.int8(1)}
    result = zl.simulate(zl.Blokus(), 2, record=True, **counts)
    assert list(result.records()) == list(zl.simulate(zl.Blokus(), 2, seed=3, first=4, record=True).records())
    result.save(tmp_path / "x.npz")
    json.dumps(next(result.records()))
    with pytest.raises(ValueError, match="first"):
        zl.simulate(zl.Blokus(), 5, first=np.uint64(2**64 - 1))  # type: ignore[arg-type]


def test_a_policy_per_player(kind: type[zl.Game]) -> None:
    game = kind()
    players = game.num_players()
    seen: list[int] = []

    def last(state: zl.State) -> int:
        seen.append(state.current_player())
        return int(state.legal_actions()[-1])

    result = zl.simulate(game, 3, policy=[last, *["random"] * (players - 1)], record=True)
    assert set(seen) == {0}
    assert result.policies == ("last", *["random"] * (players - 1))
    assert all("seed" not in record for record in result.records())
    by_name = zl.simulate(game, 3, seed=4, record=True)

    def never(state: zl.State) -> int:
        raise AssertionError

    random = ["random"] * players
    mixed = zl.simulate(game, 3, seed=4, policy=random, record=True)
    assert list(mixed.records()) == list(by_name.records())
    with pytest.raises(AssertionError):
        zl.simulate(game, 1, policy=never)

    def wrong(state: zl.State) -> int:
        return -5

    with pytest.raises(zl.IllegalAction):
        zl.simulate(game, 1, policy=wrong)


def test_progress(kind: type[zl.Game]) -> None:
    told: list[tuple[int, int]] = []
    zl.simulate(kind(), 300, threads=2, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (300, 300)
    assert told == sorted(told)
    with ThreadPoolExecutor(2) as executor:
        zl.simulate(kind(), 30, executor=executor, progress=lambda done, total: told.append((done, total)))
    assert told[-1] == (30, 30)

    def stop(done: int, total: int) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        zl.simulate(kind(), 10**7, progress=stop)


def test_no_games(game: zl.Game) -> None:
    result = zl.simulate(game, 0, record=True)
    assert result.scores.shape == (0, game.num_players())
    assert result.winners.shape == (0, game.num_players())
    assert list(result.records()) == []
    with pytest.raises(ValueError, match="no games"):
        result.summary()
    with ThreadPoolExecutor(1) as executor:
        assert len(zl.simulate(game, 0, executor=executor)) == 0


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        ({"games": -1}, ValueError, "games must be at least 0"),
        ({"games": 1.5}, TypeError, "games must be an integer"),
        ({"games": True}, TypeError, "games must be an integer"),
        ({"games": "9"}, TypeError, "games must be an integer"),
        ({"games": 2**62}, MemoryError, "not enough memory"),
        ({"games": 2**63}, ValueError, "games must be at most"),
        ({"seed": -1}, ValueError, "seed must be at least 0"),
        ({"seed": 2**64}, ValueError, "seed must be at most 18446744073709551615"),
        ({"seed": 1.0}, TypeError, "seed must be an integer"),
        ({"seed": None}, TypeError, "seed must be an integer"),
        ({"first": -1}, ValueError, "first must be at least 0"),
        ({"first": 2**64}, ValueError, "first must be at most"),
        ({"first": 2**64 - 1, "games": 2}, ValueError, "first"),
        ({"threads": 0}, ValueError, "threads must be at least 1"),
        ({"threads": -2}, ValueError, "threads must be at least 1"),
        ({"threads": 2.0}, TypeError, "threads must be an integer"),
        ({"policy": "clever"}, ValueError, "policy must be 'random' or 'greedy'"),
        ({"policy": ["random"]}, ValueError, "one entry per player"),
        ({"policy": []}, ValueError, "one entry per player"),
        ({"policy": 7}, TypeError, "policy"),
        ({"policy": [1, 2, 3, 4]}, TypeError, "policy"),
        ({"executor": 3}, TypeError, "executor"),
        ({"game": "blokus"}, TypeError, "game"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], error: type[Exception], words: str) -> None:
    call: dict[str, Any] = {"game": zl.Blokus(), "games": 1} | arguments
    with pytest.raises(error, match=words):
        zl.simulate(**call)


def test_histories_need_record() -> None:
    result = zl.simulate(zl.Blokus(), 2)
    with pytest.raises(ValueError, match="record=True"):
        next(result.records())
    with pytest.raises(ValueError, match="record=True"):
        result.history(0)
    recorded = zl.simulate(zl.Blokus(), 2, record=True)
    with pytest.raises(IndexError):
        recorded.history(2)
    assert (recorded.history(-1) == recorded.history(1)).all()


def test_files(tmp_path: Path, kind: type[zl.Game]) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    result = zl.simulate(kind(), 12, seed=2, record=True)
    result.save(tmp_path / "x.npz")
    with np.load(tmp_path / "x.npz") as saved:
        assert (saved["scores"] == result.scores).all()
        assert (saved["actions"] == result.actions).all()
        assert json.loads(str(saved["meta"]))["seed"] == 2
    result.save(str(tmp_path / "x.jsonl"))
    records = [json.loads(line) for line in (tmp_path / "x.jsonl").read_text().splitlines()]
    assert records == list(result.records())
    result.save(tmp_path / "x.parquet")
    table = parquet.read_table(tmp_path / "x.parquet")
    assert table["scores"].to_pylist() == result.scores.tolist()
    assert table["actions"].to_pylist() == [result.history(i).tolist() for i in range(12)]
    frame = result.to_pandas()
    assert frame["scores_0"].tolist() == result.scores[:, 0].tolist()
    for bad in ("x.csv", "x", "x.npy"):
        with pytest.raises(ValueError, match="saved as"):
            result.save(tmp_path / bad)
    with pytest.raises(OSError, match="nowhere"):
        result.save(tmp_path / "nowhere" / "x.npz")
    with pytest.raises(ValueError, match="record=True"):
        zl.simulate(kind(), 2).save(tmp_path / "y.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.jsonl", "x.npz", "x.parquet"]


def _die(state: zl.State) -> int:
    os._exit(3)


def test_a_worker_that_dies() -> None:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, context) as executor, pytest.raises(BrokenProcessPool):
        zl.simulate(zl.Blokus(), 4, policy=_die, executor=executor)


INTERRUPTED = """
import signal, sys, time, threading, os
import zellige as zl
def later():
    time.sleep(0.5)
    sent.append(time.perf_counter())
    os.kill(os.getpid(), signal.SIGINT)
sent = []
threading.Thread(target=later).start()
try:
    zl.simulate(zl.GAMES[sys.argv[1]](), 10**8 // 4, threads=2)
except KeyboardInterrupt:
    print(time.perf_counter() - sent[0])
"""


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals")
def test_ctrl_c_ends_a_simulation(kind: type[zl.Game]) -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED, kind.name], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    # 0.2 s on an idle machine; the margin is for machines that run other things too.
    assert float(done.stdout) < 1.5


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_works_after_fork(kind: type[zl.Game]) -> None:
    before = zl.simulate(kind(), 200, threads=2)
    child = os.fork()
    if child == 0:
        signal.alarm(30)
        again = zl.simulate(kind(), 200, threads=2)
        os._exit(0 if same(before, again) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_other_python_threads_run_meanwhile() -> None:
    counted = 0
    stop = threading.Event()

    def count() -> None:
        nonlocal counted
        while not stop.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    zl.simulate(zl.Blokus(), 3000, threads=1)
    stop.set()
    thread.join()
    assert counted > 5


def test_record_and_progress_of_the_wrong_type() -> None:
    with pytest.raises(TypeError, match="record must be True or False, not int"):
        zl.simulate(zl.Casbah(), 2, record=1)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="progress must be a function, not int"):
        zl.simulate(zl.Casbah(), 2, progress=1)  # type: ignore[arg-type]


def test_an_illegal_choice_says_whose_it_was() -> None:
    def corner(state: zl.State) -> int:
        return 0

    with pytest.raises(zl.IllegalAction) as caught:
        zl.simulate(zl.Blokus(variant="duo"), 2, policy=["random", corner])
    assert caught.value.__notes__ == ["chosen by the policy corner of player 1 at entry 1"]
