"""PyTorch: a captured graph, launched three times with new input from pinned memory."""

import torch
from _torch import bring_back, mlp

model = mlp()
data = torch.zeros(64, 256, device="cuda")
side = torch.cuda.Stream()
side.wait_stream(torch.cuda.current_stream())
with torch.cuda.stream(side), torch.no_grad():
    for _ in range(2):
        model(data).relu()
torch.cuda.current_stream().wait_stream(side)
graph = torch.cuda.CUDAGraph()
with torch.no_grad(), torch.cuda.graph(graph):
    out = model(data).relu()
for _ in range(3):
    data.copy_(torch.randn(64, 256).pin_memory(), non_blocking=True)
    graph.replay()
    bring_back(out)
