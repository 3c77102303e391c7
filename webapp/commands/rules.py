"""``fanpai rules``: which rule sets there are, what stands in one, how two differ."""

from collections.abc import Iterator, Mapping

import click

from scorer.errors import OptionError
from scorer.rulesets import RuleSet, names, rule_set
from webapp import words
from webapp.console import assignments, columns, language_option


@click.group("rules")
def command() -> None:
    """List and explain rule sets."""


@command.command("list")
@language_option
def list_rule_sets(locale: str) -> None:
    """The rule sets that come with fanpai."""
    sets = [rule_set(name) for name in names()]
    rows = [(one.name, one.title["zh"], words.title(one, locale), _parentage(one)) for one in sets]
    click.echo("\n".join(columns(rows, indent="")))


@command.command("show")
@click.argument("name")
@click.option(
    "--option", "options", multiple=True, callback=assignments, metavar="NAME=VALUE", help="A house rule."
)
@language_option
def show(name: str, options: dict[str, object], locale: str) -> None:
    """Every row and every option of a rule set."""
    try:
        rules = rule_set(name).with_options(options)
    except OptionError as error:
        raise click.ClickException(str(error)) from error
    lines = [f"{rules.name}  {rules.title['zh']}  {words.title(rules, locale)}", "", "Rows"]
    lines += columns(
        (row.name, words.row_name(rules, row.id, locale), _worth(rules, row.id), row.source)
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
def diff(name: str, other: str | None) -> None:
    """What differs between two rule sets, or between a house rule and the rule set it starts from."""
    try:
        first = rule_set(name)
        if other is None and first.parent is None:
            raise click.UsageError(f"{name} starts from no other rule set: name a second one")
        second = rule_set(other or str(first.parent))
    except OptionError as error:
        raise click.ClickException(str(error)) from error
    rows = [("", first.name, second.name), *_differences(first, second)]
    click.echo("\n".join(columns(rows, indent="")) if len(rows) > 1 else "They do not differ.")


def _differences(first: RuleSet, second: RuleSet) -> Iterator[tuple[str, str, str]]:
    sides = (_contents(first), _contents(second))
    for key in dict.fromkeys([*sides[0], *sides[1]]):
        left, right = (side.get(key, "–") for side in sides)
        if left != right:
            yield key, left, right


def _contents(rules: RuleSet) -> dict[str, str]:
    rows = {row.name: _worth(rules, row.id) for row in rules.rows}
    return rows | {f"option {name}": _shown(value) for name, value in rules.values.items()}


def _worth(rules: RuleSet, row_id: str) -> str:
    row = rules.row(row_id)
    if row.when and not rules.value(row.when):
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
