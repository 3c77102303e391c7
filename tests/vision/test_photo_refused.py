"""What the door for pictures refuses, and how it says so."""

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import numpy as np
import pytest
from encoded_pictures import encoded, noise
from PIL import Image

from vision import photo as door
from vision.photo import PhotoError, load_photo

DATA = Path(__file__).parent / "data"


def refusal(source: bytes | Path) -> PhotoError:
    with pytest.raises(PhotoError) as caught:
        load_photo(source)
    assert caught.value.message.endswith(".")
    return caught.value


def test_nothing_is_refused() -> None:
    assert refusal(b"").code == "empty"


def test_an_empty_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "empty.jpg").touch()
    assert refusal(tmp_path / "empty.jpg").code == "empty"


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.jpg").code == "missing"


def test_a_folder_is_refused(tmp_path: Path) -> None:
    assert refusal(tmp_path).code == "not_a_file"


@pytest.mark.parametrize(
    "data", [b"\x00", b"not a picture" * 50, b"\xff\xd8\xff\xe0 cut", b"%PDF-1.4", b"<svg/>"]
)
def test_what_is_no_picture_is_refused(data: bytes) -> None:
    assert refusal(data).code in ("not_a_picture", "damaged")


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_a_cut_off_picture_is_refused(kind: str, share: float) -> None:
    data = encoded(noise(300, 200), kind)
    assert refusal(data[: int(share * len(data))]).code in ("damaged", "not_a_picture")


def test_a_cut_off_heic_is_refused() -> None:
    data = (DATA / "upright.heic").read_bytes()
    assert refusal(data[:700]).code in ("damaged", "not_a_picture")


def test_damaged_bytes_never_raise_anything_else() -> None:
    rng = np.random.default_rng(11)
    sources = [encoded(noise(60, 40), kind) for kind in ("JPEG", "PNG", "GIF", "TIFF", "BMP")]
    sources.append((DATA / "turned.heic").read_bytes())
    for data in sources:
        for _ in range(25):
            broken = bytearray(data)
            for place in rng.integers(0, len(data), 12):
                broken[place] = rng.integers(256)
            with suppress(PhotoError):
                load_photo(bytes(broken))


def test_too_many_pixels_are_refused_by_the_header_alone() -> None:
    header = encoded(Image.new("1", (8001, 8000)))
    assert "64,008,000 pixels; at most 64,000,000" in refusal(header).message
    assert refusal(encoded(Image.new("1", (20000, 10000)))).code == "too_many_pixels"


def test_a_decompression_bomb_is_refused() -> None:
    assert refusal(encoded(Image.new("1", (20000, 20000)))).code == "too_many_pixels"


def test_a_large_picture_is_refused_without_a_warning_on_the_terminal(tmp_path: Path) -> None:
    # 100 megapixels: of so many the picture library only warns. In a process that is not told to raise.
    large = tmp_path / "large.png"
    large.write_bytes(encoded(Image.new("1", (10_000, 10_000))))
    code = f"""
from pathlib import Path
from vision.photo import PhotoError, load_photo
try:
    load_photo(Path({str(large)!r}))
except PhotoError as error:
    print(error.code)
"""
    answer = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=120, check=True
    )
    assert answer.stdout.strip() == "too_many_pixels"
    assert answer.stderr == ""


def test_too_many_bytes_are_refused_unread(tmp_path: Path) -> None:
    with (tmp_path / "huge.jpg").open("wb") as file:
        file.truncate(door.MAX_BYTES + 1)
    assert refusal(tmp_path / "huge.jpg").code == "too_many_bytes"
    assert refusal(b"\xff" * (door.MAX_BYTES + 1)).code == "too_many_bytes"
