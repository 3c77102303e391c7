"""The shipped weights, and how they are trained, exported and measured."""
