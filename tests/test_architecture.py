"""The arrows between the five packages, and the habits a machine can check."""

import ast
import functools
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("scorer", "vision", "datasets", "models", "webapp")
MAY_IMPORT = {
    "scorer": set(),
    "vision": {"scorer"},
    "datasets": {"scorer"},
    "models": {"datasets", "vision"},
    "webapp": {"scorer", "vision", "datasets", "models"},
}
# Training and export: behind the extra "train", never on a Pi.
TRAINING_ONLY = {"torch", "torchvision", "ultralytics", "onnx", "onnxslim"}
MODULES = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@functools.cache
def import_nodes(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    tree = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(node for node in tree if isinstance(node, ast.Import | ast.ImportFrom))


def imports_of(path: Path) -> Iterator[str]:
    """The full names of all modules that a file imports, also inside functions."""
    for node in import_nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        else:
            assert node.level == 0, f"{name_of(path)} imports relatively"
            yield node.module or ""


def roots_of(path: Path) -> set[str]:
    return {name.split(".")[0] for name in imports_of(path)}


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_follow_the_arrows(path: Path) -> None:
    package = path.relative_to(ROOT).parts[0]
    ours = roots_of(path) & set(PACKAGES)
    assert ours <= MAY_IMPORT[package] | {package}


def test_scorer_imports_the_standard_library_only() -> None:
    for path in MODULES:
        if path.is_relative_to(ROOT / "scorer"):
            assert roots_of(path) <= set(sys.stdlib_module_names) | {"scorer"}, name_of(path)


def test_training_packages_are_imported_in_models_only() -> None:
    users = {name_of(path) for path in MODULES if roots_of(path) & TRAINING_ONLY}
    assert {user.split("/")[0] for user in users} <= {"models"}


def test_nothing_outside_training_leads_to_a_training_package() -> None:
    """Follow imports from the command line: torch must not be reachable without `train`."""
    seen: set[str] = set()
    waiting = [
        "webapp.cli",
        *(f"webapp.commands.{path.stem}" for path in (ROOT / "webapp/commands").glob("*.py")),
    ]
    while waiting:
        module = waiting.pop()
        path = module_path(module)
        if module in seen or path is None:
            continue
        seen.add(module)
        assert not roots_of(path) & TRAINING_ONLY, f"{module} is reachable from the command line"
        for name in imports_of(path):
            waiting += [name, *(f"{name}.{part}" for part in imported_names(path, name))]


def module_path(module: str) -> Path | None:
    base = ROOT / module.replace(".", "/")
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return path
    return None


def imported_names(path: Path, module: str) -> Iterator[str]:
    for node in import_nodes(path):
        if isinstance(node, ast.ImportFrom) and node.module == module:
            yield from (alias.name for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_modules_stay_small(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


def tracked_texts() -> list[Path]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True)
    suffixes = {".py", ".md", ".toml", ".html", ".js", ".css", ".po", ".yml", ""}
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    return [path for path in paths if path.suffix in suffixes and path.is_file() and path.name != "LICENSE"]


def test_no_file_names_a_place_on_a_developers_machine() -> None:
    absolute = re.compile(r"(?<![\w.:/-])/(?:work|home|root|Users|mnt)/\w+")
    for path in tracked_texts():
        if path != Path(__file__):
            found = absolute.search(path.read_text(encoding="utf-8"))
            assert found is None, f"{name_of(path)} names {found and found[0]}"


def test_documents_that_are_mentioned_exist() -> None:
    texts = tracked_texts()
    known = {path.name for path in texts}
    for path in texts:
        for name in re.findall(r"\b[A-Z][A-Z_]+\.md\b", path.read_text(encoding="utf-8")):
            assert name in known, f"{name_of(path)} mentions {name}, which is not here"


LOOKS = re.compile(
    r"\.(is_(visible|hidden|checked|enabled|disabled)|(all_)?inner_texts?|(all_)?text_contents?|count)\(\)"
    r"|\.(get_attribute|input_value|query_selector)\("
)


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "browser").glob("*.py")), ids=name_of)
def test_browser_tests_look_again_until_a_page_shows_what_they_want(path: Path) -> None:
    """What one look finds on a busy machine is what has been drawn so far; ``expect`` looks again."""
    text = path.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Assert):
            asserted = ast.get_source_segment(text, node) or ""
            assert not LOOKS.search(asserted), f"{name_of(path)}:{node.lineno} asserts what one look finds"
