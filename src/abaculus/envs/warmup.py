"""Compiling ahead what environments need: ``python -m abaculus.envs.warmup GAME envs``."""

import sys

import numpy as np

from abaculus.bots.warmup import main
from abaculus.envs.gymnasium import GameEnv
from abaculus.envs.vector import VectorEnv


def _step(game: str) -> None:
    env = GameEnv(game)
    _, info = env.reset(seed=0)
    env.step(int(np.flatnonzero(info["action_mask"])[0]))
    envs = VectorEnv(game, num_envs=2)
    envs.reset(seed=0)
    envs.step(envs.sample_actions(np.random.default_rng(0)))


if __name__ == "__main__":
    main(sys.argv[1:], _step)
