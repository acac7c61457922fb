#!/usr/bin/env python3
"""Orders of a small shop: every kind of definition, import, reference and comment."""
from __future__ import annotations

import asyncio, os.path
import importlib
import numpy as np
import xml.etree.ElementTree as ET
from abc import ABC, abstractmethod
from dataclasses import dataclass, field
from enum import Enum, IntFlag, auto
from functools import cached_property
from typing import *  # everything

from . import billing, stock as warehouse
from .models.customer import (
    Customer,
    Address as PostalAddress,
)
from .. import settings

if TYPE_CHECKING:
    from .plugins import Plugin

try:
    import ujson as json
except ImportError:
    import json

LIMIT: Final[int] = 10
#: How often a delivery is tried,
#: before it is given up.
RETRIES = 3
pending: list[Order]
first, (second, *rest) = 1, (2, 3, 4)
[left, right] = load_pair()
one = two = three = 0
_cache, table = {}, {}
Price: TypeAlias = int | float
type Pair[T] = tuple[T, T]
UserId = NewType("UserId", int)
double = lambda amount: amount * 2
now = lambda: clock.now()
table["x"] = 1
settings.debug = True

if os.name == "nt":
    SEPARATOR = "\\"
elif os.name == "posix":
    SEPARATOR = "/"
else:
    SEPARATOR = ":"

try:
    speedup = importlib.import_module("shop._speedup")
    codec = __import__("shop_codec")
except (ImportError, json.JSONDecodeError) as error:
    speedup = None
finally:
    LOADED = True

with open(os.path.join("a", "b")) as handle:
    HEADER = handle.readline()


class State(Enum):
    """Where an order is."""

    _ignore_ = ["helper"]
    NEW = auto()
    SENT = "sent"  # on its way
    label: str

    def is_open(self) -> bool:
        return self is not State.SENT


class Flags(IntFlag):
    URGENT = 1


class Priced(Protocol[T_co]):
    def price(self) -> Price: ...


@dataclass(frozen=True, slots=True)
class Item:
    '''One line of an order.

        Indented more.
    Not indented.
    '''

    name: str
    count: int = 1
    tags: dict[str, "Tag"] = field(default_factory=dict)
    """What it is filed under."""
    x = y = 0
    low, high = 0, 9


class Base(ABC, metaclass=Registry):
    r"""Raw \docs."""

    kind = "base"

    @property
    @abstractmethod
    def size(self) -> int:
        "One-line docstring."

    @size.setter
    def size(self, value: int) -> None: ...

    @staticmethod
    def create(*names: str, **options: Any) -> Base | None:
        return Base._build(names)

    @classmethod
    def _build(cls, names): return cls()

    @cached_property
    def digest(self):
        mixed: int = hash(self)

        def salted(): return mixed

        return salted()

    if sys.version_info >= (3, 12):
        def newer(self): ...


# Comment above a decorated class,
# of two lines.
@registry.register("order", flag=True)
@decorate
class Order(Base, models.Model, Generic[T], Repository[Customer], plugins.Mixin[int]):
    __slots__ = ("items",)

    class Meta:
        ordering = ["id"]

        def inner(self) -> models.Meta: pass

    def __init__(self, items: list[Item], owner: Optional["Customer"] = None, *, note: "str" = "") -> None:
        super().__init__()
        self.items: list[Item] = items
        self.owner, self.note = owner, note
        self.total = sum(item.count for item in items)
        local = 3

    def __len__(self):
        return len(self.items)

    @overload
    def find(self, key: int) -> Item: ...
    @overload
    def find(self, key: str) -> Item | PostalAddress | models.Row | None: ...
    def find(self, key):
        """Finds an item."""
        if not isinstance(key, str):
            raise TypeError("key")
        for item in self.items:
            match item:
                case Item(name=name) if name == key:
                    return item
                case models.Row(id=_):
                    raise NotImplementedError
                case _:
                    continue
        try:
            return self.items[0].clone().rename(key)
        except billing.Error as error:
            raise error from None
        except Missing:
            raise models.Failure

    async def send(self, carrier: Carrier[Item], /) -> AsyncIterator[Order]:
        async with carrier.session() as session, lock():
            await session.post(self.items, retries=RETRIES)
            yield self

        def nested(value, deep=lambda v: v):
            class Local:
                field = 1

            return Local()

        return nested


def total[N: (int, float)](
    orders: Iterable[Order],  # what to add
    /,
    start: N = 0,
    *,
    key: Callable[[Order], N] | None = None,
) -> N:
    # inside
    return sum((key(order) for order in orders), start)


@app.route("/orders/<id>", methods=["GET"])
@limits.per(minute=5).shared
async def show(id: int) -> Response: return await (billing
    .client
    .fetch(id))


def été(größe): return größe.höhe()


if __name__ == "__main__":
    asyncio.run(Order([]).send(ET.parse("a.xml")))
