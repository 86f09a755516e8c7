"""A bot that abaculus runs as a program: program:"python examples/line_bot.py". The protocol is in docs/bots.md."""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    luck = random.Random(question["seed"])
    print(luck.choice(question["legal"]), flush=True)
