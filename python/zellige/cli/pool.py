"""Processes that end quietly with the command that started them."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import InvalidStateError, ProcessPoolExecutor

__all__ = ["process_pool"]


@contextlib.contextmanager
def process_pool(workers: int | None) -> Iterator[ProcessPoolExecutor]:
    """A pool of fresh processes, as many as there are processors if ``workers`` is ``None``.

    On Ctrl-C and other errors they are ended at once instead of finishing their work.
    """
    context = multiprocessing.get_context("spawn")
    threading.excepthook = _say_nothing
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_end_on_interrupt)
    try:
        yield pool
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    pool.shutdown()


def _say_nothing(problem: threading.ExceptHookArgs) -> None:
    """Drops what the pool's own thread says about futures that were cancelled while it broke down."""
    if problem.exc_type is not InvalidStateError:
        threading.__excepthook__(problem)


def _end_on_interrupt() -> None:
    signal.signal(signal.SIGINT, lambda *_: os._exit(130))
