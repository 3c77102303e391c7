"""Mahjong scoring: tiles, winning shapes, rule sets as data, points and payments. Pure functions, standard library."""
