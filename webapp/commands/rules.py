"""``fanpai rules``: which rule sets there are, what stands in one, how two differ; keeping house rules."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import click

from scorer.errors import OptionError
from scorer.rulesets import Row, RuleSet
from scorer.rulesets.house import Difference, differences, named
from webapp import words
from webapp.console import assignments, columns, data_option, language_option
from webapp.house_rules import HouseRuleError, HouseRules
from webapp.paths import data_folder

_options = click.option(
    "--option", "options", multiple=True, callback=assignments, metavar="NAME=VALUE", help="A house rule."
)


@click.group("rules")
def command() -> None:
    """List and explain rule sets, keep house rules."""


@command.command("list")
@language_option
@data_option("Where everything is kept.", exists=True)
def list_rule_sets(locale: str, data: Path | None) -> None:
    """The rule sets that come with fanpai, then the saved house rules."""
    house = HouseRules.of(data_folder(data))
    rows = []
    for name in house.names():
        try:
            one = house.find(name)
        except HouseRuleError as error:
            rows.append((name, "", "", f"({error})"))
        else:
            rows.append((one.name, one.title["zh"], words.title(one, locale), _parentage(one)))
    click.echo("\n".join(columns(rows, indent="")))


@command.command("show")
@click.argument("name")
@_options
@language_option
@data_option("Where everything is kept.", exists=True)
def show(name: str, options: dict[str, object], locale: str, data: Path | None) -> None:
    """Every row and every option of a rule set."""
    with _told():
        rules = HouseRules.of(data_folder(data)).find(name).with_options(options)
    lines = [f"{rules.name}  {rules.title['zh']}  {words.title(rules, locale)}", "", "Rows"]
    lines += columns(
        (row.name, words.row_name(rules, row.id, locale), _worth(rules, row), row.source)
        for row in rules.rows
    )
    lines += ["", "Options"]
    lines += columns(
        (name, f"= {_shown(rules.value(name))}", f"({option.allowed})", words.option_meaning(name, locale))
        for name, option in rules.options.items()
    )
    click.echo("\n".join(lines))


@command.command("diff")
@click.argument("name")
@click.argument("other", required=False)
@data_option("Where everything is kept.", exists=True)
def diff(name: str, other: str | None, data: Path | None) -> None:
    """What differs between two rule sets, or between a house rule and the rule set it starts from."""
    house = HouseRules.of(data_folder(data))
    with _told():
        first = house.find(name)
        if other is None and first.parent is None:
            raise click.UsageError(f"{name} starts from no other rule set: name a second one")
        second = house.find(other or str(first.parent))
    found = differences(first, second)
    if not found:
        click.echo("They do not differ.")
        return
    rows = [("", first.name, second.name)]
    rows += [(_name(one, first, second), _side(one, first), _side(one, second)) for one in found]
    click.echo("\n".join(columns(rows, indent="")))


@command.command("save")
@click.argument("name")
@click.option(
    "--from", "parent", required=True, metavar="RULES", help="The rule set or house rule to start from."
)
@_options
@click.option(
    "--row",
    "rows",
    multiple=True,
    callback=assignments,
    metavar="ROW=VALUE",
    help="What a row (its Chinese name or its id) is worth instead; may be repeated.",
)
@click.option("--force", is_flag=True, help="Replace a house rule of the same name.")
@data_option("Where everything is kept.")
def save(  # noqa: PLR0913, PLR0917 - one an option
    name: str, parent: str, options: dict[str, object], rows: dict[str, int], force: bool, data: Path | None
) -> None:
    """Keep a rule set with other options or row values under a NAME of your own.

    \b
    fanpai rules save thursday --from lishui --option base_start=5 --row 七对=6
    """
    house = HouseRules.of(data_folder(data))
    with _told():
        changed = house.find(parent).with_options(options).with_row_values(rows)
        path = house.save(named(changed, name, dict.fromkeys(("zh", "zh_hant", "en"), name)), force=force)
    click.echo(f"Saved as {path}; see: fanpai rules diff {name}")


@command.command("delete")
@click.argument("name")
@data_option("Where everything is kept.", exists=True)
def delete(name: str, data: Path | None) -> None:
    """Forget a saved house rule. Hands that were scored with it stay as they are."""
    with _told():
        HouseRules.of(data_folder(data)).delete(name)
    click.echo(f"Deleted {name}.")


@contextmanager
def _told() -> Iterator[None]:
    """Mistakes as a sentence on the console."""
    try:
        yield
    except (OptionError, HouseRuleError) as error:
        raise click.ClickException(str(error)) from error


def _name(one: Difference, first: RuleSet, second: RuleSet) -> str:
    if one.kind == "option":
        return f"option {one.id}"
    return next(row.name for side in (first, second) for row in side.rows if row.id == one.id)


def _side(one: Difference, rules: RuleSet) -> str:
    """What a row or an option is in one of the two rule sets."""
    if one.kind == "option":
        return _shown(rules.value(one.id)) if one.id in rules.values else "–"
    return next((_worth(rules, row) for row in rules.rows if row.id == one.id), "–")


def _worth(rules: RuleSet, row: Row) -> str:
    if not rules.counts(row):
        return "off"
    self_draw, discard = rules.row_value(row)
    if self_draw == discard:
        return str(self_draw)
    return f"{self_draw} self-drawn, {discard} on a discard"


def _shown(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {number}" for key, number in value.items()) or "none"
    return str(value)


def _parentage(rules: RuleSet) -> str:
    return f"(house rule of {rules.parent})" if rules.parent else ""
