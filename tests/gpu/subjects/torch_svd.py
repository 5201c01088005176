"""PyTorch: singular values through cuSOLVER."""

import torch
from _torch import bring_back

u, s, v = torch.linalg.svd(torch.randn(64, 48, device="cuda"), full_matrices=False)
bring_back(u, s, v)
