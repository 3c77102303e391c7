"""Screens that follow a table: one look at the database for all of them, and a stream for each."""
