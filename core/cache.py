"""Where compiled kernels are kept between starts."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


@cache
def cache_folder() -> Path:
    """The user's cache folder for this very version of `core`.

    numba's own cache notices a change only in the file that holds the kernel, not in a learner's
    file whose rule is compiled into it. A folder named after all of the sources cannot go stale,
    and it works when the package itself is installed read-only.
    """
    return _user_cache() / "perceptarium" / f"kernels-{_sources_digest()}"


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Keep other processes from writing into the cache folder meanwhile, where that is possible."""
    folder = cache_folder()
    with ExitStack() as stack:
        with suppress(OSError):  # numba does not keep anything either where it cannot write
            folder.mkdir(parents=True, exist_ok=True)
            file = stack.enter_context(open(folder / "lock", "ab"))
            if sys.platform == "win32":
                import msvcrt

                file.seek(0)
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                stack.callback(msvcrt.locking, file.fileno(), msvcrt.LK_UNLCK, 1)
            else:
                import fcntl

                fcntl.flock(file, fcntl.LOCK_EX)
        yield


def use_cache_folder() -> None:
    """Tell numba, which must not be imported yet, where to keep what it compiles."""
    if "numba" not in sys.modules:
        os.environ.setdefault("NUMBA_CACHE_DIR", str(cache_folder()))


def _user_cache() -> Path:
    from pathlib import Path

    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")


def _sources_digest() -> str:
    import hashlib
    from pathlib import Path

    here = Path(__file__).parent
    digest = hashlib.sha256(sys.version.encode())
    for source in sorted([*here.glob("kernels/*.py"), *here.glob("learners/*.py")]):
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]
