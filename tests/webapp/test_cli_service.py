"""``fanpai service``: the unit for systemd, checked by systemd's own program where it is installed."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from webapp.commands import service
from webapp.service_unit import Wishes, this_program, unit

PROGRAM = ["/opt/fanpai/bin/fanpai"]
# systemd's own scale from 0 (nothing is left open) to 10; it calls everything up to 2 "OK".
MOST_EXPOSED = 2.0


def values(text: str, name: str) -> list[str]:
    return re.findall(rf"^{name}=(.*)$", text, re.MULTILINE)


def test_it_serves_the_network_from_a_folder_that_systemd_makes() -> None:
    text = unit(PROGRAM, Wishes(options=["--lan"]))
    command = "/opt/fanpai/bin/fanpai serve --port 80 --lan --data /var/lib/fanpai"
    assert values(text, "ExecStart") == [command]
    assert values(text, "StateDirectory") == ["fanpai"]
    assert values(text, "User") == ["fanpai"]
    assert values(text, "Restart") == ["on-failure"]
    assert values(text, "ReadWritePaths") == []
    assert values(text, "AmbientCapabilities") == ["CAP_NET_BIND_SERVICE"]


def test_a_folder_of_ones_own_is_the_only_one_it_may_write() -> None:
    text = unit(PROGRAM, Wishes(user="mei", port=8000, data=Path("/srv/mah jong 100%")))
    assert values(text, "ExecStart")[0].endswith('--data "/srv/mah jong 100%%"')
    assert values(text, "ReadWritePaths") == ['"/srv/mah jong 100%%"']
    assert values(text, "StateDirectory") == []
    assert values(text, "ProtectSystem") == ["strict"]
    # No port below 1024: no right to one.
    assert values(text, "CapabilityBoundingSet") == [""]
    assert values(text, "AmbientCapabilities") == []


def test_an_installation_in_a_home_is_seen_and_not_written() -> None:
    program = ["/run/user/1000/fanpai/bin/fanpai"]
    assert values(unit(program, Wishes()), "ProtectHome") == ["read-only"]


def test_devices_are_closed_unless_a_camera_is_wanted() -> None:
    assert values(unit(PROGRAM, Wishes()), "PrivateDevices") == ["yes"]
    with_camera = unit(PROGRAM, Wishes(camera=True))
    assert values(with_camera, "PrivateDevices") == []
    assert values(with_camera, "DevicePolicy") == ["closed"]
    assert "char-video4linux rw" in values(with_camera, "DeviceAllow")


def test_the_command_prints_the_unit_of_this_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "fanpai")
    done = CliRunner().invoke(service.command, ["--https", "--viewers", "40"])
    assert done.exit_code == 0
    (started,) = values(done.output, "ExecStart")
    # A machine that is called fanpai answers to fanpai.local by itself.
    assert started.endswith("serve --port 80 --lan --https --viewers 40 --no-name --data /var/lib/fanpai")
    assert Path(started.split()[0]).is_file()
    monkeypatch.setattr("socket.gethostname", lambda: "raspberrypi")
    assert "--no-name" not in CliRunner().invoke(service.command, []).output


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd-analyze is not installed")
@pytest.mark.parametrize("wishes", [Wishes(), Wishes(port=8000, camera=True)], ids=["plain", "with a camera"])
def test_systemd_finds_no_fault_and_little_exposed(tmp_path: Path, wishes: Wishes) -> None:
    path = tmp_path / "fanpai.service"
    path.write_text(unit(this_program(), wishes), encoding="utf-8")
    checked = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", path], capture_output=True, text=True, check=False
    )
    assert (checked.returncode, checked.stdout) == (0, "")
    assert "fanpai.service" not in checked.stderr
    judged = subprocess.run(
        ["systemd-analyze", "security", "--no-pager", "--offline=yes", path],
        capture_output=True,
        text=True,
        check=False,
    )
    found = re.search(r"exposure level for fanpai\.service: ([\d.]+)", judged.stdout)
    if found is None:
        pytest.skip("this systemd cannot judge a unit that does not run")
    print(judged.stdout.splitlines()[-1])
    assert float(found[1]) <= MOST_EXPOSED


@pytest.mark.skipif(sys.platform != "linux", reason="that memory is never writable and executable is Linux's")
def test_a_photo_is_read_without_memory_that_is_written_and_run() -> None:
    # What MemoryDenyWriteExecute forbids; Linux has a switch of its own for it since 6.3.
    program = (
        "import ctypes, sys\n"
        "if ctypes.CDLL(None).prctl(65, 1, 0, 0, 0): sys.exit(77)\n"
        "from vision.scan import Scanner\n"
        "from webapp.doctor import sample_photo\n"
        "assert Scanner().scan(sample_photo()).reading.complete\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    if done.returncode == 77:
        pytest.skip("this system is too old to forbid that")
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "given", [["--user", "x\nExecStartPre=/bin/evil"], ["--user", "a b"], ["--data", "/srv/x\nUser=root"]]
)
def test_a_name_that_would_be_a_line_of_its_own_is_refused(given: list[str]) -> None:
    done = CliRunner().invoke(service.command, given)
    assert done.exit_code == 2
    assert "[Service]" not in done.output
