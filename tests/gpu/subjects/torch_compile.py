"""PyTorch: torch.compile, whose kernels Triton makes."""

import torch
from _torch import bring_back


@torch.compile
def function(x: torch.Tensor, y: torch.Tensor) -> torch.Tensor:
    """Something to fuse."""
    return (torch.sin(x) * y + 1).sum(-1)


x = torch.randn(512, 512, device="cuda")
bring_back(function(x, x))
