"""JPEG by way of OpenCV: the pixels that Pillow gives, and no half pictures."""

import io

import numpy as np
import pytest
from encoded_pictures import encoded, noise
from PIL import Image

from vision.jpeg import FACTORS, decode_jpeg, is_whole
from vision.photo import PhotoError, load_photo


@pytest.mark.parametrize("factor", FACTORS)
@pytest.mark.parametrize("options", [{"progressive": True}, {"subsampling": 0}, {"subsampling": 2}])
def test_the_pixels_are_those_of_pillow(factor: int, options: dict[str, object]) -> None:
    data = encoded(noise(641, 479), "JPEG", **options)
    opened = Image.open(io.BytesIO(data))
    opened.draft(None, (opened.width // factor, opened.height // factor))
    expected = np.asarray(opened.convert("RGB"))[..., ::-1].astype(int)
    image = decode_jpeg(data, factor, 1)
    assert image is not None
    assert np.abs(image - expected).max() <= 2  # of 255: two builds of one decoder


@pytest.mark.parametrize("orientation", range(1, 9))
def test_it_comes_upright_as_from_pillow(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    data = encoded(noise(90, 60), "JPEG", exif=exif)
    image = decode_jpeg(data, 1, orientation)
    behind = load_photo(data + b"and more")  # bytes behind the picture: read by Pillow
    assert image is not None
    assert image.shape == behind.image.shape
    assert np.abs(image.astype(int) - behind.image).max() <= 2
    assert (load_photo(data).image == image).all()


def test_a_file_cut_off_anywhere_is_not_whole_and_is_refused() -> None:
    data = encoded(noise(120, 90), "JPEG")
    assert is_whole(data)
    for end in range(len(data) - 700, len(data) - 2, 50):
        assert not is_whole(data[:end])
        with pytest.raises(PhotoError) as refused:
            load_photo(data[:end])
        assert refused.value.code == "damaged"


def test_of_a_photo_with_a_second_picture_behind_it_the_first_is_read() -> None:
    data = encoded(noise(640, 480), "MPO", save_all=True, append_images=[Image.new("RGB", (320, 240))])
    assert Image.open(io.BytesIO(data)).format == "MPO"
    opened = load_photo(data, 200)
    assert (opened.width, opened.height) == (640, 480)
    assert opened.image.shape == (240, 320, 3)
    assert opened.image.std() > 20


def test_what_opencv_cannot_read_is_left_to_pillow() -> None:
    assert decode_jpeg(b"\xff\xd8 nothing \xff\xd9", 1, 1) is None
    grey = load_photo(encoded(noise(60, 40).convert("L"), "JPEG"))
    assert grey.image.shape == (40, 60, 3)
