"""What every game is made of, and nothing of any game: verbs, registration, bits, luck, the Python face."""
