"""House rules in the data folder: saved, compared, refused, deleted; on the console and on the page."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient

from scorer.errors import OptionError
from scorer.rulesets import names, rule_set
from scorer.rulesets.house import differences, named
from webapp.cli import fanpai
from webapp.house_rules import HouseRuleError, HouseRules
from webapp.paths import DataFolder

THURSDAY = ("save", "周四", "--from", "lishui", "--option", "base_start=5", "--row", "七对=6")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty data folder that the commands use."""
    monkeypatch.setenv("FANPAI_DATA", str(tmp_path))
    return tmp_path


def rules(*arguments: str) -> Result:
    return CliRunner().invoke(fanpai, ["rules", *arguments])


def test_a_house_rule_is_saved_listed_shown_and_compared_row_by_row(folder: Path) -> None:
    assert rules(*THURSDAY).exit_code == 0
    assert (folder / "rules" / "周四.json").is_file()
    assert rules("list", "--lang", "en").output.splitlines()[-1].split()[0] == "周四"
    assert "(house rule of lishui)" in rules("list").output
    (line,) = [line for line in rules("show", "周四", "--lang", "en").output.splitlines() if "七对" in line]
    assert line.split()[3] == "6"
    compared = [line.split() for line in rules("diff", "周四").output.splitlines()]
    assert compared == [
        ["周四", "lishui"],
        ["七对", "6", "4", "self-drawn,", "2", "on", "a", "discard"],
        ["option", "base_start", "5", "3"],
    ]


def test_a_hand_is_scored_by_a_house_rule(folder: Path) -> None:
    rules(*THURSDAY)
    hand = ("11m 22m 33p 44p 55s EE C", "--win", "C", "--self-draw", "--context", "wild=9s", "--json")
    given = CliRunner().invoke(fanpai, ["score", *hand, "--rules", "周四"])
    answer = json.loads(given.stdout)
    # 七对 6; the dealer pays 5 x 6, the others the side base 1 x 6.
    assert answer["payments"] == {"E": -30, "S": 42, "W": -6, "N": -6}


def test_a_house_rule_may_start_from_another_and_goes_back_to_the_packaged_one(folder: Path) -> None:
    rules(*THURSDAY)
    assert rules("save", "friday", "--from", "周四", "--option", "base_step=4").exit_code == 0
    friday = HouseRules.of().find("friday")
    assert friday.parent == "lishui"
    assert {one.id for one in differences(friday, rule_set("lishui"))} == {
        "qi_dui",
        "base_start",
        "base_step",
    }
    assert rules("diff", "friday", "周四").output.split() == [
        *("friday", "周四"),
        *("option", "base_step", "4", "2"),
    ]


def test_nothing_is_overwritten_unless_asked(folder: Path) -> None:
    rules(*THURSDAY)
    again = ("save", "周四", "--from", "wenzhou")
    assert "--force" in rules(*again).output
    assert HouseRules.of().find("周四").parent == "lishui"
    assert rules(*again, "--force").exit_code == 0
    assert HouseRules.of().find("周四").parent == "wenzhou"
    assert rules("diff", "周四").output == "They do not differ.\n"


def test_what_is_deleted_is_gone_and_packaged_rule_sets_stay(folder: Path) -> None:
    rules(*THURSDAY)
    assert rules("delete", "周四").exit_code == 0
    assert HouseRules.of().names() == names()
    assert "is no house rule; saved: none" in rules("delete", "周四").output
    assert "stays" in rules("delete", "lishui").output


@pytest.mark.parametrize("name", ["a/b", "..", "-x", "", "two words", "x" * 41, "CON", "com1", "a.b"])
def test_names_that_are_no_file_names_are_refused(folder: Path, name: str) -> None:
    result = rules("save", "--from", "lishui", "--", name)
    assert result.exit_code == 1
    assert "name" in result.output
    assert not (folder / "rules").exists()


@pytest.mark.parametrize("name", ["lishui", "Lishui"])
def test_the_names_of_packaged_rule_sets_are_taken(folder: Path, name: str) -> None:
    assert "comes with fanpai" in rules("save", name, "--from", "lishui").output


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--from", "riichi"), "there is no rule set 'riichi'"),
        (("--from", "lishui", "--option", "cap=3"), "no option 'cap'"),
        (("--from", "lishui", "--option", "base=0"), "option 'base' cannot be 0"),
        (("--from", "lishui", "--row", "立直=1"), "no row '立直'"),
        (("--from", "lishui", "--row", "七对=-1"), "row '七对' cannot be worth -1"),
        (("--from", "lishui", "--row", "七对"), "NAME=VALUE"),
    ],
)
def test_unknown_rule_sets_options_and_rows_are_refused_by_name(
    folder: Path, arguments: tuple[str, ...], words: str
) -> None:
    result = rules("save", "mine", *arguments)
    assert result.exit_code in (1, 2)
    assert words in result.output
    assert HouseRules.of().saved() == ()


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"parent": "gone", "name": "x"}', '{"parent": "lishui", "options": {"cap": 3}}']
)
def test_a_damaged_file_is_told_of_and_leaves_the_others_usable(folder: Path, text: str) -> None:
    rules(*THURSDAY)
    (folder / "rules" / "broken.json").write_text(text, encoding="utf-8")
    with pytest.raises(HouseRuleError, match="fanpai rules delete broken"):
        HouseRules.of().find("broken")
    assert "broken" in rules("show", "broken").output
    listed = rules("list").output
    assert "holds no house rule that fits" in listed
    assert "周四" in listed


def test_a_folder_that_cannot_be_written_is_told_of(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("a file where the folder should be", encoding="utf-8")
    with pytest.raises(HouseRuleError, match="cannot be written"):
        HouseRules.of(DataFolder(tmp_path)).save(named(rule_set("lishui"), "mine"))


def test_a_name_is_the_same_however_its_accents_are_written(tmp_path: Path) -> None:
    house = HouseRules.of(DataFolder(tmp_path))
    house.save(named(rule_set("lishui"), "cafe\u0301"))
    assert house.find("caf\u00e9").parent == "lishui"
    with pytest.raises(OptionError, match="caf\u00e9"):
        house.find("tea")


def test_the_page_offers_house_rules_and_scores_by_them(
    client: FlaskClient, tmp_path: Path, asked: dict[str, object]
) -> None:
    doubled = rule_set("ji_ping_hu").with_options({"base": 2})
    usual = client.post("/api/score", json=asked).get_json()["score"]["points"]
    house = HouseRules.of(DataFolder(tmp_path))
    house.save(named(doubled, "thursday", {"en": "Thursdays", "zh": "周四局"}))
    (tmp_path / "rules" / "broken.json").write_text("{}", encoding="utf-8")
    page = client.get("/").get_data(as_text=True)
    assert 'value="thursday"' in page
    assert "broken" not in page
    answer = client.post("/api/score", json=asked | {"rules": "thursday"}).get_json()
    assert answer["score"]["points"] == 2 * usual
    assert client.post("/api/score", json=asked | {"rules": "broken"}).status_code == 400
    kept = asked | {"rules": "thursday", "uuid": "00000000-0000-4000-8000-000000000001"}
    assert client.post("/api/hands", json=kept).status_code == 201
    house.delete("thursday")
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    "text",
    [
        '{"parent": "lishui", "name": "odd", "title": 5}',
        '{"parent": "lishui", "name": "odd", "title": {"zh": "\\ud800"}}',
        '{"parent": "lishui", "name": "odd", "title": {"zh": 5}}',
        '{"parent": "lishui", "name": "odd", "title": {"en": "Odd"}}',
        '{"parent": 5, "name": "odd"}',
        '{"parent": "lishui", "name": "odd", "options": {"base_start": ' + "9" * 5000 + "}}",
        "[" * 100_000,
        "[]",
        "5",
    ],
)
def test_a_spoilt_file_is_told_in_a_sentence_and_left_out_of_the_page(
    client: FlaskClient, tmp_path: Path, text: str
) -> None:
    house = HouseRules.of(DataFolder(tmp_path))
    house.folder.mkdir(parents=True, exist_ok=True)
    (house.folder / "odd.json").write_text(text)
    with pytest.raises(HouseRuleError, match="holds no house rule that fits"):
        house.find("odd")
    assert client.get("/").status_code == 200
    assert client.post("/api/score", json={"rules": "odd"}).status_code == 400


def test_a_file_whose_name_is_no_text_is_left_out(client: FlaskClient, tmp_path: Path) -> None:
    house = HouseRules.of(DataFolder(tmp_path))
    house.folder.mkdir(parents=True, exist_ok=True)
    try:
        (house.folder / "\udcff.json").write_text("{}")
    except (OSError, UnicodeError):
        pytest.skip("this file system takes no such name")
    assert house.saved() == ()
    assert client.get("/").status_code == 200


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("鸡平胡", "ji_ping_hu"),
        ("鸡平胡（五番）", "ji_ping_hu_5"),
        ("鸡平胡(五番)", "ji_ping_hu_5"),
        ("ji ping hu, cap 3", "ji_ping_hu"),
        ("Lishui", "lishui"),
    ],
)
def test_every_name_that_the_list_prints_is_taken(folder: Path, title: str, name: str) -> None:
    assert HouseRules.of().find(title).name == name
    shown = CliRunner().invoke(
        fanpai, ["score", "123m 456p 77s EE CCC", "--win", "E", "--self-draw", "--rules", "鸡平胡"]
    )
    assert "no rule set" not in shown.output


def test_a_title_of_two_rule_sets_is_asked_about(folder: Path) -> None:
    assert rules("save", "one", "--from", "lishui", "--option", "base_start=5").exit_code == 0
    file = folder / "rules" / "one.json"
    (folder / "rules" / "two.json").write_bytes(file.read_bytes().replace(b'"one"', '"丽水麻将"'.encode()))
    with pytest.raises(OptionError, match="several rule sets are called '丽水麻将': lishui, two"):
        HouseRules.of().find("丽水麻将")


def test_a_broken_house_rule_hides_no_title(folder: Path) -> None:
    (folder / "rules").mkdir()
    (folder / "rules" / "torn.json").write_text("{")
    assert HouseRules.of().find("鸡平胡").name == "ji_ping_hu"
