"""Engines for games that have a better method than the tree search, a module a game, named as the game's folder."""
