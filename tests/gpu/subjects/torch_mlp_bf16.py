"""PyTorch: forward and backward of an MLP in bf16."""

import torch
from _torch import bring_back, end_state, mlp

model = mlp(torch.bfloat16)
loss = model(torch.randn(64, 256, device="cuda", dtype=torch.bfloat16)).square().mean()
loss.backward()
bring_back(loss)
end_state(model)
