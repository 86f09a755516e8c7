"""``python -m abaculus`` is the command ``abaculus``."""

from abaculus.cli import main

main()
