"""A tree search over the verbs, as kernels: it knows no game.

The method is Monte Carlo tree search (Kocsis & Szepesvári 2006; Browne et al. 2012) with the selection rule PUCT (Rosin
2011, in the form of Silver et al. 2017). Chance stands in the tree as nodes of their own, whose outcomes are sampled
and widened progressively (Couëtoux et al. 2011). Where something is hidden, each iteration guesses a full state that
the seat takes for the true one, and a node stands for all states that the seat cannot tell apart (information set MCTS
with a single observer, Cowling, Powley & Whitehouse 2012). Each seat to move maximises its own return.

The memory of a tree is a few arrays, made once (``Memory``). When they are full the tree grows no more, but is still
searched.
"""

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from abaculus.kernel.compile import kernel
from abaculus.kernel.luck import output, uniform
from abaculus.kernel.settings import SearchSettings
from abaculus.kernel.verbs import (
    CHANCE_BIT,
    CHANCE_PLAYER,
    StateRecord,
    apply_action,
    determinize,
    estimate,
    hide,
    legal_actions,
    players_to_act,
    prior,
    returns,
    rollout,
    sample_chance,
    sees,
)

NONE = -1
OVER = -2  # nobody moves
UNSEEN_OUTCOME = -2  # the edge of all outcomes that the seat does not see
DEEPEST = 512  # decisions and outcomes below the root

NODE = np.dtype(
    [
        ("identity", "u8"),  # a hash of what the seat sees there
        ("value", "f8"),  # sum of the returns of the seat to move
        ("visits", "i4"),
        ("mover", "i4"),  # the seat to move, CHANCE_PLAYER or OVER
        ("first", "i4"),  # its edges: the first, how many, room for how many; NONE before it is expanded
        ("count", "i4"),
        ("room", "i4"),
    ],
    align=True,
)
EDGE = np.dtype(
    [
        ("value", "f8"),  # sum of the returns of the seat to move in the node above
        ("prior", "f4"),  # 0 … 1
        ("action", "i4"),  # or outcome
        ("visits", "i4"),
        ("offered", "i4"),  # visits of the node above while the action was legal; counted where something is hidden
        ("child", "i4"),  # a node, or NONE
    ],
    align=True,
)
NODES_USED, EDGES_USED, NUMBERS_USED, MARKS_USED = range(4)  # what is counted
LOWEST, HIGHEST = 0, 1  # returns seen, of all seats
EDGE_THROUGH, MOVER, NODE_ABOVE = 0, 1, 2  # of a step of the path


class Memory(NamedTuple):
    """The memory of one tree."""

    nodes: Any
    """Array of NODE."""
    edges: Any
    """Array of EDGE."""
    counts: npt.NDArray[np.int64]
    """How many nodes, edges, numbers of luck and marks were used."""
    bounds: npt.NDArray[np.float64]
    """The lowest and the highest return seen."""
    states: Any
    """Two state records: the one that is played in, and one to be hashed or to look ahead in."""
    words: Any
    """The same memory as two rows of whole numbers."""
    actions: npt.NDArray[np.int32]
    """A buffer for legal actions."""
    weights: npt.NDArray[np.float64]
    """A buffer for their priors."""
    stamps: npt.NDArray[np.int64]
    """For each action the mark that it bears."""
    path: npt.NDArray[np.int32]
    """DEEPEST steps: the edge gone through, who moved, the node above."""
    value: npt.NDArray[np.float64]
    """The return of each seat."""


@kernel
def identity_of(memory: Memory, seat: int, hides: bool) -> np.uint64:
    """A hash of what the seat sees of the state played in (FNV-1a over words, then mixed)."""
    row = 0
    if hides:
        row = 1
        memory.words[1] = memory.words[0]
        hide(memory.states[1], seat)
    code = np.uint64(0xCBF2_9CE4_8422_2325)
    for i in range(memory.words.shape[1]):
        code = (code ^ np.uint64(memory.words[row, i])) * np.uint64(0x0000_0100_0000_01B3)
        code ^= code >> np.uint64(29)
    return output(code, 1)


@kernel
def next_number(memory: Memory, seed: np.uint64) -> float:
    """The next number of luck."""
    memory.counts[NUMBERS_USED] += 1
    return uniform(seed, memory.counts[NUMBERS_USED] - 1)


@kernel
def lowest_seat(bits: int) -> int:
    seat = 0
    while not bits >> seat & 1:
        seat += 1
    return seat


@kernel
def mover_of(state: StateRecord) -> int:
    """The seat to move (of several the lowest), CHANCE_PLAYER or OVER."""
    bits = players_to_act(state)
    if bits == 0:
        return OVER
    return CHANCE_PLAYER if bits == CHANCE_BIT else lowest_seat(bits)


@kernel
def new_node(memory: Memory, mover: int, identity: np.uint64) -> int:
    """A node without edges; NONE where no room is left."""
    i = memory.counts[NODES_USED]
    if i == len(memory.nodes):
        return NONE
    memory.counts[NODES_USED] += 1
    node = memory.nodes[i]
    node.identity = identity
    node.value = 0.0
    node.visits = 0
    node.mover = mover
    node.first = NONE
    node.count = 0
    node.room = 0
    return i


@kernel
def make_room(memory: Memory, i: int, edges: int) -> bool:
    """See to it that a node has room for so many edges, moving them if need be; whether it has."""
    node = memory.nodes[i]
    if edges <= node.room:
        return True
    room = edges if node.room == 0 else max(edges, 2 * node.room)
    first = memory.counts[EDGES_USED]
    if first + room > len(memory.edges):
        return False
    memory.counts[EDGES_USED] += room
    for k in range(node.count):
        memory.edges[first + k] = memory.edges[node.first + k]
    node.first = first
    node.room = room
    return True


@kernel
def add_edge(memory: Memory, i: int, action: int, weight: float) -> int:
    """Append an edge to a node that has room for it."""
    node = memory.nodes[i]
    e = node.first + node.count
    node.count += 1
    edge = memory.edges[e]
    edge.value = 0.0
    edge.prior = weight
    edge.action = action
    edge.visits = 0
    edge.offered = 0
    edge.child = NONE
    return e


@kernel
def expand(memory: Memory, i: int, mover: int) -> bool:
    """Give a node an edge for each legal action; whether there was room."""
    actions, weights = memory.actions, memory.weights
    n = legal_actions(memory.states[0], mover, actions)
    if not make_room(memory, i, n):
        return False
    prior(memory.states[0], mover, actions[:n], weights[:n], memory.states[1:])
    total = weights[:n].sum()
    for k in range(n):
        add_edge(memory, i, actions[k], weights[k] / total)
    return True


@kernel
def mark_legal(memory: Memory, i: int, mover: int) -> bool:
    """Mark the actions that are legal in this guess of the state, with edges for those that are new.

    Whether there was room.
    """
    actions, weights, stamps = memory.actions, memory.weights, memory.stamps
    node = memory.nodes[i]
    memory.counts[MARKS_USED] += 2
    unknown = memory.counts[MARKS_USED] - 1
    known = memory.counts[MARKS_USED]
    n = legal_actions(memory.states[0], mover, actions)
    for k in range(n):
        stamps[actions[k]] = unknown
    found = 0
    for e in range(node.first, node.first + node.count):
        edge = memory.edges[e]
        if stamps[edge.action] == unknown:
            stamps[edge.action] = known
            edge.offered += 1
            found += 1
    if found == n:
        return True
    if not make_room(memory, i, node.count + n - found):
        return False
    prior(memory.states[0], mover, actions[:n], weights[:n], memory.states[1:])
    total = weights[:n].sum()
    for k in range(n):
        if stamps[actions[k]] == unknown:
            stamps[actions[k]] = known
            memory.edges[add_edge(memory, i, actions[k], weights[k] / total)].offered = 1
    return True


@kernel
def select(memory: Memory, i: int, settings: SearchSettings, spread: float, marked: bool) -> int:
    """The edge that PUCT chooses; where ``marked``, among those whose actions bear the newest mark."""
    node = memory.nodes[i]
    visits = max(node.visits, 1)
    if spread == 0.0:
        spread = max(memory.bounds[HIGHEST] - memory.bounds[LOWEST], 1e-9)
    exploration = settings.exploration * spread
    untried_value = node.value / visits - settings.first_play * spread
    root = np.sqrt(float(visits))
    best, best_untried = NONE, NONE
    best_score, best_untried_score = -np.inf, -np.inf
    tried = 0
    for e in range(node.first, node.first + node.count):
        edge = memory.edges[e]
        if marked:
            if memory.stamps[edge.action] != memory.counts[MARKS_USED]:
                continue
            root = np.sqrt(float(edge.offered))
        if edge.visits > 0:
            tried += 1
            score = edge.value / edge.visits + exploration * edge.prior * root / (1 + edge.visits)
            if score > best_score:
                best, best_score = e, score
        else:
            score = untried_value + exploration * edge.prior * root
            if score > best_untried_score:
                best_untried, best_untried_score = e, score
    if best == NONE:
        return best_untried
    if best_untried_score > best_score and tried < settings.widen_base * float(visits) ** settings.widen_power:
        return best_untried
    return best


@kernel
def chance_edge(
    memory: Memory, i: int, seat: int, settings: SearchSettings, hides: bool, seed: np.uint64
) -> tuple[int, int]:
    """The edge gone through where chance is to act (NONE where there is no room), and the outcome."""
    node = memory.nodes[i]
    outcome = sample_chance(memory.states[0], next_number(memory, seed))
    name = outcome if not hides or sees(memory.states[0], seat) else UNSEEN_OUTCOME
    for e in range(node.first, node.first + node.count):
        if memory.edges[e].action == name:
            return e, outcome
    allowed = settings.chance_base * float(node.visits + 1) ** settings.chance_power
    if (node.count == 0 or node.count < allowed) and make_room(memory, i, node.count + 1):
        return add_edge(memory, i, name, 1.0), outcome
    if node.count == 0:
        return NONE, outcome
    # One of those that are there, as often as they came up.
    draw = int(next_number(memory, seed) * node.visits)
    last = node.first + node.count - 1
    for e in range(node.first, last):
        draw -= memory.edges[e].visits
        if draw < 0:
            return e, memory.edges[e].action
    return last, memory.edges[last].action


@kernel
def play_on(memory: Memory, settings: SearchSettings, seed: np.uint64) -> None:
    """Go on from the state played in by the rollout policy, and write what each seat gets, or may expect."""
    state = memory.states[0]
    decisions = 0
    while True:
        mover = mover_of(state)
        if mover == OVER:
            returns(state, memory.value)
            return
        if decisions == settings.rollout:
            estimate(state, memory.value)
            return
        if mover == CHANCE_PLAYER:
            apply_action(state, CHANCE_PLAYER, sample_chance(state, next_number(memory, seed)))
        else:
            apply_action(state, mover, rollout(state, mover, next_number(memory, seed), memory.actions))
            decisions += 1


@kernel
def descend(
    memory: Memory, seat: int, settings: SearchSettings, spread: float, hides: bool, seed: np.uint64, wanted: int
) -> tuple[int, int]:
    """Go from the root to a new node, or to where the tree ends; the node (NONE: there was no room), and the depth.

    Where an action is wanted (not NONE) it is the first one.
    """
    state = memory.states[0]
    path = memory.path
    i = 0
    for depth in range(DEEPEST):
        node = memory.nodes[i]
        mover = mover_of(state) if hides and i > 0 else node.mover
        if mover == OVER:
            return i, depth
        e = NONE
        action = NONE
        if mover == CHANCE_PLAYER:
            e, action = chance_edge(memory, i, seat, settings, hides, seed)
        elif mark_legal(memory, i, mover) if hides else node.first != NONE or expand(memory, i, mover):
            if depth > 0 or wanted == NONE:
                e = select(memory, i, settings, spread, hides)
            else:
                e = node.first
                while memory.edges[e].action != wanted:
                    e += 1
            action = memory.edges[e].action
        if e == NONE:
            return i, depth
        path[depth, EDGE_THROUGH], path[depth, MOVER], path[depth, NODE_ABOVE] = e, mover, i
        apply_action(state, mover, action)
        i = memory.edges[e].child
        if i == NONE:
            i = new_node(memory, mover_of(state), identity_of(memory, seat, hides))
            memory.edges[e].child = i
            return i, depth + 1
    return i, DEEPEST


@kernel
def give_back(memory: Memory, leaf: int, depth: int) -> None:
    """Add the value reached to all that was gone through."""
    for seat in range(len(memory.value)):
        memory.bounds[LOWEST] = min(memory.bounds[LOWEST], memory.value[seat])
        memory.bounds[HIGHEST] = max(memory.bounds[HIGHEST], memory.value[seat])
    if leaf != NONE:
        node = memory.nodes[leaf]
        node.visits += 1
        if node.mover >= 0:
            node.value += memory.value[node.mover]
    for d in range(depth):
        edge = memory.edges[memory.path[d, EDGE_THROUGH]]
        node = memory.nodes[memory.path[d, NODE_ABOVE]]
        mover = memory.path[d, MOVER]
        edge.visits += 1
        node.visits += 1
        if mover >= 0:
            edge.value += memory.value[mover]
            node.value += memory.value[mover]


@kernel
def plant(memory: Memory, root: Any, seat: int, hides: bool) -> None:
    """Make a tree of a root alone."""
    memory.counts[:] = 0
    memory.stamps[:] = 0
    memory.bounds[LOWEST], memory.bounds[HIGHEST] = np.inf, -np.inf
    memory.states[0] = root[0]
    new_node(memory, seat, identity_of(memory, seat, hides))


@kernel
def replant(memory: Memory, old: Memory, root: Any, seat: int, hides: bool) -> None:
    """Make a tree of what an old one knows of the root; that may be nothing.

    The most visited node that is the root is copied with all below it, level by level.
    """
    plant(memory, root, seat, hides)
    same = NONE
    for i in range(old.counts[NODES_USED]):
        node = old.nodes[i]
        here = node.identity == memory.nodes[0].identity and node.mover == seat
        if here and (same == NONE or node.visits > old.nodes[same].visits):
            same = i
    if same == NONE:
        return
    memory.bounds[:] = old.bounds
    memory.nodes[0] = old.nodes[same]
    nodes = 1
    edges = 0
    i = 0
    while i < nodes:
        node = memory.nodes[i]
        for k in range(node.count):
            edge = memory.edges[edges + k]
            memory.edges[edges + k] = old.edges[node.first + k]
            if edge.child != NONE:
                memory.nodes[nodes] = old.nodes[edge.child]
                edge.child = nodes
                nodes += 1
        if node.first != NONE:
            node.first = edges
        node.room = node.count
        edges += node.count
        i += 1
    memory.counts[NODES_USED], memory.counts[EDGES_USED] = nodes, edges


@kernel
def search(
    memory: Memory,
    root: Any,
    seat: int,
    settings: SearchSettings,
    spread: float,
    hides: bool,
    seed: np.uint64,
    iterations: int,
    wanted: int,
) -> None:
    """Go so many more times from the root to a leaf.

    ``root`` is an array of one record: what the seat sees of the state. ``spread`` is the difference between the
    largest and the smallest return, or 0: what was seen of it. ``hides`` says whether states must be guessed. Luck is
    taken from the stream with this seed. Where an action is wanted (not NONE), all go through that one.
    """
    for _ in range(iterations):
        memory.states[0] = root[0]
        if hides:
            memory.counts[NUMBERS_USED] += 1
            determinize(memory.states[0], seat, output(seed, memory.counts[NUMBERS_USED]))
        leaf, depth = descend(memory, seat, settings, spread, hides, seed, wanted)
        play_on(memory, settings, seed)
        give_back(memory, leaf, depth)
