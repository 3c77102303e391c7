"""What a device may do at a table."""

from enum import IntEnum
from typing import Final


class Level(IntEnum):
    """Each level may do everything that those below it may."""

    NOTHING = 0
    WATCH = 1
    SCORE = 2
    OWN = 3


# The roles that are kept, and what each may do.
ROLES: Final = {"onlooker": Level.WATCH, "scorer": Level.SCORE, "owner": Level.OWN}
# The table id of what holds for the whole house.
HOUSE: Final = ""
