"""How fast a photo is read, beside the package `mahjong-detector`, and how much memory that takes.

``python tests/bench/bench_scan.py [PHOTO ...]`` takes 12-megapixel photos from bytes to the hand. Without
photos it draws some. Both programs get the same bytes and the same number of threads, and take turns, so that
whatever else runs on the machine meets both. Measure on a machine that does nothing else; on another one,
``--timer cpu --threads 1`` counts processor time.
"""

import argparse
import importlib
import io
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

import onnxruntime

from vision.photo import load_photo
from vision.scan import STAGES, Scanner

try:
    import mahjong_detector
except ImportError:
    mahjong_detector = None

TIMERS = {"wall": time.perf_counter, "cpu": time.process_time}
TOLD = {"wall": "", "cpu": "of processor time "}
Read = Callable[[bytes], Any]
MEGABYTE = 1e6
LARGE = 4000  # longer side of the photos drawn: 12 megapixels at 4:3


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    if options.memory_of:
        print(peak_memory(options.memory_of, options.photos[0].read_bytes(), options.threads))
        return 0
    with tempfile.TemporaryDirectory() as folder:
        photos = options.photos or draw(Path(folder), options.draw)
        return compare(photos, options)


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", nargs="*", type=Path, metavar="PHOTO")
    parser.add_argument("--draw", type=int, default=3, help="photos to draw where none are given")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--repeats", type=int, default=30, help="times each photo is read by each program")
    parser.add_argument(
        "--wanted", type=float, default=2.5, help="at most so many times what the other takes"
    )
    parser.add_argument("--outside", type=float, default=0.25, help="largest share of time outside networks")
    parser.add_argument("--memory", type=float, default=500, help="largest peak memory, megabytes")
    parser.add_argument(
        "--timer", choices=TIMERS, default="wall", help="what is counted; cpu: with one thread"
    )
    parser.add_argument("--weights", type=Path, help="measure these weights (.onnx)")
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument("--memory-of", choices=("fanpai", "mahjong-detector"), help=argparse.SUPPRESS)
    return parser.parse_args(arguments)


def draw(folder: Path, count: int) -> list[Path]:
    """Hands as a phone photographs them."""
    from datasets.render import render  # noqa: PLC0415  # not in the process whose memory is measured

    print(f"drawing {count} photos of 12 megapixels ...", file=sys.stderr)
    render(folder, count, seed=1, split="check", longest=LARGE, kind="hands")
    return sorted((folder / "images").glob("*.jpg"))


class Clock:
    """Adds up what all networks of onnxruntime take."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.seconds, self._now = 0.0, now
        self._run = onnxruntime.InferenceSession.run
        onnxruntime.InferenceSession.run = self._timed(self._run)

    def _timed(self, run: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*arguments: Any, **named: Any) -> Any:
            start = self._now()
            try:
                return run(*arguments, **named)
            finally:
                self.seconds += self._now() - start

        return timed


def fanpai_reader(threads: int, weights: Path | None = None) -> Scanner:
    return Scanner(weights, threads)


def their_reader(threads: int) -> Read | None:
    """mahjong-detector with as many threads as we take; None where it is not installed."""
    if mahjong_detector is None:
        return None
    # The package hides this module behind a function of the same name.
    their_network = importlib.import_module("mahjong_detector.predict")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    session = onnxruntime.InferenceSession(
        their_network.model_path, options, providers=["CPUExecutionProvider"]
    )
    their_network.threadlocal.session = session
    return lambda encoded: mahjong_detector.detect_tiles(io.BytesIO(encoded))


def compare(photos: list[Path], options: argparse.Namespace) -> int:
    scanner, theirs = fanpai_reader(options.threads, options.weights), their_reader(options.threads)
    now = TIMERS[options.timer]
    clock = Clock(now)
    ours: list[float] = []
    others: list[float] = []
    outside: list[float] = []
    stages: dict[str, list[float]] = {stage: [] for stage in STAGES}
    for path in photos:
        encoded = path.read_bytes()
        scanner.scan(encoded)  # once each, so that nothing is loaded while it counts
        if theirs:
            theirs(encoded)
        for _ in range(options.repeats):
            clock.seconds, start = 0.0, now()
            scan = scanner.scan(encoded)
            ours.append(now() - start)
            outside.append(1 - clock.seconds / ours[-1])
            for stage, seconds in scan.seconds.items() if options.timer == "wall" else ():
                stages.setdefault(stage, []).append(seconds)
            if theirs:
                start = now()
                theirs(encoded)
                others.append(now() - start)
    figures = {
        "photos": len(photos),
        "megapixels": round(median(_megapixels(path) for path in photos), 1),
        "threads": options.threads,
        "repeats": options.repeats,
        "timer": options.timer,
        "seconds": median(ours),
        "stages": {stage: median(seconds) for stage, seconds in stages.items() if seconds},
        "outside_networks": median(outside),
        "memory_megabytes": measured_memory("fanpai", photos[0], options.threads),
    }
    if theirs:
        figures["mahjong_detector_seconds"] = median(others)
        figures["ratio"] = median(ours) / median(others)
        figures["mahjong_detector_memory_megabytes"] = measured_memory(
            "mahjong-detector", photos[0], options.threads
        )
    print(json.dumps(figures) if options.json else told(figures))
    return failed(figures, options)


def told(figures: dict[str, Any]) -> str:
    stages = ", ".join(f"{stage} {1000 * seconds:.0f}" for stage, seconds in figures["stages"].items())
    size = f"{figures['photos']} photos of {figures['megapixels']} megapixels"
    lines = [
        f"{size}, {figures['threads']} threads, {figures['repeats']} times each, taking turns; medians",
        f"fanpai: {1000 * figures['seconds']:.0f} ms {TOLD[figures['timer']]}from bytes to hand"
        + (f" ({stages})" if stages else ""),
        f"  outside the networks: {figures['outside_networks']:.0%} of the time",
        f"  peak memory: {figures['memory_megabytes']:.0f} MB",
    ]
    if "ratio" not in figures:
        return "\n".join([*lines, "mahjong-detector: not installed, not compared (make speed installs it)"])
    return "\n".join(
        [
            *lines,
            f"mahjong-detector: {1000 * figures['mahjong_detector_seconds']:.0f} ms, "
            f"peak memory {figures['mahjong_detector_memory_megabytes']:.0f} MB",
            f"fanpai takes {figures['ratio']:.2f} times as long",
        ]
    )


def failed(figures: dict[str, Any], options: argparse.Namespace) -> int:
    bounds = {
        "ratio": options.wanted,
        "outside_networks": options.outside,
        "memory_megabytes": options.memory,
    }
    over = [name for name, bound in bounds.items() if figures.get(name, 0) > bound]
    for name in over:
        print(f"{name} is over {bounds[name]}", file=sys.stderr)
    return int(bool(over))


def _megapixels(path: Path) -> float:
    photo = load_photo(path)
    return photo.width * photo.height / 1e6


def measured_memory(program: str, photo: Path, threads: int) -> float:
    """Peak memory of a fresh process that reads one photo, megabytes."""
    command = [sys.executable, __file__, "--memory-of", program, "--threads", str(threads), str(photo)]
    answer = subprocess.run(command, check=True, capture_output=True, text=True)
    return float(answer.stdout)


def peak_memory(program: str, encoded: bytes, threads: int) -> float:
    if program == "fanpai":
        fanpai_reader(threads).scan(encoded)
    elif theirs := their_reader(threads):
        theirs(encoded)
    status = Path("/proc/self/status")
    if status.exists():
        # Linux hands the peak of the parent on in ru_maxrss, not in here.
        (line,) = (line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024 / MEGABYTE
    import resource  # noqa: PLC0415  # not on Windows

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / MEGABYTE if sys.platform == "darwin" else peak * 1024 / MEGABYTE


if __name__ == "__main__":
    sys.exit(main())
