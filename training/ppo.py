"""Train a policy for a solo game by masked proximal policy optimization: ``python training/ppo.py nmbr9``.

MaskablePPO of sb3-contrib (``pip install "abaculus[train]"``), with the environments of ``abaculus.envs.choices``: the
network takes one legal action's row of numbers and weighs it, the same for all of them.

Writes the policy (``training/policies/NAME.npz``), which plays as the bot ``policy:FILE``, and its learning curve as a
picture (``docs/pictures/learning-NAME.png``).
"""

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import VecEnv
from torch import nn

import abaculus
from abaculus.bots.policy import Policy
from abaculus.envs.choices import ChoiceEnvs

ROOT = Path(__file__).parent.parent
GAMES, STEPS, BATCH, EPOCHS = 64, 128, 1024, 4
HIDDEN = 32
TEST_EVERY, TEST_GAMES = 120.0, 200  # seconds; games
LINEAR = 1e-4
"""So small a hidden unit stays that it is as good as linear."""
SEED, TEST_SEED, LAST_TEST_SEED = 1, 2, 3


@dataclass(frozen=True)
class Settings:
    """What differs from game to game."""

    unit: float
    """So many points are a reward of 1."""
    rate: float
    entropy: float
    trace: float
    """λ: how far values are learned from what came, rather than from the values of the states that followed."""
    start: float
    """What the evaluation weighs at the start, per standard deviation within a state; with 0 it starts from chance."""


SETTINGS = {
    "nmbr9": Settings(unit=10.0, rate=1e-3, entropy=0.01, trace=0.95, start=0.0),
    # Stars cost points at once and bring them much later: values that are not learned yet would mislead.
    "toushi": Settings(unit=5.0, rate=3e-4, entropy=0.001, trace=1.0, start=4.0),
}


class Seats(VecEnv):
    """The environments as stable-baselines3 takes them."""

    def __init__(self, envs: ChoiceEnvs, unit: float) -> None:
        self.envs, self.unit = envs, unit
        size, most, width = envs.observations.shape
        super().__init__(size, spaces.Box(-np.inf, np.inf, (most, width)), spaces.Discrete(most))

    def reset(self) -> np.ndarray:
        self.envs.reset()
        return self.envs.observations.copy()

    def step_async(self, actions: np.ndarray) -> None:
        self.envs.step(actions)

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        envs = self.envs
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(envs.over):
            score, decisions = envs.results[place]
            infos[place]["episode"] = {"r": score, "l": decisions, "t": 0.0}
        return envs.observations.copy(), envs.rewards / self.unit, envs.over.copy(), infos

    def has_attr(self, name: str) -> bool:
        return name == "action_masks"

    def env_method(self, name: str, *_: Any, **__: Any) -> list[Any]:
        assert name == "action_masks"
        return list(self.envs.masks)

    def get_attr(self, name: str, indices: Any = None) -> list[Any]:
        return [None] * self.num_envs

    def set_attr(self, name: str, value: Any, indices: Any = None) -> None:
        raise AttributeError(name)

    def env_is_wrapped(self, wrapper: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        pass


class AsItIs(BaseFeaturesExtractor):
    """Leaves observations in their shape."""

    def __init__(self, space: spaces.Box) -> None:
        super().__init__(space, 1)

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return observations


class Network(nn.Module):
    """Weighs each legal row, and values a state by the mean and the maximum of its rows."""

    def __init__(self, choices: int, mean: np.ndarray, deviation: np.ndarray, spread: np.ndarray, start: float) -> None:
        super().__init__()
        for name, array in (("mean", mean), ("deviation", deviation), ("spread", spread)):
            self.register_buffer(name, torch.as_tensor(array, dtype=torch.float32))
        numbers = 2 * len(mean)
        self.latent_dim_pi, self.latent_dim_vf = choices, 2 * HIDDEN
        self.actor = nn.Sequential(
            *(nn.Linear(numbers, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, HIDDEN), nn.Tanh(), nn.Linear(HIDDEN, 1))
        )
        nn.init.zeros_(self.actor[-1].weight)
        # From what it knows at the start it goes on by a straight way, beside the layers.
        self.straight = nn.Linear(numbers, 1, bias=False) if start else None
        if self.straight is not None:
            nn.init.zeros_(self.straight.weight)
            with torch.no_grad():
                self.straight.weight[0, len(mean)] = start
        self.critic = nn.Sequential(
            *(nn.Linear(numbers, 2 * HIDDEN), nn.Tanh(), nn.Linear(2 * HIDDEN, 2 * HIDDEN), nn.Tanh())
        )

    def forward(self, observations: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.forward_actor(observations), self.forward_critic(observations)

    def forward_actor(self, observations: torch.Tensor) -> torch.Tensor:
        rows, legal = observations[:, :, :-1], observations[:, :, -1] > 0
        mean = (rows.sum(1) / legal.sum(1, keepdim=True)).unsqueeze(1)  # rows beyond the legal ones are 0
        x = torch.cat([(rows - self.mean) / self.deviation, (rows - mean) / self.spread], 2)
        weights = torch.zeros(legal.shape)
        weighed = self.actor(x[legal])
        weights[legal] = (weighed if self.straight is None else weighed + self.straight(x[legal]))[:, 0]
        return weights

    def layers(self) -> tuple[tuple[np.ndarray, np.ndarray], ...]:
        """The actor's weights and biases; the straight way as a hidden unit that stays small."""
        linear = [layer for layer in self.actor if isinstance(layer, nn.Linear)]
        layers = [(layer.weight.detach().numpy().copy(), layer.bias.detach().numpy().copy()) for layer in linear]
        if self.straight is None:
            return tuple(layers)
        (w0, b0), (w1, b1), (w2, b2) = layers
        straight = self.straight.weight.detach().numpy()
        beside = np.zeros((HIDDEN + 1, HIDDEN + 1), np.float32)
        beside[:HIDDEN, :HIDDEN] = w1
        beside[HIDDEN, HIDDEN] = 1
        return (
            (np.concatenate([w0, straight * np.float32(LINEAR)]), np.append(b0, np.float32(0))),
            (beside, np.append(b1, np.float32(0))),
            (np.append(w2, [[np.float32(1 / LINEAR)]], axis=1), b2),
        )

    def forward_critic(self, observations: torch.Tensor) -> torch.Tensor:
        rows, legal = (observations[:, :, :-1] - self.mean) / self.deviation, observations[:, :, -1:] > 0
        mean = torch.where(legal, rows, 0.0).sum(1) / legal.sum(1)
        return self.critic(torch.cat([mean, torch.where(legal, rows, -10.0).max(1).values], 1))


class ChoicePolicy(MaskableActorCriticPolicy):
    """An actor and critic made of a ``Network``."""

    def __init__(self, *arguments: Any, network: Network, **others: Any) -> None:
        self.network = [network]  # in a list: a module may not be set before the base class is made
        super().__init__(*arguments, features_extractor_class=AsItIs, ortho_init=False, **others)

    def _build_mlp_extractor(self) -> None:
        self.mlp_extractor = self.network[0]

    def _build(self, lr_schedule: Any) -> None:
        super()._build(lr_schedule)
        self.action_net = nn.Identity()  # the actor's weights are the logits
        self.optimizer = self.optimizer_class(self.parameters(), lr=lr_schedule(1), **self.optimizer_kwargs)


def look_around(envs: ChoiceEnvs, steps: int = 150) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Mean and deviation of the rows that come up, and their deviation within a state."""
    rng = np.random.default_rng(SEED)
    envs.reset()
    rows, apart = [], []
    for _ in range(steps):
        legal = envs.masks
        values = np.where(legal, envs.observations[:, :, 0] + rng.normal(0, 2, legal.shape), -np.inf)
        seen = envs.observations[:, :, :-1]
        mean = seen.sum(1, keepdims=True) / legal.sum(1)[:, None, None]
        rows.append(seen[legal])
        apart.append((seen - mean)[legal])
        envs.step(values.argmax(1))
    together = np.concatenate(rows)
    least = 0.02
    return together.mean(0), np.maximum(together.std(0), least), np.maximum(np.concatenate(apart).std(0), least)


def policy_of(network: Network, game: abaculus.Game, most: int) -> Policy:
    """The network as a file has it."""
    standard = (network.mean.numpy(), network.deviation.numpy(), network.spread.numpy())
    return Policy(game.name, most, *standard, network.layers())


def scores_of(network: Network | None, game: abaculus.Game, most: int, seed: int, games: int) -> list[float]:
    """The scores of the first game in each of so many places; without a network those of the best evaluation."""
    envs = ChoiceEnvs(game, games, most, seed)
    envs.reset()
    scores = np.full(games, np.nan)
    while np.isnan(scores).any():
        with torch.no_grad():
            weights = (
                envs.observations[:, :, 0]
                if network is None
                else network.forward_actor(torch.as_tensor(envs.observations)).numpy()
            )
        envs.step(np.where(envs.masks, weights, -np.inf).argmax(1))
        first = envs.over & np.isnan(scores)
        scores[first] = envs.results[first, 0]
    return scores.tolist()


class Watch(BaseCallback):
    """Tests the policy now and then, keeps the best one, and ends when the time is over."""

    def __init__(self, game: abaculus.Game, most: int, seconds: float, settings: Settings) -> None:
        super().__init__()
        self.game, self.most, self.seconds, self.settings = game, most, seconds, settings
        self.began = self.tested = time.perf_counter()
        self.used_before = time.process_time()
        self.curve: list[tuple[float, int, float]] = []
        self.best: Policy | None = None

    def passed(self) -> float:
        """Which part of the time is over."""
        return min(1.0, (time.perf_counter() - self.began) / self.seconds)

    def test(self) -> None:
        network = self.model.policy.mlp_extractor
        scores = scores_of(network, self.game, self.most, TEST_SEED, TEST_GAMES)
        mean = float(np.mean(scores))
        if mean >= max((tested for _, _, tested in self.curve), default=0.0):
            self.best = policy_of(network, self.game, self.most)
        self.tested = time.perf_counter()
        used = (time.process_time() - self.used_before) / 60
        self.curve.append((used, self.num_timesteps, mean))
        minutes = (self.tested - self.began) / 60
        print(
            f"{minutes:5.1f} min ({used:.1f} of a core)  {self.num_timesteps:9,} decisions  {mean:6.2f} points",
            flush=True,
        )

    def _on_rollout_end(self) -> None:
        self.model.ent_coef = self.settings.entropy * (1 - self.passed())
        if time.perf_counter() - self.tested > TEST_EVERY:
            self.test()

    def _on_step(self) -> bool:
        return self.passed() < 1.0


def draw_curve(path: Path, title: str, curve: Sequence[tuple[float, int, float]], greedy: float) -> None:
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.plot([used for used, _, _ in curve], [mean for _, _, mean in curve], color="#34525f", label="trained")
    axes.axhline(greedy, color="#b23a3a", linestyle="--", label="greedy")
    axes.set(title=title, xlabel="minutes of a core", ylabel=f"mean score of {TEST_GAMES} games", xlim=(0, None))
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(path, dpi=110)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game", choices=sorted(SETTINGS))
    parser.add_argument("--minutes", type=float, default=20.0)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--most", type=int, default=64, help="so many legal actions are chosen from at most")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    torch.manual_seed(SEED)

    game, settings = abaculus.load_game(given.game, players=1), SETTINGS[given.game]
    envs = ChoiceEnvs(game, GAMES, given.most, SEED, given.threads)
    network = Network(given.most, *look_around(envs), settings.start)
    greedy = float(np.mean(scores_of(None, game, given.most, TEST_SEED, TEST_GAMES)))
    print(f"{game.title}: greedy has {greedy:.2f} points", flush=True)

    watch = Watch(game, given.most, given.minutes * 60, settings)
    model = MaskablePPO(
        ChoicePolicy,
        Seats(envs, settings.unit),
        learning_rate=lambda _: settings.rate * max(0.05, 1 - watch.passed()),
        n_steps=STEPS,
        batch_size=BATCH,
        n_epochs=EPOCHS,
        gamma=1.0,
        gae_lambda=settings.trace,
        ent_coef=settings.entropy,
        policy_kwargs={"network": network},
        seed=SEED,
        device="cpu",
    )
    watch.model = model
    watch.test()
    model.learn(2**62, callback=watch)
    watch.test()

    assert watch.best is not None
    policies = ROOT / "training" / "policies"
    policies.mkdir(exist_ok=True)
    watch.best.save(policies / f"{game.name}.npz")
    draw_curve(ROOT / "docs" / "pictures" / f"learning-{game.name}.png", game.title, watch.curve, greedy)
    last = scores_of(model.policy.mlp_extractor, game, given.most, LAST_TEST_SEED, TEST_GAMES)
    print(f"At the end, on other games: {np.mean(last):.2f} ± {np.std(last) / len(last) ** 0.5:.2f} points.")


if __name__ == "__main__":
    main()
