"""Several processes that open one new data folder at the same moment."""

from pathlib import Path

from at_once import begin, waiting

from webapp.paths import DataFolder
from webapp.store import Store
from webapp.store.migrate import revisions

OPEN_AND_BOOK = """
import sys, uuid
from pathlib import Path
from webapp.paths import DataFolder
from webapp.store import Store
folder = DataFolder(Path(sys.argv[1]), sys.argv[2] or None)
print("ready", flush=True)
sys.stdin.readline()
store = Store.open(folder)
store.append("friday", "deal", {}, uuid=str(uuid.uuid4()))
print(folder.secret_key().hex())
store.close()
"""


def test_processes_that_start_at_once_migrate_once_and_share_a_secret(
    tmp_path: Path, database_url: str | None
) -> None:
    folder = DataFolder(tmp_path / "new", database_url)
    number = 2 if database_url else 4  # each costs a second or two
    processes = [waiting(OPEN_AND_BOOK, str(folder.root), database_url or "") for _ in range(number)]
    begin(processes)
    secrets = {process.communicate(timeout=60)[0] for process in processes}
    assert [process.returncode for process in processes] == [0] * number
    assert len(secrets) == 1
    store = Store.open(folder)
    current, newest = revisions(store._engine)
    assert current == newest is not None
    assert len(store.events("friday")) == number
    store.close()
