"""The unit that lets systemd run the page: on a Raspberry Pi, or any Linux machine that is always on."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

STATE: Final = "/var/lib/fanpai"
USER: Final = "fanpai"
# Ports below need a right of their own.
_ANYBODYS: Final = 1024
_HOMES: Final = ("/home", "/root", "/run/user")
# Cameras on USB, and those of the Pi: what rpicam-vid opens.
_CAMERAS: Final = ("char-video4linux", "char-media", "char-dma_heap", "/dev/vchiq")


@dataclass(frozen=True)
class Wishes:
    """How the page is to run.

    Attributes:
        user: who runs it; must exist.
        port: where phones find it.
        options: of ``fanpai serve``, besides port and data folder.
        data: the folder to keep everything in, which must exist and belong to that user; None: systemd makes
            ``/var/lib/fanpai``.
        camera: it may open cameras.
    """

    user: str = USER
    port: int = 80
    options: Sequence[str] = ()
    data: Path | None = None
    camera: bool = False


def unit(program: Sequence[str], wishes: Wishes) -> str:
    """The text of ``fanpai.service``; ``program``: how this installation is called, absolute paths."""
    kept = str(wishes.data) if wishes.data else STATE
    command = [*program, "serve", "--port", str(wishes.port), *wishes.options, "--data", kept]
    # What lies in somebody's home must at least be seen.
    at_home = any(part.startswith(_HOMES) for part in (*_places(program), kept))
    lines = [
        "[Unit]",
        "Description=fanpai, the mahjong table's page",
        "Documentation=man:systemd.service(5)",
        # With an address of its own the machine can say under which one phones reach it.
        "Wants=network-online.target",
        "After=network-online.target",
        "",
        "[Service]",
        f"ExecStart={' '.join(map(_quoted, command))}",
        f"User={wishes.user}",
        f"Group={wishes.user}",
        # A power cut or a fault: it comes back by itself.
        "Restart=on-failure",
        "RestartSec=5",
        "TimeoutStopSec=20",
        "LimitNOFILE=4096",
        "Environment=PYTHONUNBUFFERED=1",
        *(
            [f"ReadWritePaths={_quoted(kept)}"]
            if wishes.data
            else ["StateDirectory=fanpai", "StateDirectoryMode=0700"]
        ),
        "UMask=0077",
        "",
        "# It reads its own program, writes its own folder, and speaks over the network. Nothing else.",
        "NoNewPrivileges=yes",
        "ProtectSystem=strict",
        f"ProtectHome={'read-only' if at_home else 'yes'}",
        "PrivateTmp=yes",
        *(_with_cameras() if wishes.camera else ["PrivateDevices=yes"]),
        "ProtectProc=invisible",
        "ProtectClock=yes",
        "ProtectHostname=yes",
        "ProtectControlGroups=yes",
        "ProtectKernelLogs=yes",
        "ProtectKernelModules=yes",
        "ProtectKernelTunables=yes",
        "LockPersonality=yes",
        "MemoryDenyWriteExecute=yes",
        "RemoveIPC=yes",
        "RestrictNamespaces=yes",
        "RestrictRealtime=yes",
        "RestrictSUIDSGID=yes",
        "RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX AF_NETLINK",
        "SystemCallArchitectures=native",
        "SystemCallFilter=@system-service",
        "SystemCallFilter=~@privileged",
        "SystemCallErrorNumber=EPERM",
        *(
            ["CapabilityBoundingSet=CAP_NET_BIND_SERVICE", "AmbientCapabilities=CAP_NET_BIND_SERVICE"]
            if wishes.port < _ANYBODYS
            else ["CapabilityBoundingSet="]
        ),
        "",
        "[Install]",
        "WantedBy=multi-user.target",
        "",
    ]
    return "\n".join(lines)


def this_program() -> list[str]:
    """How this very installation is called, whoever calls it from wherever."""
    beside = Path(sys.executable).absolute().with_name("fanpai")
    return [str(beside)] if beside.is_file() else [str(Path(sys.executable).absolute()), "-m", "webapp"]


def _places(program: Sequence[str]) -> list[str]:
    """Where the program and the Python behind its environment lie."""
    return [program[0], str(Path(__file__).resolve()), sys.base_prefix]


def _with_cameras() -> list[str]:
    return [
        "DevicePolicy=closed",
        *(f"DeviceAllow={device} rw" for device in _CAMERAS),
        "SupplementaryGroups=video",
    ]


def _quoted(word: str) -> str:
    """A word of a command line as systemd reads it: its own signs doubled, quoted where it has to be."""
    word = word.replace("\\", "\\\\").replace('"', '\\"').replace("%", "%%").replace("$", "$$")
    return f'"{word}"' if not word or any(sign in word for sign in " \t;'\"\\") else word
