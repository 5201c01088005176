"""PyTorch: four threads with streams of their own, fed from pinned memory."""

import threading

import torch
from _torch import bring_back, mlp

model = mlp()
results = [torch.empty(0)] * 4


def work(number: int) -> None:
    """Some batches, each copied while the one before is computed."""
    batches = [torch.full((64, 256), 0.1 * (number + 1) * (step + 1)).pin_memory() for step in range(4)]
    with torch.no_grad(), torch.cuda.stream(torch.cuda.Stream()):
        total = torch.zeros(64, 10, device="cuda")
        for batch in batches:
            total += model(batch.cuda(non_blocking=True))
        torch.cuda.current_stream().synchronize()
        results[number] = total


torch.cuda.synchronize()
threads = [threading.Thread(target=work, args=(number,)) for number in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
bring_back(*results)
