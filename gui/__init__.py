"""The window and the `perceptarium` command; everything that learns lives in `core`."""

import os

__version__ = "0.1.0"

# Before numpy is imported: small matrices gain nothing from BLAS threads, and frames lose their
# evenness to them.
for _name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(_name, "1")
