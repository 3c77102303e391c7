"""An evening at a table: events in, state out, and what can be said about it.

Everything here is a pure function of the events but ``book``, which reads and writes them in the store.
"""
