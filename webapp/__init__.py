"""The page, the store and the command line: where the rooms are wired together."""
