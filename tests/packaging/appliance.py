"""Does fanpai install on a Raspberry Pi without compiling anything, and how much has to be downloaded?

    python tests/packaging/appliance.py [--most 120]

For each Raspberry Pi OS Lite (64-bit) the wheels of everything that fanpai needs at run time are downloaded
with pip and weighed together with fanpai's own. *Download* is what a Pi fetches and what ``--most`` limits
(megabytes of 10^6 bytes); *unpacked* is what then lies on its card, without the bytecode that Python adds.
"""

import argparse
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from email.parser import HeaderParser
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
MEGABYTE = 1_000_000
MOST = 120.0


@dataclass(frozen=True)
class Target:
    """A system to install on: its Python and the newest glibc that its wheels may ask for."""

    name: str
    python: str
    glibc: int

    def platforms(self) -> tuple[str, ...]:
        """The platform tags of wheels that run there, the newest first; 2014 is the old name of 2_17."""
        return (
            *(f"manylinux_2_{minor}_aarch64" for minor in range(self.glibc, 16, -1)),
            "manylinux2014_aarch64",
        )

    def environment(self, extra: str = "") -> dict[str, str]:
        """What markers are judged by there. pip judges them by the machine it runs on."""
        return {
            "extra": extra,
            "implementation_name": "cpython",
            "implementation_version": f"{self.python}.0",
            "os_name": "posix",
            "platform_machine": "aarch64",
            "platform_python_implementation": "CPython",
            "platform_release": "",
            "platform_system": "Linux",
            "platform_version": "",
            "python_full_version": f"{self.python}.0",
            "python_version": self.python,
            "sys_platform": "linux",
        }


TARGETS = (
    Target("Raspberry Pi OS 12 (bookworm)", "3.11", 36),
    Target("Raspberry Pi OS 13 (trixie)", "3.13", 41),
)


@dataclass(frozen=True)
class Package:
    """A wheel: ``download`` and ``unpacked`` in bytes, and what it requires."""

    name: str
    version: str
    download: int
    unpacked: int
    requires: tuple[Requirement, ...]


def package_of(wheel: Path) -> Package:
    """Read a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (listed,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        told = HeaderParser().parsestr(archive.read(listed).decode())
        unpacked = sum(entry.file_size for entry in archive.infolist())
    requires = tuple(Requirement(line) for line in told.get_all("Requires-Dist", ()))
    return Package(canonicalize_name(told["Name"]), told["Version"], wheel.stat().st_size, unpacked, requires)


def needed(package: Package, target: Target, extras: Iterable[str] = ()) -> Iterator[Requirement]:
    """What a package requires there, in the extras that are asked for."""
    for one in package.requires:
        environments = [target.environment(extra) for extra in ("", *extras)]
        if one.marker is None or any(one.marker.evaluate(environment) for environment in environments):
            yield one


def unmet(ours: Package, others: Iterable[Package], target: Target) -> list[Requirement]:
    """What is required there, directly or by something required, and is not among the packages."""
    known = {package.name: package for package in others}
    waiting = list(needed(ours, target))
    seen: set[tuple[str, frozenset[str]]] = set()
    missing = []
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if (name, frozenset(one.extras)) in seen:
            continue
        seen.add((name, frozenset(one.extras)))
        found = known.get(name)
        if found is None or not one.specifier.contains(found.version, prereleases=True):
            missing.append(one)
        else:
            waiting += needed(found, target, one.extras)
    return missing


def plain(requirement: Requirement) -> str:
    """A requirement without the marker that has been judged."""
    extras = f"[{','.join(sorted(requirement.extras))}]" if requirement.extras else ""
    return f"{requirement.name}{extras}{requirement.specifier}"


def report(target: Target, packages: Iterable[Package], most: float) -> tuple[str, bool]:
    """The table of sizes, largest first, and whether the download is below ``most`` megabytes."""
    ordered = sorted(packages, key=lambda package: -package.download)
    download = sum(package.download for package in ordered) / MEGABYTE
    unpacked = sum(package.unpacked for package in ordered) / MEGABYTE
    lines = [
        f"{target.name}, CPython {target.python}, aarch64",
        f"{'':34}{'download':>10}{'unpacked':>10}  MB",
    ]
    lines += [
        f"  {package.name} {package.version}".ljust(34)
        + f"{package.download / MEGABYTE:10.2f}{package.unpacked / MEGABYTE:10.2f}"
        for package in ordered
    ]
    small = download < most
    verdict = f"below {most:g}" if small else f"TOO MUCH: {most:g} is the most"
    lines.append(f"  {'all ' + str(len(ordered)):32}{download:10.2f}{unpacked:10.2f}  download {verdict}")
    return "\n".join(lines), small


def build(folder: Path) -> Package:
    """Build fanpai's own wheel from its source distribution: nothing of an earlier build comes in."""
    command = [sys.executable, "-m", "build", "--outdir", str(folder), str(ROOT)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder)
    (wheel,) = folder.glob("*.whl")
    return package_of(wheel)


def download(target: Target, requirements: Iterable[str], folder: Path) -> list[Package]:
    """Let pip choose and fetch wheels for the target; sources, to be compiled there, are refused."""
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--quiet", "--disable-pip-version-check"]
    command += ["--only-binary=:all:", "--implementation=cp", f"--python-version={target.python}"]
    command += [f"--platform={tag}" for tag in target.platforms()]
    subprocess.run([*command, f"--dest={folder}", *requirements], check=True)
    return [package_of(wheel) for wheel in folder.glob("*.whl")]


def check(target: Target, ours: Package, most: float, folder: Path) -> bool:
    """Resolve, weigh and print for one target."""
    asked = [plain(one) for one in needed(ours, target)]
    packages = download(target, asked, folder)
    if missing := unmet(ours, packages, target):
        # pip has judged a marker by this machine: ask for it by name.
        packages = download(target, [*asked, *map(plain, missing)], folder)
    missing = unmet(ours, packages, target)
    text, small = report(target, [ours, *packages], most)
    print(text, end="\n\n")
    for one in missing:
        print(f"{one} is required and has not been found for {target.name}.")
    return small and not missing


def main() -> None:
    """Check every target; exit status 1 when one fails."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--most", type=float, default=MOST, help="megabytes that may be downloaded")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        own = Path(scratch) / "own"
        own.mkdir()
        ours = build(own)
        sound = True
        for target in TARGETS:
            folder = Path(scratch) / target.python
            folder.mkdir()
            sound &= check(target, ours, given.most, folder)
    sys.exit(not sound)


if __name__ == "__main__":
    main()
