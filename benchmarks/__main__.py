"""Measure: ``python -m benchmarks games`` (speed of kernels), ``server`` (the online table), ``bots`` (their play) …"""

import runpy
import sys
from pathlib import Path

HERE = Path(__file__).parent
names = sorted(file.stem for file in HERE.glob("*.py") if not file.stem.startswith("_"))
chosen = [name for name in sys.argv[1:2] if name in names] or (names if len(sys.argv) == 1 else [])
if not chosen:
    sys.exit(f"python -m benchmarks [{'|'.join(names)}] [OPTIONS]")
for name in chosen:
    sys.argv = [str(HERE / f"{name}.py"), *sys.argv[2:]]
    runpy.run_path(sys.argv[0], run_name="__main__")
