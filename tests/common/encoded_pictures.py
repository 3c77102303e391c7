"""Pictures as files."""

import io

import numpy as np
from PIL import Image


def encoded(image: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def noise(width: int, height: int) -> Image.Image:
    small = np.random.default_rng(5).integers(0, 255, (40, 60, 3), dtype=np.uint8)
    return Image.fromarray(small).resize((width, height))
