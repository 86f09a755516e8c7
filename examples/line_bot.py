"""A bot as a program of its own; the protocol is in docs/bots.md.

abaculus match nmbr9 "program:python examples/line_bot.py" greedy
"""

import json
import random
import sys

for line in sys.stdin:
    question = json.loads(line)
    luck = random.Random(question["seed"])
    print(luck.choice(question["legal"]), flush=True)
