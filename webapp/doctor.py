"""Is this installation healthy? Each check gives findings; none stops the others.

Our packages have plain names (``datasets``, ``models`` ...), so that a foreign package of the same name can
hide them. For this reason nothing of ours is imported at the top of this file except what lies beside it.
"""

import importlib.util
import platform
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from webapp.paths import DataFolder, DataFolderError

OUR_PACKAGES = ("scorer", "vision", "datasets", "models", "webapp")
RUN_TIME = (
    "onnxruntime",
    "opencv-python-headless",
    "numpy",
    "pillow",
    "pi-heif",
    "flask",
    "flask-babel",
    "sqlalchemy",
    "alembic",
    "cheroot",
    "click",
    "cryptography",
    "segno",
    "zeroconf",
)
# Wheels that all install the package cv2, each over the other.
OPENCV_WHEELS = (
    "opencv-python",
    "opencv-contrib-python",
    "opencv-contrib-python-headless",
)


@dataclass(frozen=True)
class Finding:
    """One line of the report: what was looked at, whether it is in order, what was seen or is to be done."""

    subject: str
    healthy: bool
    text: str


def examine(folder: DataFolder) -> Iterator[Finding]:
    """All findings about this installation and one data folder, in the order of the report."""
    checks: tuple[tuple[str, Callable[[], Iterator[Finding]]], ...] = (
        ("versions", versions),
        ("packages", packages),
        ("weights", weights),
        ("sample photo", sample),
        ("rule sets", rule_sets),
        ("translations", translations),
        ("fonts", fonts),
        ("data folder", lambda: writable(folder)),
        ("database", lambda: database(folder)),
        ("room", lambda: room(folder)),
    )
    for subject, check in checks:
        try:
            yield from check()
        except Exception as error:  # a broken part is what this program is for: it is reported, not swallowed
            yield Finding(subject, False, f"{type(error).__name__}: {error}")
    yield Finding("camera", True, "none is needed: photos come from the page or as files")


def versions() -> Iterator[Finding]:
    """Python, the system and the packages fanpai stands on."""
    system = f"Python {platform.python_version()} on {platform.system()} {platform.machine()}"
    yield Finding("fanpai", sys.version_info >= (3, 11), f"{metadata.version('fanpai')}, {system}")
    missing = [name for name in RUN_TIME if _version(name) is None]
    if missing:
        yield Finding("packages", False, f"{', '.join(missing)} missing; install fanpai again")
    yield Finding(
        "packages", True, ", ".join(f"{name} {_version(name)}" for name in RUN_TIME if _version(name))
    )
    rivals = [name for name in OPENCV_WHEELS if _version(name) is not None]
    if rivals:
        text = f"{', '.join(rivals)} overwrites opencv-python-headless: uninstall both, install fanpai again"
        yield Finding("packages", False, text)


def packages() -> Iterator[Finding]:
    """Whether our five packages are ours."""
    home = Path(__file__).resolve().parents[1]
    for name in OUR_PACKAGES:
        spec = importlib.util.find_spec(name)
        origin = Path(spec.origin).resolve() if spec is not None and spec.origin else None
        if origin is None or not origin.is_relative_to(home / name):
            yield Finding("packages", False, f"`{name}` is {_foreign(name, origin)}")
    owners = metadata.packages_distributions()
    for name in OUR_PACKAGES:
        others = sorted(set(owners.get(name, ())) - {"fanpai"})
        if others:
            text = f"{', '.join(others)} also installs `{name}`: use a virtual environment of fanpai's own"
            yield Finding("packages", False, text)


def weights() -> Iterator[Finding]:
    """Whether the detector's weights are there and run."""
    import numpy as np  # noqa: PLC0415  # see above

    from vision.engine import OnnxEngine  # noqa: PLC0415
    from vision.scan import shipped_weights  # noqa: PLC0415

    path = shipped_weights()
    answer = OnnxEngine(path).run(np.zeros((1, 3, 64, 64), np.float32))
    yield Finding("weights", answer.ndim == 3, f"{path.name}, {path.stat().st_size / 1e6:.1f} MB, runs")


def sample() -> Iterator[Finding]:
    """Whether the sample photo can be opened."""
    from vision.photo import load_photo  # noqa: PLC0415

    photo = load_photo(sample_photo())
    yield Finding("sample photo", True, f"{photo.width} x {photo.height} pixels")


def rule_sets() -> Iterator[Finding]:
    """Whether every packaged rule set can be read."""
    from scorer import rulesets  # noqa: PLC0415

    names = sorted(rulesets.names())
    for name in names:
        rulesets.rule_set(name)
    yield Finding("rule sets", bool(names), ", ".join(names) or "none; install fanpai again")


def translations() -> Iterator[Finding]:
    """Whether the compiled catalogues are packaged."""
    folder = Path(__file__).parent / "translations"
    locales = sorted({path.parts[-3] for path in folder.glob("*/LC_MESSAGES/*.mo")})
    yield Finding("translations", bool(locales), ", ".join(locales) or "none; install fanpai again")


def fonts() -> Iterator[Finding]:
    """Which fonts the renderer can use; browsers bring their own for the page."""
    from datasets.fonts import installed_fonts  # noqa: PLC0415

    found = sorted(installed_fonts())
    text = ", ".join(found) or "none for drawing tiles: drawn by strokes; the page uses the browser's fonts"
    yield Finding("fonts", True, text)


def writable(folder: DataFolder) -> Iterator[Finding]:
    """Whether the data folder can be written, or made: looking at it makes nothing."""
    try:
        folder.refuse_unwritable()
    except DataFolderError as error:
        yield Finding("data folder", False, str(error))
        return
    there = folder.root.exists()
    text = str(folder.root) if there else f"{folder.root} is not there yet: it is made at the first start"
    yield Finding("data folder", True, text)


def database(folder: DataFolder) -> Iterator[Finding]:
    """Whether the database is whole and its tables fit this version."""
    from webapp.store import inspection  # noqa: PLC0415

    if folder.database_url is None and not folder.database.exists():
        yield Finding("database", True, "none yet: it is made at the first start")
        return
    state = inspection.inspect(folder)
    yield Finding("database", state.healthy, state.text)


def room(folder: DataFolder) -> Iterator[Finding]:
    """Whether the disk has room for what will be kept."""
    from webapp.room import LOW, left  # noqa: PLC0415

    free = left(folder)
    text = f"{free / 1e6:,.0f} MB left on the disk of the data folder"
    yield Finding("room", free >= LOW, text if free >= LOW else f"{text}: make room before it is full")


def sample_photo() -> Path:
    """The photo that a newcomer can try, part of the package."""
    return Path(__file__).parent / "static" / "sample.jpg"


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _foreign(name: str, origin: Path | None) -> str:
    if origin is None:
        return "missing; install fanpai again"
    return (
        f"taken from {origin}, not from fanpai: something else with that name comes first; "
        "leave its folder (or PYTHONPATH), or give fanpai a virtual environment of its own"
    )
