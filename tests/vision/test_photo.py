"""The one door for pictures."""

import io
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest
from encoded_pictures import encoded, noise
from PIL import Image

from vision.photo import Photo, encode_jpeg, load_photo, open_to_read, strip_metadata

DATA = Path(__file__).parent / "data"
# Blue, green, red as OpenCV orders them.
RED, GREEN, BLUE, WHITE = (0, 0, 255), (0, 255, 0), (255, 0, 0), (255, 255, 255)


def corners(width: int = 120, height: int = 80) -> Image.Image:
    """A picture that shows which way is up: red, green above blue, white."""
    pixels = np.zeros((height, width, 3), np.uint8)
    pixels[: height // 2, : width // 2] = (255, 0, 0)
    pixels[: height // 2, width // 2 :] = (0, 255, 0)
    pixels[height // 2 :, : width // 2] = (0, 0, 255)
    pixels[height // 2 :, width // 2 :] = 255
    return Image.fromarray(pixels)


def assert_upright(opened: Photo, tolerance: int = 12) -> None:
    height, width = opened.image.shape[:2]
    assert opened.image.dtype == np.uint8
    places = ((1, 1), (1, 3), (3, 1), (3, 3))
    for (row, column), colour in zip(places, (RED, GREEN, BLUE, WHITE), strict=True):
        seen = opened.image[row * height // 4, column * width // 4].astype(int)
        assert np.abs(seen - colour).max() <= tolerance, (row, column, seen)


# How the stored pixels come about from the upright ones, for each EXIF orientation.
STORED = {
    1: None,
    2: Image.Transpose.FLIP_LEFT_RIGHT,
    3: Image.Transpose.ROTATE_180,
    4: Image.Transpose.FLIP_TOP_BOTTOM,
    5: Image.Transpose.TRANSPOSE,
    6: Image.Transpose.ROTATE_90,
    7: Image.Transpose.TRANSVERSE,
    8: Image.Transpose.ROTATE_270,
}


def with_orientation(orientation: int, kind: str = "PNG", image: Image.Image | None = None) -> bytes:
    turn = STORED[orientation]
    image = image or corners()
    exif = Image.Exif()
    exif[0x0112] = orientation
    return encoded(image if turn is None else image.transpose(turn), kind, exif=exif.tobytes())


@pytest.mark.parametrize("orientation", STORED)
def test_every_exif_orientation_gives_the_same_upright_picture(orientation: int) -> None:
    opened = load_photo(with_orientation(orientation))
    assert (opened.width, opened.height, opened.scale) == (120, 80, 1.0)
    assert np.array_equal(opened.image, load_photo(encoded(corners())).image)


@pytest.mark.parametrize("orientation", STORED)
def test_a_jpeg_is_turned_once_from_bytes_and_from_a_path(orientation: int, tmp_path: Path) -> None:
    data = with_orientation(orientation, "JPEG")
    (tmp_path / "photo.jpg").write_bytes(data)
    for source in (data, tmp_path / "photo.jpg"):
        opened = load_photo(source)
        assert (opened.width, opened.height) == (120, 80)
        assert_upright(opened)


@pytest.mark.parametrize("name", ["upright.heic", "turned.heic"])
def test_heic_is_turned_once_although_the_file_says_it_twice(name: str) -> None:
    # turned.heic carries the rotation of the container and an EXIF orientation of 6, as phones write it.
    opened = load_photo(DATA / name)
    assert (opened.width, opened.height) == (120, 80)
    assert_upright(opened, tolerance=20)


def test_a_broken_orientation_leaves_the_picture_as_it_is() -> None:
    exif = Image.Exif()
    exif[0x0112] = 99
    assert_upright(load_photo(encoded(corners(), "JPEG", exif=exif.tobytes())))
    assert_upright(load_photo(encoded(corners(), "PNG", exif=b"Exif\x00\x00MM\x00*nonsense")))


def test_what_is_transparent_becomes_white() -> None:
    pixels = np.zeros((8, 8, 4), np.uint8)
    pixels[:, :4] = (10, 20, 30, 255)
    opened = load_photo(encoded(Image.fromarray(pixels)))
    assert opened.image[0, 0].tolist() == [30, 20, 10]
    assert opened.image[0, 7].tolist() == [255, 255, 255]


def test_a_transparent_palette_becomes_white() -> None:
    palette = Image.new("P", (8, 8), 0)
    palette.putpalette([200, 0, 0, 0, 0, 200])
    palette.paste(1, (4, 0, 8, 8))
    opened = load_photo(encoded(palette, transparency=1))
    assert opened.image[0, 0].tolist() == [0, 0, 200]
    assert opened.image[0, 7].tolist() == [255, 255, 255]


@pytest.mark.parametrize("mode", ["L", "LA", "P", "1", "CMYK", "RGBA", "YCbCr", "LAB"])
def test_every_colour_mode_becomes_bgr(mode: str) -> None:
    kind = {"CMYK": "JPEG", "YCbCr": "JPEG", "LAB": "TIFF"}.get(mode, "PNG")
    opened = load_photo(encoded(corners().convert("RGB").convert(mode) if mode != "LAB" else lab(), kind))
    assert opened.image.shape == (80, 120, 3)
    assert opened.image.dtype == np.uint8
    if mode in ("CMYK", "RGBA", "YCbCr", "P"):
        assert_upright(opened, tolerance=40)


def lab() -> Image.Image:
    return Image.merge("LAB", [Image.new("L", (120, 80), value) for value in (128, 128, 128)])


def test_sixteen_bit_grey_keeps_its_range() -> None:
    ramp = np.tile(np.linspace(0, 65535, 64, dtype=np.uint16), (4, 1))
    opened = load_photo(encoded(Image.fromarray(ramp)))
    assert opened.image[0, 0, 0] == 0
    assert opened.image[0, 63, 0] == 255
    assert abs(int(opened.image[0, 32, 0]) - 129) <= 2


def test_floating_grey_between_0_and_1_is_light() -> None:
    opened = load_photo(encoded(Image.fromarray(np.full((4, 4), 0.5, np.float32)), "TIFF"))
    assert opened.image[0, 0, 0] == 127


@pytest.mark.parametrize("kind", ["JPEG", "PNG"])
def test_a_12_mp_photo_is_opened_reduced_and_keeps_its_measures(kind: str) -> None:
    options: dict[str, object] = {"compress_level": 1} if kind == "PNG" else {}
    data = encoded(corners(4032, 3024), kind, **options)
    opened = load_photo(data)
    assert (opened.width, opened.height) == (4032, 3024)
    assert opened.image.shape == (1512, 2016, 3)
    assert opened.scale == pytest.approx(0.5)
    assert_upright(opened)


def test_a_turned_large_photo_reports_upright_measures() -> None:
    opened = load_photo(with_orientation(6, "JPEG", corners(3024, 4032)))
    assert (opened.width, opened.height) == (3024, 4032)
    assert opened.image.shape == (2016, 1512, 3)


def test_the_pixels_left_out_can_be_had() -> None:
    opened = load_photo(encoded(noise(4400, 1100), "JPEG"))
    finer = opened.finer()
    assert opened.image.shape[1] == 2200
    assert finer.image.shape[1] == 4400
    assert finer.scale == 1
    assert finer.finer() is finer


def test_what_is_read_has_the_pixels_that_most_hands_need_and_gets_more_where_asked() -> None:
    opened = open_to_read(encoded(noise(4400, 1100), "JPEG"))
    assert (opened.width, opened.scale, opened.image.shape) == (4400, 0.25, (275, 1100, 3))
    assert opened.finer(0.25) is opened
    assert opened.finer(0.26).image.shape == (550, 2200, 3)
    assert opened.finer(0.5).scale == 0.5
    assert opened.finer(0.51).finer(0.6).image.shape == (1100, 4400, 3)
    # What takes long to decode is decoded once.
    assert open_to_read(encoded(noise(4400, 1100), "PNG")).image.shape == (550, 2200, 3)


@pytest.mark.parametrize("orientation", range(1, 9))
def test_the_pixels_left_out_lie_where_the_others_lie(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    opened = load_photo(encoded(corners(4400, 2200), "JPEG", exif=exif))
    finer = opened.finer()
    assert (finer.width, finer.height) == (opened.width, opened.height)
    assert finer.image.shape == (*(2 * side for side in opened.image.shape[:2]), 3)
    assert np.abs(finer.image[::2, ::2].astype(int) - opened.image).mean() < 1


@pytest.mark.parametrize("size", [(1, 1), (1, 50), (50, 1), (1500, 30)])
def test_small_and_slim_pictures_open(size: tuple[int, int]) -> None:
    assert load_photo(encoded(Image.new("RGB", size))).image.shape == (size[1], size[0], 3)


def test_what_is_stored_is_upright_and_tells_nothing_of_place_or_phone() -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x0110] = 6, "Telephone 12"
    exif.get_ifd(0x8825)[2] = (48.0, 12.0, 0.0)
    data = encoded(
        corners().transpose(Image.Transpose.ROTATE_90), "JPEG", exif=exif.tobytes(), comment=b"secret"
    )
    assert b"Telephone" in data
    stored = strip_metadata(data)
    again = Image.open(io.BytesIO(stored))
    assert not again.getexif()
    assert b"Telephone" not in stored
    assert b"secret" not in stored
    assert_upright(load_photo(stored))


def test_an_array_becomes_a_jpeg() -> None:
    image: npt.NDArray[np.uint8] = np.full((10, 20, 3), 99, np.uint8)
    assert load_photo(encode_jpeg(image)).image.shape == (10, 20, 3)
