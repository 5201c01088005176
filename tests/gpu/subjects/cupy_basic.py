"""CuPy: elementwise, product, reduction, sort."""

import cupy as cp

a = cp.arange(1000, dtype=cp.float32)
print((a * 2 + 1).sum().get(), cp.dot(cp.ones((64, 64)), cp.ones((64, 64))).sum().get())
print(cp.sort(cp.sin(a)).get()[:4])
