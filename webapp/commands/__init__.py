"""The subcommands of ``fanpai``: one module each, whose ``command`` the command line finds by name."""
