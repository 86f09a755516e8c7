import type { Lying } from './position';

export interface Scenery {
  board: Lying;
  whiteOwner?: Readonly<Record<string, number>>;
  home?: number;
  /** Squares that stand against each other. */
  against?: readonly (readonly [string, string])[];
  /** A black square whose reach is shown. */
  black?: string;
  /** The part of the board that is seen. */
  view?: string;
  /** In rem. */
  width: number;
}

/** A home that is solved: the Dragon’s 1 once, those beside it twice, those in the corners three times (C1). */
const SOLVED: Lying = {
  d2: 1,
  ...{ c2: 2, e2: 3, d1: 4, d3: 5 },
  ...{ c1: 6, e1: 7, c3: 8, e3: 9 },
  ...{ a2: 4, b2: 6, f2: 7, g2: 5, h2: 8, i2: 9 },
  ...{ d4: 9, d5: 2, d6: 7, d7: 3, d8: 6, d9: 8 },
};

/** The pictures of the rules by name. */
export const pictures: Readonly<Record<string, Scenery>> = {
  home: { board: {}, home: 0, width: 20 },
  solved: {
    board: SOLVED,
    whiteOwner: { b2: 3, f2: 2, h2: 0, d4: 0, d6: 3, d8: 0 },
    home: 0,
    width: 20,
  },
  white: { board: { d4: 5 }, whiteOwner: { d4: 0 }, view: '0.96 2.96 6.08 2.08', width: 20 },
  black: { board: { e5: 7 }, black: 'e5', width: 20 },
  conflict: {
    board: { a2: 4, c1: 7, d1: 5, c3: 5, e2: 9, g1: 7 },
    home: 0,
    against: [
      ['c1', 'g1'],
      ['d1', 'c3'],
    ],
    view: '-0.04 -0.04 9.08 4.08',
    width: 20,
  },
  forbidden: {
    board: { b4: 3, f4: 3 },
    whiteOwner: { b4: 3, f4: 1 },
    against: [['b4', 'f4']],
    view: '-0.04 2.96 9.08 2.08',
    width: 20,
  },
};
