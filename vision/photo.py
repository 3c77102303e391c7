"""The one door for pictures: bytes or a path in, an upright BGR array out.

Phones hand over 12 to 50 MP JPEG or HEIC with an EXIF orientation; screenshots come as PNG with alpha;
scanners give 16 bit grey. Everything is refused by its header where it is too large, decoded reduced where
that loses nothing the tiles need, and turned upright exactly once.
"""

import io
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt
import pi_heif
from PIL import Image, ImageFile

from vision.heif import names_its_items
from vision.jpeg import FACTORS, decode_jpeg, is_whole

MAX_BYTES: Final = 40_000_000
MAX_PIXELS: Final = 64_000_000
# A row of 17 tiles over half of a 2000 px photo still has 59 px a tile: more than the network asks for.
REDUCED_SIDE: Final = 2000
# A hand that fills a photo has 60 px a tile here already; smaller tiles have it decoded again.
READ_SIDE: Final = 1000
FINE_SIDE: Final = 4000
SLIMMEST: Final = 50  # long side by short side; a row of 18 tiles seen from the side is under 30

# Formats that cameras, phones and browsers write; others stay closed (PostScript runs an interpreter).
_FORMATS: Final = ("JPEG", "PNG", "HEIF", "WEBP", "AVIF", "BMP", "GIF", "TIFF")
_JPEG: Final = ("JPEG", "MPO")  # the latter holds a smaller or a depth picture behind the photo
_EXIF_ORIENTATION: Final = 0x0112
_UPRIGHT: Final = {
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_270,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_90,
}
# What the decoders of Pillow raise on broken data; warnings where Python is told to raise them.
_DECODER_FAULTS: Final = (
    OSError,
    SyntaxError,
    ValueError,
    EOFError,
    IndexError,
    KeyError,
    TypeError,
    ArithmeticError,
    RuntimeError,
    Warning,
)

# Raised, not printed: it becomes a sentence of ours.
warnings.simplefilter("error", Image.DecompressionBombWarning)
# Of what is broken and does not matter, such as an EXIF block that was cut: no player can mend it.
warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")
pi_heif.register_heif_opener()
Image.init()  # naming formats does not load their decoders


class PhotoError(ValueError):
    """A photo that cannot be used.

    Attributes:
        code: ``missing``, ``not_a_file``, ``empty``, ``too_many_bytes``, ``too_many_pixels``,
            ``too_narrow``, ``not_a_picture`` or ``damaged``.
        message: a sentence that says what to do; it does not name the file.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, eq=False)
class Photo:
    """An upright picture.

    Attributes:
        image: H×W×3 uint8, BGR; possibly reduced.
        width: width of the upright original in pixels.
        height: height of the upright original in pixels.
        scale: pixels of ``image`` per pixel of the original, 0 < scale <= 1.
        encoded: the original file where it holds more pixels than ``image``, else None.
    """

    image: npt.NDArray[np.uint8]
    width: int
    height: int
    scale: float
    encoded: bytes | None = None

    def finer(self, scale: float = 1.0) -> "Photo":
        """The same photo with more of its pixels; itself where it has enough, or all there are.

        Args:
            scale: pixels wanted per pixel of the original; 4000 px on the long side are enough for any.
        """
        if self.encoded is None or self.scale >= scale:
            return self
        wanted = min(FINE_SIDE, int(scale * max(self.width, self.height)))
        if max(self.image.shape[:2]) >= wanted:
            return self
        # Whole or not: it was opened before.
        return _quick(self.encoded, _open(self.encoded), wanted) or load_photo(self.encoded, wanted)


def load_photo(
    source: bytes | Path, reduced_side: int = REDUCED_SIDE, quick_side: int | None = None
) -> Photo:
    """Open a photo.

    Args:
        source: the bytes of a picture file, or its path.
        reduced_side: a large picture may be reduced to half, a third … as long as its long side keeps at
            least this many pixels.
        quick_side: the same for a picture that can soon be decoded once more with more pixels.

    Raises:
        PhotoError: with a code and a sentence, for anything that is no usable picture.
    """
    encoded = source if isinstance(source, bytes) else _read(source)
    if not encoded:
        raise PhotoError("empty", "The file is empty. Take the photo again or choose another one.")
    if len(encoded) > MAX_BYTES:
        raise _too_many_bytes(len(encoded))
    opened = _open(encoded)
    if is_whole(encoded) and (quick := _quick(encoded, opened, quick_side or reduced_side)):
        return quick
    try:
        if opened.format == "TIFF":
            opened.load()  # turns the picture itself, and drops the tag
        orientation = _orientation(opened)
        original = opened.size
        factor = max(1, max(original) // reduced_side)
        # JPEG decodes to half, quarter and eighth sizes for less than the price of the whole.
        opened.draft(None, (max(original[0] // factor, 1), max(original[1] // factor, 1)))
        reduced = _reduce(_eight_bit(_reduce(opened, reduced_side)), reduced_side)
        reduced.load()
    except _DECODER_FAULTS as fault:
        raise PhotoError(
            "damaged", "The photo is damaged or cut off. Send it again or take a new one."
        ) from fault
    except MemoryError as fault:
        raise PhotoError(
            "too_many_pixels", "The photo is too large to open here. Send a smaller copy."
        ) from fault
    if orientation in _UPRIGHT:
        reduced = reduced.transpose(_UPRIGHT[orientation])
    width, height = original if orientation < 5 else original[::-1]
    image = _bgr(reduced)
    scale = max(image.shape[:2]) / max(original)
    return Photo(np.asarray(image, np.uint8), width, height, scale, encoded if scale < 1 else None)


def open_to_read(source: bytes | Path) -> Photo:
    """Open a photo as it is read: what can soon be decoded once more has no more pixels than most hands need.

    Raises:
        PhotoError: as `load_photo`.
    """
    return load_photo(source, quick_side=READ_SIDE)


def _quick(encoded: bytes, opened: ImageFile.ImageFile, reduced_side: int) -> Photo | None:
    """A JPEG by way of `vision.jpeg`; None for other pictures, and where Pillow must say what is wrong."""
    if opened.format not in _JPEG or opened.mode != "RGB":
        return None
    longest = max(opened.size)
    factor = next(factor for factor in FACTORS if factor == 1 or longest >= factor * reduced_side)
    orientation = _orientation(opened)
    image = decode_jpeg(encoded, factor, orientation)
    if image is None:
        return None
    width, height = opened.size if orientation < 5 else opened.size[::-1]
    scale = max(image.shape[:2]) / longest
    return Photo(image, width, height, scale, encoded if scale < 1 else None)


def encode_jpeg(image: npt.NDArray[np.uint8], quality: int = 88) -> bytes:
    """A BGR uint8 array as a JPEG file without any metadata."""
    done, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not done:
        raise PhotoError("damaged", "The picture cannot be written as JPEG. Take the photo again.")
    return data.tobytes()


def strip_metadata(source: bytes | Path) -> bytes:
    """The photo as an upright JPEG fit for storing: no EXIF, no place, no thumbnail, reduced where large.

    Raises:
        PhotoError: as `load_photo`.
    """
    return encode_jpeg(load_photo(source).image)


def _read(path: Path) -> bytes:
    """The file's bytes, not more than allowed."""
    try:
        if not path.is_file():
            if path.exists():
                raise PhotoError("not_a_file", "This is not a file. Name a picture file.")
            raise PhotoError("missing", "There is no such file. Check the name.")
        size = path.stat().st_size
        if size > MAX_BYTES:
            raise _too_many_bytes(size)
        return path.read_bytes()
    except OSError as fault:
        raise PhotoError(
            "missing", f"The file cannot be read: {fault.strerror}. Check name and rights."
        ) from fault


def _too_many_bytes(size: int) -> PhotoError:
    return PhotoError(
        "too_many_bytes",
        f"The file has {size / 1e6:.0f} MB; at most {MAX_BYTES / 1e6:.0f} MB are read. Send a smaller copy.",
    )


def _open(encoded: bytes) -> ImageFile.ImageFile:
    """Read the header alone and refuse what is no picture or too large."""
    too_many = f"at most {MAX_PIXELS:,} are read. Send a smaller copy."
    no_picture = PhotoError(
        "not_a_picture", "This is no picture that can be read. Use a JPEG, HEIC, PNG or WebP photo."
    )
    if not names_its_items(encoded):
        raise no_picture
    try:
        opened = Image.open(io.BytesIO(encoded), formats=[name for name in _FORMATS if name in Image.OPEN])
    except (Image.DecompressionBombError, Image.DecompressionBombWarning) as fault:
        raise PhotoError("too_many_pixels", f"The photo has far too many pixels; {too_many}") from fault
    except _DECODER_FAULTS as fault:
        raise no_picture from fault
    width, height = opened.size
    if width * height > MAX_PIXELS:
        raise PhotoError("too_many_pixels", f"The photo has {width * height:,} pixels; {too_many}")
    if max(width, height) > SLIMMEST * min(width, height):
        raise PhotoError(
            "too_narrow", f"The picture is {width}×{height} pixels, a mere stripe. Send the whole photo."
        )
    return opened


def _orientation(opened: Image.Image) -> int:
    """The EXIF orientation 1..8; 1 when absent or unreadable.

    The HEIF opener turns pictures itself and resets the tag, so that nothing is turned twice.
    """
    try:
        value = opened.getexif().get(_EXIF_ORIENTATION, 1)
    except (*_DECODER_FAULTS, AttributeError):  # a broken EXIF block does not make the picture worse
        return 1
    return value if isinstance(value, int) and 1 <= value <= 8 else 1


def _reduce(image: Image.Image, reduced_side: int) -> Image.Image:
    """Average whole blocks of pixels, where a format cannot decode reduced and the mode can be averaged."""
    factor = max(image.size) // reduced_side
    return image.reduce(factor) if factor > 1 and image.mode in ("L", "LA", "RGB", "RGBA", "CMYK") else image


def _eight_bit(image: Image.Image) -> Image.Image:
    """Any mode as 8 bit RGB; what is transparent becomes white."""
    if image.mode.startswith(("I", "F")):
        return _deep_grey(image)
    if "transparency" in image.info or image.mode.endswith(("A", "a")):
        coloured = image.convert("RGBA")
        white = Image.new("RGB", image.size, "white")
        white.paste(coloured, mask=coloured.getchannel("A"))
        return white
    return image if image.mode == "RGB" else image.convert("RGB")  # which copies even what is RGB


def _bgr(image: Image.Image) -> npt.NDArray[np.uint8]:
    """The pixels, in one pass: an array of an RGB picture, its channels swapped, would be two more copies."""
    pixels = np.frombuffer(image.tobytes("raw", "BGR"), np.uint8)
    return pixels.reshape(image.height, image.width, 3)


def _deep_grey(image: Image.Image) -> Image.Image:
    """16 bit integer, 32 bit integer and floating grey."""
    values = np.nan_to_num(np.asarray(image))
    top = float(values.max())
    if image.mode == "F":
        grey = np.clip(values * (255 if top <= 1 else 1), 0, 255)
    else:
        grey = np.clip(values // 256 if top > 255 else values, 0, 255)
    return Image.fromarray(grey.astype(np.uint8)).convert("RGB")
