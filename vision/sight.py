"""One look: a picture or a strip through the network, and what it finds there."""

import weakref

import numpy as np
import numpy.typing as npt

from vision.engine import Engine, EngineError
from vision.letterbox import Letterbox, as_input, letterbox
from vision.looks import Found, decode, turn_back
from vision.strips import Strip

_Image = npt.NDArray[np.uint8]
_Last = tuple["weakref.ref[_Image]", int, npt.NDArray[np.float32], Letterbox]


class Sight:
    """Looks with one network.

    Args:
        engine: runs the network.
        classes: how many it knows.
        faintest: what scores less is not worth a second look.
    """

    def __init__(self, engine: Engine, classes: int, faintest: float) -> None:
        self._engine, self._classes, self._faintest = engine, classes, faintest
        self._last: _Last | None = None

    def whole(self, image: npt.NDArray[np.uint8], side: int, turns: int = 0) -> Found:
        """A picture, H×W×3, scaled to a long side.

        Args:
            image: the picture.
            side: pixels, a multiple of 32.
            turns: quarter turns of the picture before the network sees it, 0 to 3.

        Returns:
            What was found, in pixels of ``image``.
        """
        inputs, fitted = self._fitted(image, side)
        height, width = inputs.shape[2:]
        seen = np.ascontiguousarray(np.rot90(inputs, turns, axes=(2, 3)))
        found = turn_back(decode(self._infer(seen), self._faintest), turns, width, height)
        return Found(fitted.boxes_back(found.boxes), found.probabilities).above(self._faintest)

    def _fitted(self, image: npt.NDArray[np.uint8], side: int) -> tuple[npt.NDArray[np.float32], Letterbox]:
        """The picture scaled; the last one is kept: it is often seen upside down next."""
        last = self._last
        if last is None or last[0]() is not image or last[1] != side:
            last = (weakref.ref(image, self._forget), side, *letterbox(image, side))
            self._last = last
        return last[2:]

    def _forget(self, _: "weakref.ref[_Image]") -> None:
        self._last = None

    def along(self, strip: Strip, image: npt.NDArray[np.uint8]) -> tuple[Found, Found]:
        """A strip of a picture, seen both ways up: what was found each way, in strip pixels."""
        cut, faint = strip.cut(image), self._faintest / 2
        ways = []
        for turns in (strip.turns, strip.turns + 2):
            found = decode(self._infer(as_input(np.ascontiguousarray(np.rot90(cut, turns)))), faint)
            ways.append(turn_back(found.above(faint), turns, strip.width, strip.height))
        return ways[0], ways[1]

    def _infer(self, inputs: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
        output = self._engine.run(inputs)
        expected = 4 + self._classes
        if output.ndim != 3 or output.shape[1] != expected:
            raise EngineError(
                f"The network answers {output.shape}, expected 1×{expected}×N. Use fanpai's own weights."
            )
        return np.asarray(output[0], np.float32)
