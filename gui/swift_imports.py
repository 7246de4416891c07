"""Loading without what only holds it up."""

from __future__ import annotations

import gc
import linecache


def load_swiftly() -> None:
    """Before a window is loaded: nothing of that is garbage; later, see `gui.collecting`."""
    gc.disable()
    read_no_sources()


def read_no_sources() -> None:
    """Let an import be no more than that.

    PySide6 looks into every source for its own name, to know which modules may want Qt's functions
    under other names (`from __feature__ import snake_case`), and Python then keeps all these
    texts: 28 MB, and tens of milliseconds. Taking every module for one that may is as good.
    """
    from PySide6.support import feature  # type: ignore[attr-defined]

    if hasattr(feature, "_mod_uses_pyside"):
        feature._mod_uses_pyside = lambda module: True
        linecache.clearcache()  # of what it has read by now
