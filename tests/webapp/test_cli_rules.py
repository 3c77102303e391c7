"""``fanpai rules``: what stands in a rule set."""

from pathlib import Path

from click.testing import CliRunner, Result

from scorer.rulesets import names
from webapp.cli import fanpai
from webapp.console import columns, width


def run(*arguments: str) -> Result:
    return CliRunner().invoke(fanpai, ["rules", *arguments])


def test_list_names_every_rule_set() -> None:
    lines = run("list").output.splitlines()
    assert [line.split()[0] for line in lines] == list(names())


def test_show_has_rows_values_and_options() -> None:
    shown = run("show", "ji_ping_hu").output
    assert "碰碰胡" in shown
    assert "men_qian_qing" in shown


def test_show_under_a_house_rule_shows_its_values() -> None:
    def worth(*options: str) -> list[str]:
        (line,) = [
            line for line in run("show", "ji_ping_hu", *options).output.splitlines() if "十三幺" in line
        ]
        return line.split()

    # 十三幺 is worth the cap and three.
    assert "6" in worth()
    assert "7" in worth("--option", "cap=4")


def test_diff_shows_both_sides() -> None:
    (line,) = [
        line for line in run("diff", "ji_ping_hu", "ji_ping_hu_5").output.splitlines() if "option cap" in line
    ]
    assert line.split() == ["option", "cap", "3", "5"]
    assert run("diff", "ji_ping_hu", "ji_ping_hu").output == "They do not differ.\n"


def test_mistakes_are_sentences() -> None:
    for arguments, words in (
        (("show", "riichi"), "there is no rule set 'riichi'"),
        (("show", "ji_ping_hu", "--option", "cap"), "NAME=VALUE"),
        (("show", "ji_ping_hu", "--option", "red_fives=3"), "no option 'red_fives'"),
        (("diff", "ji_ping_hu"), "name a second one"),
    ):
        result = run(*arguments)
        assert result.exit_code in (1, 2)
        assert words in result.output


def test_columns_line_up_under_chinese_words() -> None:
    assert width("平胡 1") == 6
    assert columns([("平胡", "1"), ("chow", "2")], indent="") == ["平胡  1", "chow  2"]


def test_house_rules_are_kept_in_the_folder_that_is_named(tmp_path: Path) -> None:
    data = ["--data", str(tmp_path / "club")]
    save = ["rules", "save", "thursday", "--from", "lishui", *data]
    assert CliRunner().invoke(fanpai, save).exit_code == 0
    assert "thursday" in CliRunner().invoke(fanpai, ["rules", "list", *data]).output
    assert "thursday" not in CliRunner().invoke(fanpai, ["rules", "list"]).output
