import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'The aim',
    items: [
      {
        clauses: ['S1', 'S2'],
        text: 'Mark squares. Each counts 1 point, a full row or a full column 3 more, and each star you have not used 4. At most 84.',
      },
    ],
  },
  {
    heading: 'The sheet',
    items: [
      {
        clauses: ['K1', 'K2'],
        text: 'A grid of six by six squares, and six dice with 4, 6, 8, 10, 12 and 20 faces, each with a sign of its own.',
        picture: 'dice',
      },
      {
        clauses: ['K3'],
        text: 'Each die has a list of its numbers to cross out: every number of T4 three times, of T6, T8 and T10 twice, of T12 and T20 once. The scarce game has every number once.',
      },
      { clauses: ['K4'], text: 'Three bonus stars.' },
    ],
  },
  {
    heading: 'The first round',
    items: [
      {
        clauses: ['F1'],
        text: 'Cross out any number and write its die on any square. That square is the starting point.',
      },
    ],
  },
  {
    heading: 'Every later round',
    items: [
      { clauses: ['R1'], text: 'Choose a die, cross out one of its numbers, and the die is rolled.' },
      {
        clauses: ['R3'],
        text: 'Split the roll: some of it is steps, the rest is the number you cross out. With a 6 you may go 2 steps and write a die that still has a 4, or go 3 steps and cross out a 3. At least one step, and at least one left over.',
        picture: 'reach',
      },
      {
        clauses: ['R3'],
        text: 'The way goes up, down, left and right and enters no square twice; it may cross marked squares, but ends on an empty one, which becomes the new starting point.',
      },
      {
        clauses: ['R3'],
        text: 'No die stands twice in a row or in a column.',
        picture: 'twice',
      },
      {
        clauses: ['R2'],
        text: 'After a one, roll the same die again for nothing, or spend a star on a mark.',
      },
    ],
  },
  {
    heading: 'Stars',
    items: [
      { clauses: ['R4'], text: 'After any other roll a star rolls the same die again.' },
      {
        clauses: ['R5'],
        text: 'After a one a star writes any die on any empty square, rows and columns permitting, and crosses out any number left of that die.',
      },
    ],
  },
  {
    heading: 'The end',
    items: [
      {
        clauses: ['R6'],
        text: 'The game ends when the third star is used and what it brought is done, when no square fits after a roll, or when all 36 squares are marked.',
      },
      {
        clauses: ['R7'],
        text: 'When no square fits and a star is left, you choose: roll again with it, or stop and keep its points.',
      },
    ],
  },
];
