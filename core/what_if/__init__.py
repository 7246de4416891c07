"""What would have happened otherwise: the same experiment with one thing changed, many times over.

Everything is computed from the experiment and its seeds alone, so that the same question always
has the same answer. A dataset is made once, and every variation is a run on it.
"""

from core.what_if.dropping import Dropped, drop_each
from core.what_if.learning_curve import LearnerCurve, LearningCurve, learning_curve
from core.what_if.orders import Fan, OrdersFan, orders
from core.what_if.sweep import Sweep, sweep
from core.what_if.variation import Spread
from core.what_if.watch import Cancelled

__all__ = [
    "Cancelled",
    "Dropped",
    "Fan",
    "LearnerCurve",
    "LearningCurve",
    "OrdersFan",
    "Spread",
    "Sweep",
    "drop_each",
    "learning_curve",
    "orders",
    "sweep",
]
