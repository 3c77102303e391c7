"""Kongs as they were found in drawn photos: boxes and kinds of hands that were once read wrong."""

from collections import Counter
from collections.abc import Callable

import numpy as np
import pytest

from vision.corrector import correct
from vision.detector import CLASSES, Detection
from vision.layout import Layout, arrange
from vision.reading import Reading

Lay = Callable[..., list[Detection]]

# Kind and box of each tile, by the left side.
PUNG_ACROSS = (
    "2p 52 485 132 587, 3p 125 470 208 573, 9s 204 467 280 564, 9s 274 456 358 557, 4m 437 447 539 525, "
    "4m 532 410 614 514, 4m 602 390 688 495, back 702 388 786 491, S 775 366 859 469, S 850 363 934 465, "
    "back 923 357 1005 459, 7m 1050 355 1155 438, 8m 1144 311 1225 413, 9m 1221 303 1300 403, "
    "1p 1334 280 1422 386"
)
PAIR_AND_WIN = (
    "3m 219 648 325 781, flower 287 310 388 419, 3m 347 629 453 761, back 365 471 467 597, "
    "back 463 418 574 551, 9m 476 615 573 745, 9m 601 595 705 727, back 602 435 709 561, "
    "9m 723 577 826 705, back 737 402 868 560, 2s 843 556 953 689, 2s 966 540 1077 668, "
    "2s 1091 524 1201 650, 8s 1207 501 1325 633, 8s 1328 487 1443 617, 8s 1490 460 1614 591"
)
LOOSE_BACK = (
    "3s 180 460 260 552, back 250 438 324 539, 3s 307 417 392 511, back 368 538 456 634, "
    "S 441 517 525 613, S 504 479 596 577, back 578 466 667 560, 6m 689 421 779 516, 7m 769 409 873 491, "
    "8m 856 376 943 465, 3p 961 342 1046 429, 4p 1031 326 1123 421, 5p 1090 285 1183 378, "
    "B 1203 252 1293 342, B 1275 238 1365 328, B 1334 207 1428 299"
)
FLAT_KONG = (
    "8p 215 405 285 498, 8p 282 412 354 505, 5s 350 417 423 509, 6s 419 424 489 514, 7s 486 425 559 518, "
    "C 555 431 627 524, C 623 439 696 533, 9p 766 451 837 542, 9p 835 453 905 546, 9p 901 463 973 553, "
    "back 1017 470 1091 564, back 1087 476 1158 569, back 1156 480 1228 574, back 1225 487 1298 581, "
    "C 1352 498 1425 593"
)
KONG_BY_KONG = (
    "5m 240 610 320 717, 5m 318 613 398 719, 5m 396 613 474 720, 5m 475 618 554 720, 6m 555 609 632 715, "
    "B 631 614 709 722, B 711 617 790 721, back 859 611 940 723, 6s 941 615 1022 721, "
    "6s 1020 616 1100 720, back 1099 618 1178 724, 8m 1205 616 1281 724, 8m 1302 613 1379 721, "
    "8m 1372 620 1440 724, 7m 1481 633 1588 713"
)
KONG_FAR_OUT = (
    "7m 141 476 255 588, 8m 234 478 346 588, flower 306 219 400 303, 4s 325 487 432 602, "
    "5s 420 484 525 591, 6s 512 493 616 601, 9s 605 495 707 611, 9s 700 499 800 614, 9m 755 366 850 467, "
    "back 884 504 984 622, 6p 982 511 1076 625, 6p 1076 516 1176 631, back 1152 718 1238 798, "
    "back 1164 514 1275 640, 2m 1310 518 1414 638, back 1418 752 1511 872, 2m 1441 510 1540 613, "
    "2m 1523 525 1616 641"
)
KONG_ACROSS = (
    "4m 172 932 431 1198, 5m 409 957 667 1224, 6m 653 964 915 1234, 3p 665 626 885 877, "
    "3p 879 588 1200 760, 4p 901 971 1162 1246, 5p 1149 993 1410 1261, 3p 1228 648 1458 893, "
    "6p 1399 1000 1639 1268, 2s 1645 1011 1900 1283, 2s 1897 1026 2147 1299, 7s 2145 1027 2391 1302, "
    "7s 2389 1050 2640 1331, 7s 2790 1097 3136 1303"
)
BACK_IN_GAP = (
    "4s 54 787 150 907, flower 132 617 228 729, 5s 136 799 237 917, F 215 623 308 731, "
    "6s 227 800 324 916, flower 300 630 400 736, N 315 813 407 925, N 402 814 496 927, "
    "N 488 820 578 934, B 576 818 666 932, back 666 825 758 936, 3p 750 829 839 943, 3p 839 832 927 944, "
    "3p 925 837 1010 950, 6s 1037 862 1162 954, 7s 1160 848 1246 964, 8s 1243 846 1329 961, "
    "B 1389 858 1479 970"
)
TWO_BACKS = (
    "1m 50 379 168 512, 1m 162 375 280 511, 6s 186 562 313 711, 9s 235 170 340 287, 1m 272 380 387 514, "
    "9s 339 172 442 290, 6s 382 377 501 515, 9s 441 205 583 290, 3s 615 174 716 290, 3s 719 174 821 296, "
    "3s 826 171 928 295, back 981 171 1099 309, back 1099 130 1226 276"
)
THREE_BACKS = (
    "back 0 1419 141 1632, 6m 35 804 119 900, 6m 109 808 190 906, 7p 182 814 262 909, "
    "9p 255 818 336 912, 5s 330 821 408 915, 8p 363 695 437 784, 6s 404 825 481 921, 6s 478 830 556 925, "
    "7s 554 835 629 932, 7s 629 838 703 935, 8s 701 843 777 940, back 853 853 930 951, "
    "back 929 854 1008 955, back 1084 902 1161 963"
)
BACK_AND_FACE = (
    "7p 44 415 155 522, 8p 132 429 246 536, back 194 131 296 220, 9p 218 442 338 550, "
    "4s 317 457 428 562, back 352 153 449 236, 5s 411 467 524 577, back 430 163 527 247, "
    "6s 505 480 617 590, back 510 174 607 258, back 591 183 690 268, S 600 492 711 602, "
    "back 671 194 769 280, S 698 507 809 617, back 753 202 851 288, B 796 521 907 629, "
    "back 836 213 931 299, B 895 531 1008 646, back 920 225 1013 308, back 1003 234 1101 320, "
    "back 1090 245 1180 332, back 1174 253 1264 343, back 1181 523 1291 646, 3p 1274 587 1375 700, "
    "S 1460 606 1569 725"
)
UPRIGHT_BACKS = (
    "1p 489 260 671 443, 8s 610 986 765 1154, 8s 625 824 784 990, 8s 642 670 801 825, "
    "2p 661 514 820 665, 2p 682 353 841 505, 1p 692 194 859 356, 1p 712 36 877 196, "
    "3m 874 902 1000 1038, 2m 889 761 1012 897, 1m 905 621 1027 755, back 913 444 1054 589, "
    "back 940 168 1075 311"
)
BY_A_FLOWER = (
    "2m 83 586 225 724, back 190 827 353 993, 5m 199 605 345 743, 2m 226 401 360 525, "
    "back 320 845 476 1010, 6m 321 620 462 761, flower 339 418 468 540, 7m 440 636 578 778, "
    "back 448 864 607 1028, 5p 560 658 699 795, back 580 884 738 1054, 6p 689 670 820 812, "
    "7p 813 688 943 832, 3s 934 706 1065 849, 4s 1061 724 1190 865, 5s 1189 741 1318 885, "
    "2m 1415 775 1546 922"
)
PAIR_APART = (
    "S 29 560 128 662, S 172 705 276 815, 9m 215 428 298 522, 9m 304 424 385 515, 9m 387 427 474 523, "
    "6m 531 437 617 531, 6m 619 458 733 528, 6m 735 446 818 539, 3s 862 439 946 531, "
    "3s 951 430 1032 524, 3s 1037 443 1121 535, 1p 1173 440 1264 537, 2p 1262 439 1350 532, "
    "3p 1347 439 1437 532"
)


def found(tiles: str) -> list[Detection]:
    """Tiles written as above."""
    made = []
    for kind, *box in (tile.split() for tile in tiles.split(", ")):
        probabilities = np.full(len(CLASSES), 0.002, np.float32)
        probabilities[CLASSES.index(kind)] = 0.93
        x0, y0, x1, y1 = map(float, box)
        made.append(Detection((x0, y0, x1, y1), probabilities))
    return made


def read(tiles: str, turns: int = 0) -> Reading:
    return correct(arrange(found(tiles), turns))


def melds(reading: Reading) -> Counter[tuple[str, str]]:
    return Counter((meld.type, meld.tiles[0]) for meld in reading.melds)


def doubted(reading: Reading) -> list[str]:
    return sorted(tile.tile for tile in reading.tiles if tile.doubtful)


def test_a_triplet_with_a_tile_across_takes_no_back_from_the_kong_beside_it() -> None:
    reading = read(PUNG_ACROSS)
    assert melds(reading) == {("peng", "4m"): 1, ("an_gang", "S"): 1, ("chi", "7m"): 1}
    assert not doubted(reading)


def test_a_pair_with_the_winning_tile_beyond_a_gap_is_no_kong() -> None:
    reading = read(PAIR_AND_WIN)
    assert melds(reading) == {("an_gang", "back"): 1}
    assert Counter(reading.hand)["8s"] == 3


def test_of_two_hands_as_likely_the_player_is_asked() -> None:
    kong = ["3s", "back", "back", "3s"]
    shown = ["6m", "7m", "8m", "3p", "4p", "5p", "B", "B", "B", *kong, "S", "back", "back", "S"]
    tiles = ", ".join(f"{kind} {50 * place} 0 {50 * place + 49} 68" for place, kind in enumerate(shown))
    kongs = ((9, 10, 11, 12), (13, 14, 15, 16))
    reading = correct(Layout(tuple(found(tiles)), tuple(range(9)), kongs, None, ()))  # either is the pair
    assert reading.complete
    assert [tile.doubtful for tile in reading.tiles] == [False] * 9 + [True] * 8


def test_backs_belong_to_the_faces_that_they_enclose() -> None:
    reading = read(LOOSE_BACK)
    assert melds(reading)["an_gang", "S"] == 1
    assert Counter(reading.hand)["3s"] == 2


def test_a_kong_seen_from_straight_above_is_asked_about() -> None:
    assert doubted(read(FLAT_KONG)) == ["9p"] * 3


@pytest.mark.parametrize(("tiles", "kind"), [(KONG_BY_KONG, "8m"), (KONG_FAR_OUT, "2m"), (KONG_ACROSS, "3p")])
def test_a_tile_on_top_is_seen_further_from_the_middle_of_the_photo(tiles: str, kind: str) -> None:
    assert melds(read(tiles))["gang_unknown", kind] == 1


def test_a_back_beside_three_alike_is_asked_about() -> None:
    assert doubted(read(BACK_IN_GAP)) == ["3p", "3p", "3p", "back", "flower"]


@pytest.mark.parametrize(
    ("tiles", "turns", "kong"),
    [
        (TWO_BACKS, 0, "back"),
        (THREE_BACKS, 0, "back"),
        (BACK_AND_FACE, 0, "3p"),
        (UPRIGHT_BACKS, 1, "back"),
        (BY_A_FLOWER, 0, "back"),
    ],
)
def test_a_hand_that_lacks_a_meld_has_a_kong_of_which_some_backs_were_found(
    tiles: str, turns: int, kong: str
) -> None:
    reading = read(tiles, turns)
    assert melds(reading)["an_gang", kong] == 1
    assert reading.complete
    assert reading.win is not None


def test_the_second_of_a_pair_may_lie_further_from_the_melds_than_the_first() -> None:
    reading = read(PAIR_APART)
    assert len(reading.melds) == 4
    assert Counter(reading.hand)["S"] == 2


def test_a_kong_is_not_torn_apart_where_the_pair_is_not_found(lay: Lay) -> None:
    melds = ["back", "5s", "5s", "back", None, "2m", "3m", "4m", None, "6m", "7m", "8m", None, "E", "E", "E"]
    reading = correct(arrange(lay(melds) + lay(["4s"], start=(100, 380))))
    assert Counter(meld.type for meld in reading.melds) == {"an_gang": 1, "chi": 2, "peng": 1}
    assert reading.hand.count("5s") == 4


def test_melds_that_touch_lie_as_far_from_the_hand_as_one_does(lay: Lay) -> None:
    hand = ["3s", "4s", "S", "S", "S", "W", "W", None, "2s"]
    layout = arrange(lay(hand) + lay(["5p", "6p", "7p", "9m", "9m", "9m"], start=(100, 395)))
    assert len(layout.melds) == 2


def test_two_kongs_that_touch_join_a_hand_with_flowers(lay: Lay) -> None:
    row = ["9m", "9m", "9m", "3s", "4s", "C", "C", None, "5s"]
    kongs = lay(["back"] * 4 + ["S"] * 4, start=(150, 370))
    layout = arrange(lay(row) + kongs + lay(["flower"] * 3, start=(150, 235)))
    assert sorted(layout.tiles[meld[0]].tile for meld in layout.melds) == ["S", "back"]


def test_three_backs_that_lie_level_may_be_white_dragons_and_are_asked_about(lay: Lay) -> None:
    row = [
        "4p",
        "5p",
        "6p",
        "8p",
        "8p",
        "8p",
        "1s",
        "1s",
        "1s",
        "7s",
        None,
        "back",
        "back",
        "back",
        None,
        "7s",
    ]
    assert doubted(correct(arrange(lay(row)))) == ["back"] * 3
