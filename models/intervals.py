"""How far a share measured on few cases can be trusted."""

from statistics import NormalDist


def wilson(hits: int, cases: int, level: float = 0.95) -> tuple[float, float]:
    """The interval that holds the true share with probability ``level``; 0 to 1 where there are no cases.

    E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927; honest for few
    cases and for shares near 0 and 1, unlike the normal approximation.

    Raises:
        ValueError: unless 0 <= hits <= cases and 0 < level < 1.
    """
    if not 0 <= hits <= cases:
        raise ValueError(f"{hits} of {cases} is no share")
    if not cases:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + level) / 2)
    share, spread = hits / cases, z * z / cases
    middle = (share + spread / 2) / (1 + spread)
    half = z / (1 + spread) * (share * (1 - share) / cases + spread / (4 * cases)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)
