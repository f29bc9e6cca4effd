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
    workers = workers or os.cpu_count() or 1
    pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _end_on_interrupt)
    threading.excepthook = _say_nothing
    try:
        with _interrupts_blocked():  # the processes start with it, until they are ready to end without a traceback
            for _ in range(workers):
                pool.submit(int)
        yield pool
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        pool.shutdown(wait=True, cancel_futures=True)
        raise
    pool.shutdown()


@contextlib.contextmanager
def _interrupts_blocked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_on_interrupt() -> None:
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _say_nothing(problem: threading.ExceptHookArgs) -> None:
    """Drops what the pool's own thread says about futures that were cancelled while it broke down."""
    if problem.exc_type is not InvalidStateError:
        threading.__excepthook__(problem)
