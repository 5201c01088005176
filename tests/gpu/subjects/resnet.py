"""ResNet-18: training steps in deterministic mode."""

import os

os.environ["CUBLAS_WORKSPACE_CONFIG"] = ":4096:8"

import torch
import torchvision
from _torch import bring_back, end_state

torch.backends.cudnn.deterministic = True
torch.use_deterministic_algorithms(True)
model = torchvision.models.resnet18(num_classes=10).cuda().train()
optimizer = torch.optim.SGD(model.parameters(), lr=0.01, momentum=0.9)
for _ in range(2):
    data, target = torch.randn(8, 3, 64, 64, device="cuda"), torch.randint(10, (8,), device="cuda")
    loss = torch.nn.functional.cross_entropy(model(data), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    bring_back(loss)
end_state(model)
