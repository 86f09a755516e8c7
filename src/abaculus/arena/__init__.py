"""The arena: tournaments between bots, what they tell, and studies of games."""
