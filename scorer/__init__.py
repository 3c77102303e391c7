"""Mahjong scoring: tiles, shapes, rule sets as data, points, payments. Pure functions, standard library."""
