"""A table under a fixed camera: what lies on it, what happened, and a won hand as soon as it is turned up."""
