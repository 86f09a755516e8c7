"""The engine that suits any game: a tree search with a budget, on one or more threads."""

import time

import numpy as np

from abaculus.bots.bot import Bot, Budget
from abaculus.bots.engine import ANY_GAME, Engine, Rating, make_engine, register_engine
from abaculus.bots.tree import DEEPEST, EDGE, MARKS_USED, NODE, NONE, Memory, plant, replant, search
from abaculus.bots.work import Threads, in_slices
from abaculus.kernel.game import Game
from abaculus.kernel.luck import Luck, seed_of_stream
from abaculus.kernel.settings import SearchSettings
from abaculus.kernel.state import State

NODES = 2**19
EDGES_A_NODE = 4
DEFAULT_BUDGET = Budget(milliseconds=1000)


def new_memory(game: Game, nodes: int = NODES) -> Memory:
    """Memory for a tree of so many nodes, the root's actions always among them. What is not used takes up no room."""
    states = game.new_records(2)
    words = np.uint64 if game.dtype.itemsize % 8 == 0 else np.uint8
    return Memory(
        nodes=np.empty(nodes, NODE).view(np.recarray),
        edges=np.empty(max(nodes * EDGES_A_NODE, game.max_legal_actions()), EDGE).view(np.recarray),
        counts=np.zeros(MARKS_USED + 1, np.int64),
        bounds=np.zeros(2, np.float64),
        states=states,
        words=states.view(np.ndarray).view(words).reshape(2, -1),
        actions=np.empty(game.max_legal_actions(), np.int32),
        weights=np.empty(game.max_legal_actions(), np.float64),
        stamps=np.zeros(game.num_distinct_actions() if game.hides else 0, np.int64),
        path=np.empty((DEEPEST, 3), np.int32),
        value=np.empty(game.num_players(), np.float64),
    )


class TreeSearch(Engine):
    """A tree search (``abaculus.bots.tree``); each thread has a tree of its own, whose roots are added up.

    What a tree found is kept for the next decision. ``settings`` are the game's own unless given; ``nodes`` bounds each
    tree.
    """

    def __init__(
        self, game: Game, threads: int = 1, settings: SearchSettings | None = None, nodes: int = NODES
    ) -> None:
        self.game = game
        self.settings = settings or game.search
        self.spread = game.max_utility() - game.min_utility() if game.num_players() > 1 else 0.0
        self.trees = [new_memory(game, nodes) for _ in range(threads)]
        # Trees are copied to and fro when the root moves.
        self.others = [new_memory(game, nodes) for _ in range(threads)]
        self.planted = False
        self.threads = Threads(threads)

    def rate(self, state: State, seat: int, luck: Luck, budget: Budget, wanted: int | None = None) -> list[Rating]:
        """The actions by how often the search went through them."""
        began = time.perf_counter()
        bounds = budget.or_else(DEFAULT_BUDGET)
        deadline = bounds.deadline(began)
        root = self.game.new_records(1)
        root[0] = state.record
        seed = luck.fresh().seed
        self._move_root(root, seat)
        threads = len(self.trees)

        def grow(thread: int) -> None:
            most = None if bounds.iterations is None else -(-(bounds.iterations - thread) // threads)
            tree, stream = self.trees[thread], seed_of_stream(seed, thread)
            in_slices(lambda _, more: self._search(tree, root, seat, stream, more), most, deadline)

        self.threads.each(grow)
        ratings = self._ratings()
        if wanted is None or any(rating.action == wanted for rating in ratings):
            return ratings
        least = max(1, self.iterations() // 100)
        self._search(self.trees[0], root, seat, seed_of_stream(seed), least, wanted)
        return self._ratings()

    def close(self) -> None:
        """End the threads."""
        self.threads.close()

    def iterations(self) -> int:
        """How often the search has gone through the root that it is at."""
        return sum(int(tree.nodes[0].visits) for tree in self.trees)

    def _move_root(self, root: np.ndarray, seat: int) -> None:
        for tree, other in zip(self.trees, self.others, strict=True):
            if self.planted:
                replant(other, tree, root, seat, self.game.hides)
            else:
                plant(other, root, seat, self.game.hides)
        self.trees, self.others = self.others, self.trees
        self.planted = True

    def _search(
        self, tree: Memory, root: np.ndarray, seat: int, seed: np.uint64, iterations: int, wanted: int = NONE
    ) -> None:
        search(tree, root, seat, self.settings, self.spread, self.game.hides, seed, iterations, wanted)

    def _ratings(self) -> list[Rating]:
        visits: dict[int, int] = {}
        values: dict[int, float] = {}
        for tree in self.trees:
            root = tree.nodes[0]
            for edge in tree.edges[root.first : root.first + root.count]:
                action = int(edge.action)
                visits[action] = visits.get(action, 0) + int(edge.visits)
                values[action] = values.get(action, 0.0) + float(edge.value)
        total = sum(visits.values())
        best_first = sorted((a for a in visits if visits[a] > 0), key=lambda a: (-visits[a], -values[a], a))
        return [Rating(a, values[a] / visits[a], visits[a] / total) for a in best_first]


register_engine(ANY_GAME, TreeSearch)


class SearchBot(Bot):
    """Plays what its game's engine rates best, on so many threads."""

    def __init__(self, threads: int = 1) -> None:
        self.threads = threads
        self.engine: Engine | None = None

    def choose(self, state: State, seat: int, luck: Luck, budget: Budget) -> int:
        """What it picks of the actions rated; a single one without thinking."""
        actions = state.legal_actions(seat)
        if len(actions) == 1:
            return actions[0]
        if self.engine is None:
            self.engine = make_engine(state.game, self.threads)
        return self.pick(state.game, self.engine.rate(state, seat, luck, budget), luck)

    def pick(self, game: Game, ratings: list[Rating], luck: Luck) -> int:
        """The best action."""
        return ratings[0].action

    def close(self) -> None:
        """Close the engine."""
        if self.engine is not None:
            self.engine.close()
