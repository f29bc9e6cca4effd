"""Casbah in plain Python: rules H1 to H13."""

from .state import ReferenceCasbah
from .validate import violations

__all__ = ["ReferenceCasbah", "violations"]
