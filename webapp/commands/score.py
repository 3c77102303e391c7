"""``fanpai score``: the fan and the payments of one hand for people, of many cases for machines."""

import json
from collections.abc import Mapping
from typing import Any

import click

from scorer import parsing
from scorer.errors import OptionError, RuleError
from scorer.hand import FLAGS, KONG_TYPES, SEATS, next_seat, wind_of
from scorer.scoring import score_win
from webapp.case_lines import answers
from webapp.console import assignments, data_option, language_option
from webapp.context_shapes import SHAPES, misshapen, unasked
from webapp.house_rules import HouseRuleError, HouseRules
from webapp.money_beside import add_own_kongs
from webapp.paths import data_folder
from webapp.scorecard import Scorecard
from webapp.words import explain

SEAT = click.Choice(SEATS, case_sensitive=False)
_LISTS = ("calls_before_win", "horses", "key_pair")  # may be written with commas
# How the command line is told what an error asks for.
_REMEDIES = {"error.no_wild": "--context wild=5m"}
EXAMPLE = (
    '{"id":"1","kind":"win","ruleset":"ji_ping_hu","options":{},'
    '"hand":{"concealed":"123m 456p 789s 23s EE","melds":[],"win":"4s"},'
    '"context":{"winner":"S","dealer":"E","round_wind":"E","win_by":"discard","from":"W"}}'
)


def _meld(ctx: click.Context, parameter: click.Parameter, given: tuple[str, ...]) -> list[dict[str, str]]:
    melds = []
    for text in given:
        kind, colon, rest = text.partition(":")
        tiles, _, seat = rest.partition("@")
        seat = seat.strip().upper()
        if not colon or (seat and seat not in SEATS):
            raise click.BadParameter(
                f"{text!r} should look like peng:EEE@W (type, tiles, @ and the feeder's seat)"
            )
        melds.append({"type": kind.strip(), "tiles": tiles.strip()} | ({"from": seat} if seat else {}))
    return melds


def _further_context(
    ctx: click.Context, parameter: click.Parameter, given: tuple[str, ...]
) -> dict[str, object]:
    values = assignments(ctx, parameter, given)
    for name in values:
        if name not in SHAPES:
            raise click.BadParameter(f"{name!r} is none of {', '.join(SHAPES)}")
    for name in _LISTS:
        if isinstance(listed := values.get(name), str):
            values[name] = [word.strip() for word in listed.split(",")]
    for name, value in values.items():
        if example := misshapen(name, value):
            raise click.BadParameter(f"{name} should look like {example}")
    return values


@click.command("score", epilog=f"\b\nOne line of a file of cases:\n{EXAMPLE}")
@click.argument("hand", required=False)
@click.option("--win", metavar="TILE", help="The winning tile; HAND leaves it out.")
@click.option(
    "--meld",
    "melds",
    multiple=True,
    callback=_meld,
    metavar="TYPE:TILES[@SEAT]",
    help=f"chi, peng, {', '.join(KONG_TYPES)}, and who fed it: peng:EEE@W. Repeat it in the order made.",
)
@click.option(
    "--rules", default="ji_ping_hu", show_default=True, metavar="NAME", help="See `fanpai rules list`."
)
@click.option("--self-draw", is_flag=True, help="The winner drew the tile.")
@click.option("--from", "source", type=SEAT, help="The seat that discarded the tile (or was robbed of it).")
@click.option("--rob-kong", is_flag=True, help="The tile was robbed from the kong of --from SEAT.")
@click.option("--winner", type=SEAT, help="Default: S, or the seat after the discarder when that is S.")
@click.option("--dealer", type=SEAT, default="E", show_default=True)
@click.option("--seat-wind", type=SEAT, help="Default: as winner and dealer sit.")
@click.option("--round-wind", type=SEAT, default="E", show_default=True)
@click.option(
    "--flag", "flags", multiple=True, type=click.Choice(FLAGS), help="A special event; may be repeated."
)
@click.option(
    "--option", "options", multiple=True, callback=assignments, metavar="NAME=VALUE", help="House rule."
)
@click.option(
    "--context",
    "more",
    multiple=True,
    callback=_further_context,
    metavar="NAME=VALUE",
    help="What no other option says, as in a case: gang_from=N, dealer_streak=1, wild=5m …",
)
@language_option
@click.option("--json", "as_json", is_flag=True, help="The result as one JSON object.")
@click.option(
    "--cases",
    "file",
    metavar="FILE",
    help="Answer a file of cases (- for standard input): JSON in, JSON out.",
)
@data_option("Where house rules are kept.", exists=True)
@click.pass_context
def command(ctx: click.Context, /, hand: str | None, file: str | None, **given: Any) -> None:
    """Count the fan of HAND and say who pays what and why.

    \b
    fanpai score "123m 456p 77s EE" --meld peng:CCC@W --win E --self-draw
    fanpai score --cases cases.jsonl
    """
    if file is not None:
        if hand is not None:
            raise click.UsageError("give a HAND or --cases FILE, not both")
        _answer_cases(file)
        return
    if hand is None or not given["win"]:
        raise click.UsageError("a HAND and its --win TILE are needed (or --cases FILE)")
    case = as_case(hand, given)
    locale = given["locale"]
    try:
        rules = HouseRules.of(data_folder(given["data"])).find(given["rules"]).with_options(given["options"])
        if names := unasked(rules, given["more"]):
            raise click.UsageError(
                f"--context {', '.join(names)}: {given['rules']} under these options does not count this; "
                "leave it out"
            )
        context, remarks = add_own_kongs(rules, case)
        score = score_win(rules, parsing.hand(case["hand"]), parsing.context(context))
    except (OptionError, HouseRuleError) as error:
        raise click.ClickException(str(error)) from error
    except RuleError as error:
        remedy = _REMEDIES.get(error.explanation.key)
        sentence = " ".join(filter(None, (explain(error.explanation, rules, locale), remedy)))
        if given["as_json"]:
            click.echo(json.dumps({"error": error.code, "text": sentence}, ensure_ascii=False))
            ctx.exit(1)
        raise click.ClickException(f"{sentence} ({error.code})") from error
    for remark in remarks:
        click.echo(f"fanpai: {explain(remark, rules, locale)}", err=True)
    card = Scorecard(rules, score, context, locale)
    click.echo(json.dumps(card.to_json(), ensure_ascii=False) if given["as_json"] else card.to_text())


def as_case(hand: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """One case as the case files write it.

    Raises:
        click.UsageError: when the options contradict each other.
    """
    source = given["source"]
    if given["self_draw"] and source:
        raise click.UsageError("--self-draw and --from exclude each other")
    if given["rob_kong"] and not source:
        raise click.UsageError("--rob-kong needs --from SEAT: who made the kong")
    if not given["self_draw"] and not source:
        click.echo("fanpai: taken as a self-draw; say --from SEAT for a discarded tile", err=True)
    winner = given["winner"] or (next_seat("S") if source == "S" else "S")
    context = {
        "winner": winner,
        "dealer": given["dealer"],
        "seat_wind": given["seat_wind"] or wind_of(winner, given["dealer"]),
        "round_wind": given["round_wind"],
        "win_by": "rob_kong" if given["rob_kong"] else "discard" if source else "self_draw",
        "flags": list(given["flags"]),
    }
    return {
        "kind": "win",
        "ruleset": given["rules"],
        "options": given["options"],
        "hand": {"concealed": hand, "melds": given["melds"], "win": given["win"]},
        "context": context | ({"from": source} if source else {}) | given["more"],
    }


def _answer_cases(file: str) -> None:
    try:
        # "-" is standard input. A byte order mark is what Windows editors put in front.
        with click.open_file(file, encoding="utf-8-sig", errors="replace") as lines:
            for answer in answers(lines):
                click.echo(answer)
    except OSError as error:
        raise click.ClickException(f"{file} cannot be read: {error.strerror or error}") from error
