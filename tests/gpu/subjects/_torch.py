"""What the PyTorch subjects share."""

from __future__ import annotations

import torch

torch.manual_seed(0)


def mlp(dtype: torch.dtype = torch.float32) -> torch.nn.Module:
    """Two linear layers on the GPU."""
    layers = torch.nn.Sequential(torch.nn.Linear(256, 512), torch.nn.ReLU(), torch.nn.Linear(512, 10))
    return layers.cuda().to(dtype)


def bring_back(*tensors: torch.Tensor) -> None:
    """Copy tensors to the host, so that a replay checks every byte of them, and print their sums."""
    print(*(f"{tensor.detach().cpu().double().sum().item():.6f}" for tensor in tensors))


def end_state(model: torch.nn.Module) -> None:
    """The same for all parameters, buffers and gradients of a model."""
    bring_back(*model.parameters(), *model.buffers(), *(p.grad for p in model.parameters() if p.grad is not None))
