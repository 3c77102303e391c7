"""The reader's network: a small residual net ending in an embedding on the unit sphere. Needs ``train``."""

from typing import Final

import torch
from torch import nn
from torch.nn import functional

CLASSES: Final = 37  # 34 kinds, flower, back, no tile
LOOKS: Final = 4  # prototypes a class: a kind looks different from set to set
EMBEDDING: Final = 128


class _Block(nn.Module):  # type: ignore[misc]  # torch is seen untyped
    def __init__(self, channels: int, out: int, stride: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, out, 3, stride, 1, bias=False),
            nn.BatchNorm2d(out),
            nn.SiLU(),
            nn.Conv2d(out, out, 3, 1, 1, bias=False),
            nn.BatchNorm2d(out),
        )
        self.side = (
            nn.Identity()
            if channels == out and stride == 1
            else nn.Sequential(
                nn.AvgPool2d(stride), nn.Conv2d(channels, out, 1, bias=False), nn.BatchNorm2d(out)
            )
        )

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        return functional.silu(self.body(x) + self.side(x))


class ReaderNetwork(nn.Module):  # type: ignore[misc]  # torch is seen untyped
    """Windows N×3×64×64 (RGB 0..1) to embeddings N×128 of length one and logits N×37.

    A class's logit is its nearest prototype's cosine, smoothly chosen, times a learnt scale.
    """

    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(3, 24, 3, 2, 1, bias=False),
            nn.BatchNorm2d(24),
            nn.SiLU(),
            _Block(24, 32, 1),
            _Block(32, 64, 2),
            _Block(64, 64, 1),
            _Block(64, 128, 2),
            _Block(128, 128, 1),
            _Block(128, 192, 2),
        )
        self.head = nn.Linear(192 * 4 * 4, EMBEDDING)
        self.drop = nn.Dropout(0.2)
        self.prototypes = nn.Parameter(torch.randn(CLASSES, LOOKS, EMBEDDING))
        self.log_scale = nn.Parameter(torch.tensor(2.8))

    def embed(self, windows: torch.Tensor) -> torch.Tensor:
        """N×128, length one."""
        x = self.body(windows * 2 - 1)
        return functional.normalize(self.head(self.drop(x.flatten(1))).float(), dim=1)

    def classify(self, embedding: torch.Tensor) -> torch.Tensor:
        """Logits N×37 of embeddings."""
        cosines = torch.einsum("ne,cle->ncl", embedding, functional.normalize(self.prototypes, dim=2))
        return torch.logsumexp(cosines * self.log_scale.exp(), dim=2)

    def forward(self, windows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        embedding = self.embed(windows)
        return embedding, self.classify(embedding)
