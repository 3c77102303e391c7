"""Reading photos one after the other: a bounded queue and one worker thread per process.

A network that reads two photos at once on a small machine reads both slowly, so photos wait in line; when the
line is full the page hears so at once.
"""

import logging
import queue
import secrets
import threading
from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, Protocol

import numpy as np
import numpy.typing as npt

from vision.again import Known, read_again
from vision.join import JoinError, join, stack
from vision.laid import TeachError
from vision.photo import Photo, PhotoError, encode_jpeg, load_photo, open_to_read
from vision.scan import Lesson, Scan
from vision.taught import TaughtSet

KEPT_JOBS: Final = 24
KEPT_SECONDS: Final = 3600.0
# What the last photos may take together, as JPEG; a 12-megapixel photo takes about 4 MB.
KEPT_BYTES: Final = 48_000_000
# What may wait in line together, as it was sent. One photo is taken whatever its size.
WAITING_BYTES: Final = 48_000_000

log = logging.getLogger(__name__)


Progress = Callable[[str], None]


class ScannerLike(Protocol):
    """What reads a photo."""

    def scan(
        self,
        source: Photo,
        progress: Progress,
        taught: TaughtSet | None = None,
        *,
        corners: Sequence[float] | None = None,
    ) -> Scan:
        """Read the photo, or what lies between corners; see `vision.scan.Scanner.scan`."""
        ...  # pragma: no cover

    def teach(self, source: Photo, progress: Progress) -> Lesson:
        """Learn a set from the photo of its kinds."""
        ...  # pragma: no cover

    def current(self, taught: TaughtSet) -> TaughtSet:
        """A set as this scanner's reader sees it."""
        ...  # pragma: no cover


Work = Callable[[ScannerLike, Photo, Progress], Scan | Lesson]


Part = tuple[float, ...]
"""Four corners around the hand in a photo, x and y of each as shares of its width and height."""


def read_hand(scanner: ScannerLike, photo: Photo, progress: Progress) -> Scan:
    """What is done with a photo unless something else is asked."""
    return scanner.scan(photo, progress=progress)


NOTHING_KNOWN: Final = Known()


def read_part(part: Part) -> Work:
    """Read the marked part of a photo."""

    def read(scanner: ScannerLike, photo: Photo, progress: Progress) -> Scan:
        return scanner.scan(photo, progress=progress, corners=corners_in(photo, part))

    return read


def corners_in(photo: Photo, part: Part) -> list[float]:
    """A part in pixels of the upright photo."""
    return [share * (photo.height if place % 2 else photo.width) for place, share in enumerate(part)]


class BusyError(Exception):
    """The line is full."""


@dataclass
class Job:
    """One photo on its way. Written by the worker alone once queued, ``state`` last.

    Attributes:
        id: an unguessable name.
        born: when it came, by the clock of `Jobs`.
        state: where it is.
        stage: what is being done to it, one of vision.scan.STAGES, ``load``, ``learn 2/6`` or ``""``.
        scan: what was read, once done.
        lesson: what was learnt instead, once done, from a photo that was sent to teach a set.
        picture: the photo, upright, as JPEG without metadata, for showing and keeping. The pixels themselves
            (45 MB of a 15-megapixel photo) live only while it is being read.
        size: of ``picture``: width and height in pixels.
        error: a code of PhotoError or JoinError, one of TeachError after ``teach_``, or ``internal``, once
            failed.
        found: with ``teach_rows``: how many tiles lie in each row.
        kept_as: where it was kept → its name there: a table's id or another log → the photo's in the store,
            ``sets`` → the id of the set that was learnt.
        keeping: held while the photo is being kept.
        before: the photo of the same hand that this one adds melds to, until both are joined.
        known: what the hand is read by beside the photo.
        sent: the photo as it was sent, while there is room, for looking at a part of it again.
        marked: whether a part of the photo was marked as the hand.
    """

    id: str
    born: float
    state: Literal["waiting", "reading", "done", "failed"] = "waiting"
    stage: str = ""
    scan: Scan | None = None
    lesson: Lesson | None = None
    picture: bytes = field(default=b"", repr=False)
    size: tuple[int, int] = (0, 0)
    error: str = ""
    found: tuple[int, ...] = ()
    kept_as: dict[str, str] = field(default_factory=dict)
    keeping: threading.Lock = field(default_factory=threading.Lock, repr=False, compare=False)
    before: "Job | None" = field(default=None, repr=False, compare=False)
    known: Known = NOTHING_KNOWN
    sent: bytes = field(default=b"", repr=False)
    marked: bool = False

    @property
    def source(self) -> bytes:
        """The photo with all the pixels that are left of it."""
        return self.sent or self.picture


class Jobs:
    """The photos of one process: in line, being read, and the last ones read.

    Memory is bounded: `KEPT_BYTES` of photos that were read and of pictures of them, `WAITING_BYTES` (or one
    photo) in line, and the pixels of the one photo that is being read.
    """

    def __init__(self, scanner: Callable[[], ScannerLike], *, waiting: int, now: Callable[[], float]) -> None:
        """Args:
        scanner: makes the reader, called once, in the worker thread.
        waiting: how many photos may wait while one is read.
        now: a clock in seconds that never goes back.
        """
        self._make_scanner = scanner
        self._now = now
        self._line: queue.Queue[tuple[Job, bytes, Work]] = queue.Queue(maxsize=waiting)
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._lock = threading.Lock()
        self._worker: threading.Thread | None = None
        self._scanner: ScannerLike | None = None
        self._waiting_bytes = 0

    def submit(
        self,
        photo: bytes,
        before: Job | None = None,
        work: Work = read_hand,
        known: Known = NOTHING_KNOWN,
        marked: bool = False,
    ) -> Job:
        """Put a photo in line. Raises BusyError at once when the line is full, by number or by bytes.

        Args:
            photo: the bytes of a picture file.
            before: a photo that was read already; this one shows more melds of its hand.
            work: what is done with it.
            known: what its hand is read by; tiles put right are those of the photo before.
            marked: whether the work looks at a part of the photo alone.
        """
        job = Job(secrets.token_urlsafe(12), self._now(), before=before, known=known, marked=marked)
        with self._lock:
            if self._waiting_bytes and self._waiting_bytes + len(photo) > WAITING_BYTES:
                raise BusyError
            try:
                self._line.put_nowait((job, photo, work))
            except queue.Full:
                raise BusyError from None
            self._waiting_bytes += len(photo)
            self._forget_old()
            self._jobs[job.id] = job
            # Started here, not when the application is built: a server may fork in between.
            if self._worker is None:
                self._worker = threading.Thread(target=self._work, name="photo reader", daemon=True)
                self._worker.start()
        return job

    def get(self, name: str) -> Job | None:
        """The job with this id, or None when there is none (any more)."""
        with self._lock:
            return self._jobs.get(name)

    def forget(self, name: str) -> None:
        """Keep nothing of a job any longer."""
        with self._lock:
            self._jobs.pop(name, None)

    def ahead(self, job: Job) -> int:
        """How many photos are read before this one."""
        with self._lock:
            return sum(
                other.state in {"waiting", "reading"} and other.born < job.born
                for other in self._jobs.values()
            )

    def _forget_old(self) -> None:
        finished = [job for job in self._jobs.values() if job.state in {"done", "failed"}]
        surplus = len(finished) - KEPT_JOBS + 1
        held = sum(len(job.picture) + len(job.sent) for job in finished)
        # What was sent is a comfort, the picture of it is what somebody looks at.
        for job in finished[:-1]:
            if held > KEPT_BYTES:
                held -= len(job.sent)
                job.sent = b""
        for position, job in enumerate(finished):
            # The newest stays whatever its size: somebody is looking at it.
            heavy = held > KEPT_BYTES and position < len(finished) - 1
            if position < surplus or heavy or self._now() - job.born > KEPT_SECONDS:
                held -= len(job.picture) + len(job.sent)
                del self._jobs[job.id]

    def _work(self) -> None:
        while True:
            job, photo, work = self._line.get()
            with self._lock:
                self._waiting_bytes -= len(photo)
            self._read(job, photo, work)
            del photo  # not while the next one is awaited
            with self._lock:
                self._forget_old()

    def _read(self, job: Job, photo: bytes, work: Work) -> None:
        def progress(stage: str) -> None:
            job.stage = stage

        job.state, job.stage = "reading", "open"
        try:
            opened = load_photo(photo)
            height, width = opened.image.shape[:2]
            job.picture, job.size = encode_jpeg(opened.image), (width, height)
            if self._scanner is None:
                job.stage = "load"
                self._scanner = self._make_scanner()
            job.sent = photo
            made = work(self._scanner, open_to_read(photo), progress)
            if isinstance(made, Lesson):
                job.lesson = made
            else:
                _finish(job, made, opened.image)
            job.state = "done"
        except TeachError as error:
            job.error, job.found, job.state = f"teach_{error.code}", error.found, "failed"
        except (PhotoError, JoinError) as error:
            job.error, job.state = error.code, "failed"
        except Exception:
            # The thread outlives any photo; the reader gets a sentence, the log the reason.
            log.exception("a photo could not be read")
            job.error, job.state = "internal", "failed"


def _finish(job: Job, scan: Scan, image: npt.NDArray[np.uint8]) -> None:
    """Keep what was read; of a second photo of one hand, both together."""
    first, job.before = job.before, None
    if first is not None and first.scan is not None:
        job.sent = b""  # shows the melds alone
        both = stack(load_photo(first.picture).image, image)
        job.picture, job.size = encode_jpeg(both), (both.shape[1], both.shape[0])
        scan = join(first.scan, scan)
    # Scanners read by what wins anywhere; reading once more by more than that takes milliseconds.
    job.scan = scan if job.known == NOTHING_KNOWN else read_again(scan, job.known)


def default_scanner() -> ScannerLike:
    """The reader on the shipped weights."""
    from vision.scan import Scanner  # noqa: PLC0415 - only a photo needs the network loaded

    return Scanner()
