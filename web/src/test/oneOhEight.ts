import type { OneOhEightPosition } from '../games/108/position';

/** The position of the rules: round 3 of four, seat 0 to act. */
export function position(parts: Partial<OneOhEightPosition> = {}): OneOhEightPosition {
  const wall = [3, 3, 3, 3, 3, 3, 3, 2, 3];
  return {
    game: '108',
    options: { first: 'draw', play_on: false, forbidden: 'prevented', max_rounds: 100 },
    seats: 4,
    to_act: [0],
    over: false,
    returns: null,
    phase: 'act',
    first: 2,
    drawn: [4, 1, 9, 6],
    turn_of: 0,
    round: 3,
    passes: 0,
    board: { a1: 7, e1: 5, d4: 2 },
    white_owner: { d4: 0 },
    table: [
      [3, 8],
      [3, 6],
      [2, 4, 9],
      [3, 3, 7],
    ],
    wall: [wall, wall, wall, wall],
    black_left: [1, 2, 3, 4, 5, 6, 8, 9],
    black_stacks: [3, 2, 3],
    revealed: null,
    out: [],
    offence: null,
    ...parts,
  };
}
