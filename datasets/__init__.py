"""Labelled pictures: drawing tile faces, composing scenes, importing labelled photos."""
