"""The photo of a hand that is being kept: stored once a home, and not left behind when it is refused."""

import contextlib
from collections.abc import Iterator

from webapp.pages.jobs import Job
from webapp.store import Store, StoreError, UnknownPhotoError


@contextlib.contextmanager
def kept_photo(store: Store, job: Job | None, home: str) -> Iterator[str | None]:
    """The store's name of the photo behind ``job``, for an entry written in the body; None without a photo.

    Each ``home``, a table or another log, has a photo of its own: who may delete there deletes nobody else's.
    Requests about one photo wait for each other. A photo stored here is deleted again when the body raises.

    Raises:
        webapp.store.StoreError: the photo could not be written.
    """
    if job is None or not job.picture:
        yield None
        return
    with job.keeping:
        if home in job.kept_as:
            yield job.kept_as[home]
            return
        name = store.save_jpeg(job.picture, *job.size).id
        try:
            yield name
        except BaseException:
            with contextlib.suppress(StoreError):
                store.delete_photo(name)
            raise
        job.kept_as[home] = name


@contextlib.contextmanager
def copied_photo(store: Store, name: str | None) -> Iterator[str | None]:
    """A copy of a kept photo for an entry written in the body; None where there is none (any more).

    Raises:
        webapp.store.StoreError: the copy could not be written.
    """
    try:
        kept = None if name is None else store.photo(name)
        picture = None if kept is None else kept.path.read_bytes()
    except (UnknownPhotoError, FileNotFoundError):
        kept = picture = None
    if kept is None or picture is None:
        yield None
        return
    copy = store.save_jpeg(picture, kept.width, kept.height).id
    try:
        yield copy
    except BaseException:
        with contextlib.suppress(StoreError):
            store.delete_photo(copy)
        raise
