"""The command ``fanpai``. Each subcommand is a module of its own, imported only when it runs."""

import importlib
import sys
from importlib import metadata

import click

# Name of the subcommand (and of its module in webapp.commands) -> its line in the help.
COMMANDS = {
    "backup": "Write everything that is kept into one file.",
    "doctor": "Check this installation and the data folder.",
    "evaluate": "Measure the recogniser on a folder of labelled photos.",
    "render": "Draw labelled photos of mahjong tiles.",
    "live": "Watch a table through a camera.",
    "link": "Show a code that opens a table on a phone.",
    "restore": "Bring back what a backup file holds.",
    "rules": "List and explain rule sets, keep house rules.",
    "scan": "Read the tiles in photos.",
    "score": "Count the fan of a hand and who pays what.",
    "serve": "Open the page for browsers and phones.",
    "service": "Print a unit that lets systemd start the page.",
    "teach": "Learn a tile set from one photo of its kinds.",
    "train": "Teach the recogniser with photos and drawn scenes.",
}


class LazyGroup(click.Group):
    """A group whose commands come from ``COMMANDS`` without being imported for the help."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"webapp.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands in the help."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def _show_version(ctx: click.Context, parameter: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        click.echo(f"fanpai {metadata.version('fanpai')}")
        ctx.exit()


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_show_version,
    help="Show the version and exit.",
)
def fanpai() -> None:
    """Photograph a won mahjong hand: the tiles are read, the fan counted, the payments worked out."""


def main() -> None:
    """Run the command line; ends the process."""
    for stream in (sys.stdout, sys.stderr):
        # Windows consoles and pipes default to a code page without Chinese. A file name that is not UTF-8
        # on Linux shows as an escape instead of stopping the program.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    fanpai(prog_name="fanpai")


if __name__ == "__main__":
    main()
