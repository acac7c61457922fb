# Shop.
"""The shop's interface."""
from .orders import Order as Order, total
from .version import *
import shop.orders as orders

__all__ = ["Order", 'total']
__all__ += ("helper",)
__version__ = "1.0"


def helper(): pass


def hidden(): ...


def _private(): ...
