"""A camera over a table: one running session a table, what it saw, and a won hand proposed for booking."""
