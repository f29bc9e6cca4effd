"""Benchmarks of the package; a debug build is refused."""

from __future__ import annotations

import pytest

from zellige import _native


def pytest_configure(config: pytest.Config) -> None:
    if _native.build_profile() == "debug":
        raise pytest.UsageError("the native module is a debug build; install an optimised one: pip install .")
