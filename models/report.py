"""The figures of an evaluation, for a person."""

from models.evaluate import Evaluation
from models.figures import Figures, Honesty
from models.intervals import wilson


def report(result: Evaluation) -> str:
    """All figures as lines of text."""
    middle, slow = result.seconds()
    timing = f"median {middle:.2f} s, p95 {slow:.2f} s a photo"
    lines = [f"{result.directory}: {len(result.results)} photos, {timing}"]
    lines += _figures("photos of natural shape", result.figures())
    if (stretched := result.figures(stretched=True)).photos:
        lines += _figures("stretched photos", stretched)
    groups = result.groups()
    if len(groups) > 1:
        lines += ["by set or design:", *(_group(name, figures) for name, figures in groups.items())]
    if roles := result.mistaken_roles().most_common():
        lines.append("roles taken for others: " + ", ".join(f"{a}→{b} {n}" for (a, b), n in roles))
    return "\n".join([*lines, *result.calibration().to_text(), *result.confusions().to_text()])


def _figures(title: str, figures: Figures) -> list[str]:
    lines = [f"{title}: {figures.photos}"]
    if figures.photos:
        exact = [
            _share(number, figures.photos) for number in (figures.exact, figures.one_fix, figures.two_fixes)
        ]
        lines.append(f"  recogniser exact {exact[0]}, within one fix {exact[1]}, two {exact[2]}")
        lines += _honesty("photos", figures.photo_honesty)
    if figures.wins:
        numbers = (figures.hands_exact, figures.hands_one_fix, figures.hands_two_fixes)
        exact = [_share(number, figures.wins) for number in numbers]
        text = f"hand exact {exact[0]}, within one fix {exact[1]}, two {exact[2]}"
        lines.append(f"  complete wins {figures.wins}: {text}")
        lines += _honesty("hands", figures.hand_honesty)
    if figures.roles.hands:
        roles = figures.roles
        parts = {
            "roles": roles.roles,
            "melds": roles.melds,
            "winning tile": roles.win,
            "all three": roles.all,
        }
        shares = [f"{name} {_share(number, roles.hands)}" for name, number in parts.items()]
        lines.append(f"  of the exact hands, right {', '.join(shares)}")
    if figures.precision is not None and figures.recall is not None:
        lines.append(
            f"  tiles at IoU 0.5, class-aware: precision {figures.precision:.3f}, recall {figures.recall:.3f}"
            + _faces(*figures.faces)
        )
    return lines


def _faces(right: int, found: int, labelled: int) -> str:
    """The same without flowers, of which some sets have only the number labelled."""
    return f"; without flowers {right / found:.3f}, {right / labelled:.3f}" if found and labelled else ""


def _honesty(what: str, honesty: Honesty) -> list[str]:
    """How many mistakes nobody is told of, and how many right readings are left in peace."""
    total = honesty.right + honesty.wrong
    low, high = (100 * value for value in wilson(honesty.wrong_unmarked, total))
    unmarked = f"{_share(honesty.wrong_unmarked, total)[:-1]}, {low:.1f}–{high:.1f})"
    text = f"  confident and wrong: {unmarked} of the {what}, {honesty.wrong_silent} without any warning"
    if honesty.right:
        text += f"; exact and unmarked {_share(honesty.right_unmarked, honesty.right)}"
        text += f", without any warning {_share(honesty.right_silent, honesty.right)}"
    return [text]


def _group(name: str, figures: Figures) -> str:
    text = f"  {name}: {figures.photos} photos, exact {_share(figures.exact, figures.photos)}"
    if figures.wins:
        text += f", hands {_share(figures.hands_exact, figures.wins)}"
    if figures.precision is not None and figures.recall is not None:
        text += f", precision {figures.precision:.3f}, recall {figures.recall:.3f}"
    if figures.roles.hands:
        text += f", roles, melds and winning tile {_share(figures.roles.all, figures.roles.hands)}"
    return text


def _share(part: int, whole: int) -> str:
    return f"{part}/{whole} ({100 * part / whole:.1f} %)"
