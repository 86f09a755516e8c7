import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'The aim',
    items: [
      {
        clauses: ['W1', 'B2'],
        text: 'Be the first to solve your home: the 21 squares of your Dragon’s row, column and base of nine. Each of the three holds 1 to 9 once.',
        picture: 'home',
      },
    ],
  },
  {
    heading: 'The board',
    items: [
      {
        clauses: ['B1', 'B2'],
        text: 'Four homes cross each other. Each has a colour and a mark, and in the middle of its base the square of its Dragon.',
      },
      {
        clauses: ['B3'],
        text: 'A white square lies in two homes; its marks say whose. A number there counts for both.',
        picture: 'white',
      },
      {
        clauses: ['B4'],
        text: 'A black square lies in no home. A black number speaks to the coloured squares of its row and of its column.',
        picture: 'black',
      },
      {
        clauses: ['B5'],
        text: 'With fewer players some colours stay empty, and a white square may have one owner alone.',
      },
    ],
  },
  {
    heading: 'To begin',
    items: [
      {
        clauses: ['S1', 'S4'],
        text: 'Everybody has 27 numbers, each from 1 to 9 three times, face down in a wall. What is turned up lies on one’s table, for all to see.',
      },
      { clauses: ['S2'], text: 'The nine black numbers lie face down in three stacks.' },
      { clauses: ['S3'], text: 'Everybody draws a black number; the highest begins, and all go back.' },
    ],
  },
  {
    heading: 'A turn',
    items: [
      { clauses: ['T1'], text: 'The next number of your wall is turned up onto your table.' },
      {
        clauses: ['T2'],
        text: 'If it is a 1 or an 8, take a black number from a stack first and place it on any empty black square.',
      },
      {
        clauses: ['T3', 'T4'],
        text: 'Then do one thing: place a number from your table in your home; move a number from one of your coloured squares to another empty square of your home; take one off a coloured square, back to the table; or do nothing.',
      },
      { clauses: ['T5'], text: 'Then the next player’s turn begins.' },
    ],
  },
  {
    heading: 'Where a number may go',
    items: [
      {
        clauses: ['P1'],
        text: 'On your coloured squares anything goes for now, even what does not solve. The board shows such conflicts.',
        picture: 'conflict',
      },
      { clauses: ['P2', 'P5'], text: 'A number on a white or a black square stays for good.' },
      {
        clauses: ['P3'],
        text: 'A number is forbidden on a white square when it stands on another white square of that row or column. Whatever stands on coloured squares does not matter.',
        picture: 'forbidden',
      },
      {
        clauses: ['P4'],
        text: 'Your Dragon’s square comes last: a number from the table, when the other 20 squares are filled and it solves your home.',
      },
    ],
  },
  {
    heading: 'Winning',
    items: [
      {
        clauses: ['W1'],
        text: 'A home is solved when no number repeats in its row, its column or its base, and none of its coloured squares has the number of a black one in the same row or column.',
      },
      { clauses: ['W2'], text: 'Who solves the home goes out; its squares change no more.' },
      {
        clauses: ['W3'],
        text: 'The game is over then. If you chose to play on, the others go on for the places behind.',
      },
      { clauses: ['W4'], text: 'Black numbers that come later do not touch who has gone out.' },
      {
        clauses: ['W5', 'W6'],
        text: 'It also ends, without a winner, when all in turn did nothing with empty walls, or when the rounds are over.',
      },
      {
        clauses: ['C1', 'C2'],
        text: 'In a solved home the Dragon’s number stands once, those beside it twice, those in the corners of the base three times. If the white squares of your row and those of your column get the same three numbers, there may be no solution left. The board can tell you, if you like.',
        picture: 'solved',
      },
    ],
  },
  {
    heading: 'Forbidden numbers, the table way',
    items: [
      {
        clauses: ['F1', 'F2'],
        text: 'By default a forbidden number cannot be placed. You may choose that it can, and that the others have to notice.',
      },
      {
        clauses: ['F2a'],
        text: 'Warn at once, and the number goes back to where it came from; the player does something else, but not that again in this turn.',
      },
      {
        clauses: ['F2b'],
        text: 'Or stay silent, and punish after the turn: the number goes back to its owner’s table, and that was the turn.',
      },
      {
        clauses: ['F2c', 'F2d'],
        text: 'Or stay silent for longer: after later turns anybody may remove either of the two. Nobody can go out with such a pair in the home.',
      },
    ],
  },
];
