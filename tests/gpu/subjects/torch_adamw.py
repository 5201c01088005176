"""PyTorch: AdamW steps with dropout."""

import torch
from _torch import bring_back, end_state

model = torch.nn.Sequential(torch.nn.Linear(128, 256), torch.nn.GELU(), torch.nn.Dropout(0.1), torch.nn.Linear(256, 8))
model.cuda().train()
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
for _ in range(5):
    data, target = torch.randn(32, 128, device="cuda"), torch.randint(8, (32,), device="cuda")
    loss = torch.nn.functional.cross_entropy(model(data), target)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    bring_back(loss)
end_state(model)
