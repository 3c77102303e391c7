"""From layout to reading: the likeliest hand that can exist, what the rules changed, and every tile in doubt.

Rules are a prior: a winning hand, or one without a fifth copy, is preferred while the picture leaves it open.
Clear evidence overrides it, so that a false win or two mixed sets are reported as they lie there.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Final

import numpy as np

from scorer.tiles import KINDS
from vision.automaton import WHITE, Win, machine
from vision.detector import CLASSES
from vision.evidence import BACK, FLOWER, Evidence, evidence_of
from vision.groups import KONG
from vision.hands import Hypothesis, Parts, Priors
from vision.judge import Judgement, judge
from vision.layout import Layout, Role
from vision.melds import name_meld
from vision.reading import Reading, ReadMeld, ReadTile, RunnerUp
from vision.search import OUT

_CANDIDATES: Final = 5  # shown to the player
_FLOOR: Final = 0.02  # less likely candidates are not worth a line
_SURE: Final = 0.9  # probability of a tile of the hand that needs no second look
_SEEN: Final = 0.55  # what the picture alone has to say for that
_CLEAR: Final = 0.6  # the same for tiles outside the hand, of which nothing depends
_TIE: Final = float(np.log(2))  # how much likelier a hand has to be than the next one
_STRAY: Final = 0.1  # probability of a face that makes a flower or a back a possible tile of the hand


def correct(
    layout: Layout,
    evidence: Evidence | None = None,
    win: Win | None = None,
    priors: Priors | None = None,
    elsewhere: Sequence[int] | None = None,
) -> Reading:
    """Read the hand.

    Args:
        layout: the tiles in order.
        evidence: probabilities of its tiles; default what the detector says.
        win: what wins at the table; default what wins anywhere without wild tiles.
        priors: what is known before the picture is seen.
        elsewhere: copies of each kind that are known to lie outside the hand, 34 numbers.

    Raises:
        ValueError: if there is evidence for another number of tiles.
    """
    evidence = evidence or evidence_of(layout.tiles)
    if len(evidence.classes) != len(layout.tiles):
        raise ValueError(f"evidence for {len(evidence.classes)} tiles, but {len(layout.tiles)} were found")
    win = win or Win()
    loose = (*_loose(layout), *_strays(layout, evidence))
    groups, whole = _uncovered(layout, evidence)
    parts = Parts(loose, groups, tuple(elsewhere or [0] * len(KINDS)))
    return _Correction(layout, evidence, win, judge(parts, whole, win, priors or Priors())).reading()


def _uncovered(layout: Layout, evidence: Evidence) -> tuple[tuple[tuple[int, ...], ...], Evidence]:
    """The melds of a layout, and the evidence; tiles that lie under others are added to both as backs."""
    groups: list[tuple[int, ...]] = []
    count = len(layout.tiles)
    for meld in layout.melds:
        unseen = KONG - len(meld) if meld in layout.covering else 0
        groups.append((*meld, *range(count, count + unseen)))
        count += unseen
    hidden = count - len(layout.tiles)
    classes = np.concatenate([evidence.classes, np.tile(np.eye(len(CLASSES))[BACK], (hidden, 1))])
    return tuple(groups), Evidence(classes, np.concatenate([evidence.exists, np.ones(hidden)]))


def _loose(layout: Layout) -> tuple[int, ...]:
    return (*layout.concealed, *(() if layout.win is None else (layout.win,)))


def _strays(layout: Layout, evidence: Evidence) -> tuple[int, ...]:
    """Flowers, and blank tiles that look like backs, that may be tiles of the hand after all."""
    grouped = {*_loose(layout), *(index for meld in layout.melds for index in meld)}
    found = []
    for index in range(len(layout.tiles)):
        classes = evidence.classes[index]
        best = int(np.argmax(classes))
        share = classes[: len(KINDS)].max() if best == FLOWER else classes[WHITE] if best == BACK else 0.0
        if index not in grouped and share >= _STRAY:
            found.append(index)
    return tuple(found)


class _Correction:
    def __init__(self, layout: Layout, evidence: Evidence, win: Win, judgement: Judgement) -> None:
        self._layout, self._evidence, self._win, self._judgement = layout, evidence, win, judgement
        self._best = judgement.best
        self._seen = [CLASSES[int(np.argmax(classes))] for classes in evidence.classes]
        self._kinds = [self._kind(index) for index in range(len(layout.tiles))]
        self._unsure = {index for meld in layout.unsure for index in meld}
        self._open = self._tie = self._tied()

    def reading(self) -> Reading:
        """Put everything together."""
        layout, best = self._layout, self._best
        win = layout.win if layout.win is not None and best.kinds[layout.win] != OUT else None
        grouped = {index for meld in best.melds for index in meld}
        loose = sorted(index for index, kind in best.kinds.items() if index not in grouped and kind != OUT)
        melds = [self._meld(meld) for meld in best.melds]
        concealed, kongs = self._kongs([index for index in loose if index != win], win, len(melds))
        members = {*loose, *grouped}
        flowers = sum(kind == CLASSES[FLOWER] for kind in self._kinds)
        strays = {*_loose(layout), *(index for meld in layout.melds for index in meld)} - members
        left_out = tuple(sorted(index for index in strays if self._kinds[index] in KINDS))
        in_melds = {index for meld in (*melds, *kongs) for index in meld.indices}
        # Where tiles are missing, or too many, what lies by the hand may be of it.
        short = len(concealed) + (win is not None) + 3 * len([*melds, *kongs]) not in self._win.sizes
        self._open = self._tie | set(layout.beside if short else ())
        copies = Counter(self._kinds[index] for index in loose)
        for meld in melds:
            copies.update(meld.tiles)
        tiles = tuple(
            self._tile(index, self._role(index, members, in_melds), copies)
            for index in range(len(layout.tiles))
        )
        return Reading(
            tiles, tuple(concealed), (*melds, *kongs), win, flowers, best.wins, left_out, self._runner_up()
        )

    def _meld(self, group: tuple[int, ...]) -> ReadMeld:
        """A meld of the best hand by the tiles that can be seen of it."""
        visible = tuple(index for index in group if index < len(self._layout.tiles))
        return name_meld(visible, self._kinds, hidden=len(group) - len(visible))

    def _kind(self, index: int) -> str:
        """What a tile is; one taken for none of the hand's is what it looks like."""
        kind = self._best.kinds.get(index)
        if kind is not None and kind != OUT:
            return CLASSES[kind]
        classes, exists = self._evidence.classes[index], float(self._evidence.exists[index])
        if kind == OUT and exists * (classes[FLOWER] + classes[BACK]) > 1 - exists:
            return CLASSES[FLOWER if classes[FLOWER] > classes[BACK] else BACK]
        return CLASSES[FLOWER] if index in self._layout.flowers else self._seen[index]

    def _role(self, index: int, members: set[int], in_melds: set[int]) -> Role:
        if index in in_melds:
            return "meld"
        if index in members:
            return "hand"
        kind = self._kinds[index]
        return "flower" if kind == CLASSES[FLOWER] else "back" if kind == CLASSES[BACK] else "table"

    def _tile(self, index: int, role: Role, copies: Counter[str]) -> ReadTile:
        tile, kind, seen = self._layout.tiles[index], self._kinds[index], self._seen[index]
        exists = float(self._evidence.exists[index])
        classes = self._evidence.classes[index] * exists
        chances = {CLASSES[number]: float(chance) for number, chance in enumerate(classes)}
        marginals = self._judgement.marginals.get(index)
        if marginals is not None:
            chances |= dict.fromkeys(KINDS, 0.0)
            chances |= {CLASSES[number]: chance for number, chance in marginals.items() if number != OUT}
        in_hand = role in ("hand", "meld")
        confidence = chances[kind]
        if marginals is not None and kind not in KINDS:
            confidence = marginals.get(OUT, 0.0)
        elif marginals is not None and not in_hand:
            confidence = 1 - marginals.get(OUT, 0.0)
        order = sorted(chances, key=lambda one: -chances[one])
        wanted = {kind, seen}
        if kind not in KINDS:  # what it would be in the hand
            wanted.add(KINDS[int(np.argmax(classes[: len(KINDS)]))])
        likely = [one for one in order if chances[one] >= _FLOOR and one not in wanted]
        wanted.update(likely[: _CANDIDATES - len(wanted)])
        doubtful = confidence < (_SURE if in_hand else _CLEAR)
        doubtful |= kind != seen or (marginals is not None and index in self._left_out())
        doubtful |= in_hand and kind in KINDS and copies[kind] > 4
        # The rules count each picture for itself, but a face not met before misleads for all that show it.
        doubtful |= in_hand and kind == seen and float(classes.max()) < _SEEN
        doubtful |= role == "meld" and index in self._unsure
        doubtful |= index in self._open
        return ReadTile(
            kind,
            tile.box,
            confidence,
            role,
            tuple((one, chances[one]) for one in order if one in wanted),
            seen,
            doubtful,
        )

    def _tied(self) -> set[int]:
        """Tiles of which a hand that is about as likely says something else."""
        best, other = self._best, self._judgement.runner_up
        if other is None or best.score - other.score > _TIE:
            return set()
        differ = (index for index, kind in best.kinds.items() if other.kinds[index] != kind)
        regrouped = set(best.melds) ^ set(other.melds)
        return {*differ, *(index for meld in regrouped for index in meld)}

    def _left_out(self) -> set[int]:
        seen = enumerate(self._kinds)  # tiles that only the rules know of have no place there
        return {index for index, kind in seen if self._best.kinds.get(index) == OUT and kind in KINDS}

    def _kongs(self, concealed: list[int], win: int | None, melds: int) -> tuple[list[int], list[ReadMeld]]:
        """Concealed tiles and kongs among them: as many as the hand has tiles too many."""
        loose = [*concealed, *([] if win is None else [win])]
        by_kind = Counter(self._kinds[index] for index in concealed)
        fours = [kind for kind, count in by_kind.items() if count == 4 and kind in KINDS]
        surplus = len(loose) + 3 * melds - 14
        if not fours or not 0 < surplus <= 4:
            return concealed, []
        for number in sorted({surplus, surplus - 3} - {0}, reverse=True):
            for kinds in combinations(fours, number) if number > 0 else ():
                rest = [index for index in loose if self._kinds[index] not in kinds]
                counts = Counter(self._kinds[index] for index in rest)
                whole = machine(self._win, melds + number).accepts([counts[kind] for kind in KINDS])
                places = {
                    kind: tuple(index for index in concealed if self._kinds[index] == kind) for kind in kinds
                }
                together = all(place[-1] - place[0] == 3 for place in places.values())
                if whole or (not self._best.wins and together):
                    found = [ReadMeld("gang_unknown", (kind,) * 4, place) for kind, place in places.items()]
                    return [index for index in concealed if self._kinds[index] not in kinds], found
        return concealed, []

    def _runner_up(self) -> RunnerUp | None:
        other = self._judgement.runner_up
        if other is None:
            return None
        seen = len(self._layout.tiles)
        return RunnerUp(_changes(self._best, other, seen), float(np.exp(self._best.score - other.score)))


def _changes(best: Hypothesis, other: Hypothesis, seen: int) -> tuple[tuple[int, str | None], ...]:
    """Where two hands differ, tile by tile, those left out that no picture shows."""
    return tuple(
        (index, None if other.kinds[index] == OUT else CLASSES[other.kinds[index]])
        for index in sorted(best.kinds)
        if index < seen and best.kinds[index] != other.kinds[index]
    )
