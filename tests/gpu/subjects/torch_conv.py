"""PyTorch: convolution through cuDNN, forward and backward."""

import torch
from _torch import bring_back, end_state

torch.backends.cudnn.deterministic = True
layer = torch.nn.Conv2d(8, 16, 3).cuda()
out = layer(torch.randn(4, 8, 32, 32, device="cuda"))
out.square().mean().backward()
bring_back(out)
end_state(layer)
