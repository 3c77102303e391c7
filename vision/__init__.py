"""From a photograph to the most probable hand: decoding, detection, layout, correction."""
