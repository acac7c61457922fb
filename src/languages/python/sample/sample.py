#!/usr/bin/env python3
"""Module docstring."""
from __future__ import annotations

import os.path
import numpy as np, sys
from . import sibling
from ..pkg.mod import (first, second as other)
from typing import *

LIMIT: int = 10
_private, public = 1, 2


# Comment above the base.
class Base(object):
    """A base."""

    kind = "base"
    typed: list[str] = []

    def __init__(self, value: np.ndarray) -> None:
        self.value = value
        local = 3

    @property
    def size(self) -> int:
        return len(self.value)

    class Inner:
        pass


@registry.register("name", flag=True)
@decorate
class Derived(Base, metaclass=Meta):
    async def run(self, *args, **kwargs):
        super().run(*args)
        first(self.size)

        def nested(x):
            return other(x)

        return nested


def _helper(
    a: int,
    b: str = "x",
) -> Derived:
    # inside
    return Derived(a)


type Alias = dict[str, Base]
mod = __import__("late")
