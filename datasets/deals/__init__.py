"""Whole deals at a table as frame sequences with their truth: to prove live tracking."""
