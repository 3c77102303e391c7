"""Write the sprite of tile faces into the package's static folder."""

from pathlib import Path

from webapp.faces.draw import sprite

SPRITE = Path(__file__).resolve().parent.parent / "static" / "tiles.svg"

if __name__ == "__main__":
    SPRITE.write_text(sprite(), encoding="utf-8")
