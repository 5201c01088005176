"""PyTorch: sort, top-k, cumulative sum, bin count; input from pinned memory."""

import torch
from _torch import bring_back

data = torch.randn(20000).pin_memory().cuda(non_blocking=True)
values, order = torch.sort(data)
bring_back(values, order, torch.topk(data, 50).values, torch.cumsum(data, 0))
bring_back(torch.bincount(torch.randint(100, (5000,), device="cuda")))
