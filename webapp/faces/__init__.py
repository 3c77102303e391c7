"""The tile faces of the page, drawn by this project: brush strokes, circles and sticks, no font involved.

``python -m webapp.faces`` writes them to ``static/tiles.svg``, one symbol a face.
"""
