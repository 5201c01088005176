"""A GPT-like model in bf16: prefill of 32 tokens and 64 generated ones, with a cache of keys and values."""

import torch
from _torch import bring_back
from torch import nn

WIDTH, HEADS, LAYERS, WORDS, PROMPT, NEW = 256, 8, 4, 1000, 32, 64


class Block(nn.Module):
    """Attention and MLP."""

    def __init__(self) -> None:
        super().__init__()
        self.norm1, self.norm2 = nn.LayerNorm(WIDTH), nn.LayerNorm(WIDTH)
        self.qkv, self.out = nn.Linear(WIDTH, 3 * WIDTH), nn.Linear(WIDTH, WIDTH)
        self.mlp = nn.Sequential(nn.Linear(WIDTH, 4 * WIDTH), nn.GELU(), nn.Linear(4 * WIDTH, WIDTH))
        self.cache: list[torch.Tensor] = []

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        length = x.shape[1]
        q, k, v = (part.view(1, length, HEADS, -1).transpose(1, 2) for part in self.qkv(self.norm1(x)).chunk(3, dim=-1))
        if self.cache:
            k, v = torch.cat([self.cache[0], k], 2), torch.cat([self.cache[1], v], 2)
        self.cache = [k, v]
        y = nn.functional.scaled_dot_product_attention(q, k, v, is_causal=length > 1)
        x = x + self.out(y.transpose(1, 2).reshape(1, length, WIDTH))
        return x + self.mlp(self.norm2(x))


embed = nn.Embedding(WORDS, WIDTH)
position = nn.Embedding(PROMPT + NEW, WIDTH)
blocks = nn.ModuleList(Block() for _ in range(LAYERS))
head = nn.Linear(WIDTH, WORDS, bias=False)
for module in (embed, position, blocks, head):
    module.cuda().to(torch.bfloat16)

with torch.no_grad():
    tokens = torch.randint(WORDS, (1, PROMPT), device="cuda")
    at, found = 0, []
    for _ in range(NEW):
        x = embed(tokens) + position(torch.arange(at, at + tokens.shape[1], device="cuda"))
        at += tokens.shape[1]
        for block in blocks:
            x = block(x)
        tokens = head(x[:, -1:]).argmax(-1)
        found.append(tokens.item())
print(*found)
bring_back(x, *(part for block in blocks for part in block.cache))
