"""The check for a Raspberry Pi: markers judged for it, closure, sizes. Needs no network."""

import zipfile
from pathlib import Path

import pytest
from appliance import MEGABYTE, TARGETS, Package, needed, package_of, plain, report, unmet
from packaging.requirements import Requirement

BOOKWORM, TRIXIE = TARGETS


def package(name: str, *requires: str, version: str = "1.0", download: int = 0, unpacked: int = 0) -> Package:
    return Package(name, version, download, unpacked, tuple(Requirement(one) for one in requires))


def test_markers_are_judged_for_the_pi_not_for_this_machine() -> None:
    ours = package(
        "fanpai",
        "a; platform_machine == 'aarch64'",
        "b; platform_machine != 'aarch64'",
        "c; sys_platform == 'win32'",
        "d; python_version < '3.13'",
        "e; extra == 'train'",
        "f",
    )
    assert [one.name for one in needed(ours, BOOKWORM)] == ["a", "d", "f"]
    assert [one.name for one in needed(ours, TRIXIE)] == ["a", "f"]
    assert [one.name for one in needed(ours, TRIXIE, ["train"])] == ["a", "e", "f"]


def test_what_is_required_by_something_required_must_be_there_too() -> None:
    ours = package("fanpai", "web[async]>=1")
    web = package("web", "markup_safe>=2", "loop; extra == 'async'", "other; extra == 'never'")
    assert [plain(one) for one in unmet(ours, [web], BOOKWORM)] == ["loop", "markup_safe>=2"]
    enough = [web, package("markup-safe", version="2.1"), package("loop")]
    assert unmet(ours, enough, BOOKWORM) == []
    too_old = [web, package("markup-safe", version="1.9"), package("loop")]
    assert [str(one) for one in unmet(ours, too_old, BOOKWORM)] == ["markup_safe>=2"]


def test_packages_that_need_each_other_come_to_an_end() -> None:
    ring = [package("one", "two"), package("two", "one")]
    assert unmet(package("fanpai", "one"), ring, TRIXIE) == []


def test_a_requirement_is_asked_for_without_its_marker() -> None:
    assert plain(Requirement("web[b,a]>=1,<2; python_version > '3'")) == "web[a,b]<2,>=1"


@pytest.mark.parametrize(("most", "small", "verdict"), [(4.0, True, "below 4"), (3.0, False, "TOO MUCH")])
def test_sizes_are_listed_largest_first_and_added_up(most: float, small: bool, verdict: str) -> None:
    packages = [
        package("little", download=MEGABYTE, unpacked=2 * MEGABYTE),
        package("large", download=2 * MEGABYTE, unpacked=7 * MEGABYTE),
    ]
    text, fits = report(BOOKWORM, packages, most)
    head, _, first, second, total = text.splitlines()
    assert "bookworm" in head
    assert first.split() == ["large", "1.0", "2.00", "7.00"]
    assert second.split() == ["little", "1.0", "1.00", "2.00"]
    assert total.split()[:4] == ["all", "2", "3.00", "9.00"]
    assert verdict in total
    assert fits is small


def test_a_wheel_tells_name_version_requirements_and_both_sizes(tmp_path: Path) -> None:
    wheel = tmp_path / "Some_Thing-1.2-py3-none-any.whl"
    told = "Metadata-Version: 2.1\nName: Some_Thing\nVersion: 1.2\n"
    told += "Requires-Dist: a>=1\nRequires-Dist: b\n\nText\n"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("some_thing/data.txt", "x" * 50_000)
        archive.writestr("Some_Thing-1.2.dist-info/METADATA", told)
    found = package_of(wheel)
    assert (found.name, found.version) == ("some-thing", "1.2")
    assert [str(one) for one in found.requires] == ["a>=1", "b"]
    assert found.unpacked == 50_000 + len(told)
    assert found.download == wheel.stat().st_size < 5_000


def test_wheels_of_the_systems_own_glibc_and_older_ones_are_taken() -> None:
    tags = BOOKWORM.platforms()
    assert tags[0] == "manylinux_2_36_aarch64"
    assert tags[-2:] == ("manylinux_2_17_aarch64", "manylinux2014_aarch64")
    assert "manylinux_2_37_aarch64" not in tags
