"""The page: blueprints, each with one subject, and what they share."""
