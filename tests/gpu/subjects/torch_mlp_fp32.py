"""PyTorch: forward and backward of an MLP in fp32."""

import torch
from _torch import bring_back, end_state, mlp

model = mlp()
loss = model(torch.randn(64, 256, device="cuda")).square().mean()
loss.backward()
bring_back(loss)
end_state(model)
