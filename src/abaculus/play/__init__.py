"""Playing whole games: records of games, and matches between seats."""
