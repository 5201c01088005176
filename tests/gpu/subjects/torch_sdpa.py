"""PyTorch: scaled dot-product attention in bf16."""

import torch
from _torch import bring_back

q, k, v = (torch.randn(2, 8, 128, 64, device="cuda", dtype=torch.bfloat16) for _ in range(3))
bring_back(torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=True))
