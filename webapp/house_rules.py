"""House rules kept under a name: one JSON file each in the data folder, beside the packaged rule sets."""

import json
import re
import unicodedata
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from scorer import rulesets
from scorer.errors import OptionError
from scorer.rulesets import RuleSet
from scorer.rulesets.house import to_data
from webapp.paths import DataFolder, data_folder
from webapp.whole_files import write_whole

LONGEST_NAME: Final = 40
# Letters of any script, digits, - and _: what every file system and every address takes.
_NAME: Final = re.compile(r"[^\W_][\w-]*")
# Windows keeps these for devices, with any ending.
_DEVICES: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)


class HouseRuleError(Exception):
    """House rules that cannot be saved, read or deleted. ``str(error)`` is a sentence with a way out."""


@dataclass(frozen=True)
class HouseRules:
    """The house rules in a folder, and the packaged rule sets that they start from.

    Attributes:
        folder: where the files lie; it need not exist.
    """

    folder: Path

    @classmethod
    def of(cls, data: DataFolder | None = None) -> "HouseRules":
        """The house rules of a data folder; default: the usual one."""
        return cls((data or data_folder()).house_rules)

    def saved(self) -> tuple[str, ...]:
        """Names of the saved house rules, sorted."""
        names = (_plain(file.stem) for file in self.folder.glob("*.json"))
        return tuple(sorted(name for name in names if _is_text(name)))

    def names(self) -> tuple[str, ...]:
        """Names of all rule sets: the packaged ones, then the saved ones."""
        return (*rulesets.names(), *self.saved())

    def find(self, name: str) -> RuleSet:
        """The packaged or saved rule set of this name, or of this title where only one has it.

        Raises:
            OptionError: when there is none, or several have the title; the message lists those there are.
            HouseRuleError: when its file cannot be read or does not fit this version's rules.
        """
        name = _plain(name)
        if name not in self.saved():
            if name in rulesets.names():
                return rulesets.rule_set(name)
            return self._titled(name)
        path = self._path(name)
        try:
            found = rulesets.parse(json.loads(path.read_text(encoding="utf-8")))
            _check_title(found.title)
        except OSError as error:
            raise HouseRuleError(f"{path} cannot be read ({error.strerror or error})") from error
        except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
            raise HouseRuleError(
                f"{path} holds no house rule that fits ({error}); mend it, or delete it: "
                f"fanpai rules delete {name}"
            ) from error
        # The file may have been copied under another name: the file's name counts.
        return replace(found, name=name)

    def _titled(self, title: str) -> RuleSet:
        """The one that is called so in any language. Raises OptionError."""
        found = []
        for name in self.names():
            with suppress(HouseRuleError):
                rules = self.find(name)
                if _called(title) in {_called(str(one)) for one in rules.title.values()}:
                    found.append(rules)
        if len(found) > 1:
            names = ", ".join(rules.name for rules in found)
            raise OptionError(f"several rule sets are called {title!r}: {names}; name one of these")
        if not found:
            raise OptionError(f"there is no rule set {title!r}; there are: {', '.join(self.names())}")
        return found[0]

    def save(self, house: RuleSet, *, force: bool = False) -> Path:
        """Write a house rule (see :func:`scorer.rulesets.house.named`) and return its file.

        Args:
            force: whether one of the same name may be replaced.

        Raises:
            HouseRuleError: for a name that cannot be one, or is taken, or when the file cannot be written.
        """
        name = _plain(house.name)
        if len(name) > LONGEST_NAME or not _NAME.fullmatch(name) or _DEVICES.fullmatch(name):
            raise HouseRuleError(
                f"{name!r} cannot be the name of a house rule: letters, digits, - and _, "
                f"at most {LONGEST_NAME}, a letter or digit first"
            )
        if name.casefold() in rulesets.names():
            raise HouseRuleError(f"{name!r} is the name of a rule set that comes with fanpai; choose another")
        path = self._path(name)
        if path.exists() and not force:
            raise HouseRuleError(f"there is a house rule {name!r} already; --force replaces it")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps(to_data(house), ensure_ascii=False, indent=2) + "\n"
            write_whole(path, text.encode())
        except OSError as error:
            raise HouseRuleError(f"{path} cannot be written ({error.strerror or error})") from error
        return path

    def delete(self, name: str) -> None:
        """Forget a saved house rule.

        Raises:
            HouseRuleError: when there is none of this name, or its file cannot be deleted.
        """
        name = _plain(name)
        if name not in self.saved():
            what = "comes with fanpai and stays" if name in rulesets.names() else "is no house rule"
            raise HouseRuleError(f"{name!r} {what}; saved: {', '.join(self.saved()) or 'none'}")
        try:
            self._path(name).unlink()
        except OSError as error:
            raise HouseRuleError(f"{name!r} cannot be deleted ({error.strerror or error})") from error

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"


def _plain(name: str) -> str:
    """One form for names that look alike: macOS takes letters and their accents apart."""
    return unicodedata.normalize("NFC", name.strip())


def _called(title: str) -> str:
    """A title to compare by: brackets are wide or narrow, as the keyboard has them."""
    return "".join(unicodedata.normalize("NFKC", title).casefold().split())


def _check_title(title: object) -> None:
    """Raise ValueError for a title in a file that is no name in Chinese and perhaps further languages."""
    if not isinstance(title, Mapping) or "zh" not in title or not all(map(_is_text, title.values())):
        raise ValueError("its title must hold a name by language, zh among them")


def _is_text(text: object) -> bool:
    """Whether UTF-8 can hold it: a file name in another encoding, or half a letter in JSON, it cannot."""
    if not isinstance(text, str):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
