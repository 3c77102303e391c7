"""Files that once ended the program, or came out turned."""

import io
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from vision.heif import names_its_items
from vision.photo import PhotoError, load_photo

DATA = Path(__file__).parent / "data"


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def code_of(data: bytes) -> str:
    with pytest.raises(PhotoError) as refused:
        load_photo(data)
    return refused.value.code


@pytest.mark.parametrize("byte", range(4))
def test_a_heic_item_type_that_is_no_text_does_not_reach_the_decoder(byte: int) -> None:
    data = bytearray((DATA / "turned.heic").read_bytes())
    assert names_its_items(bytes(data))
    data[data.index(b"Exif") + byte] = 0xFF
    assert code_of(bytes(data)) == "not_a_picture"


def test_items_are_looked_for_in_pictures_of_that_family_only() -> None:
    assert names_its_items(b"")
    assert names_its_items(b"....JFIF infe \xff\xff\xff\xff")
    assert names_its_items(b"\0\0\0\x08ftyp")
    assert names_its_items(b"\0\0\0\x08ftyp" + b"\0\0\0\0free")  # a box that reaches to the end


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("size", [(1, 4000), (7, 15000), (15000, 7)])
def test_a_stripe_is_told_that_it_is_one(kind: str, size: tuple[int, int]) -> None:
    assert code_of(encoded(Image.new("RGB", size, "white"), kind)) == "too_narrow"


def test_a_slim_row_of_tiles_is_no_stripe() -> None:
    assert load_photo(encoded(Image.new("RGB", (4000, 100), "white"), "JPEG")).width == 4000


def test_an_exif_block_that_was_cut_is_not_spoken_of(tmp_path: Path) -> None:
    exif = Image.Exif()
    exif[0x0112], exif[0x0110] = 6, "a telephone"
    cut = tmp_path / "cut.jpg"
    cut.write_bytes(encoded(Image.new("RGB", (64, 40)), "JPEG", exif=exif.tobytes()[:29]))
    program = f"from pathlib import Path; from vision.photo import load_photo; load_photo(Path({str(cut)!r}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stderr == ""


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_tiff_is_turned_once(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    stored = Image.new("RGB", (64, 40), "white")
    stored.paste("red", (0, 0, 32, 40))
    opened = load_photo(encoded(stored, "TIFF", exif=exif))
    expected = (64, 40) if orientation < 5 else (40, 64)
    assert (opened.width, opened.height) == expected
    assert opened.image.shape[1::-1] == expected
    # The red half lies left, right, right, left, up, up, down, down when upright.
    red = {1: (8, 20), 2: (56, 20), 3: (56, 20), 4: (8, 20), 5: (20, 8), 6: (20, 8), 7: (20, 56), 8: (20, 56)}
    column, row = red[orientation]
    assert opened.image[row, column].tolist() == [0, 0, 255]
