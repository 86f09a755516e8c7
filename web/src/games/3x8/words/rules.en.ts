import type { RuleSection } from '../../game';

export const rules: readonly RuleSection[] = [
  {
    heading: 'The aim',
    items: [
      { clauses: ['E1'], text: 'Be the first to complete three rows of eight cards.' },
      {
        clauses: ['E2'],
        text: 'A game that nobody has won after 400 turns is a draw. Another number can be set.',
      },
    ],
  },
  {
    heading: 'The cards',
    items: [
      {
        clauses: ['K1'],
        text: 'Numbers from 0 to 109, one of each, in eleven colours of ten. A card’s colour also shows as a pattern, and as the numeral beside it: 4 is everything from 40 to 49, 10 everything from 100 to 109.',
        picture: 'decades',
      },
      {
        clauses: ['K2'],
        text: 'Ten blockers of two halves. Each half lies on a colour of its own and blocks the two or three that are crossed out on it. This one goes on a row that ends in 30–39 and then blocks 40–59, or on one that ends in 80–89.',
        picture: 'blocker',
      },
      {
        clauses: ['S1', 'S2'],
        text: 'Everybody has four cards, three lie open as the pool. Seat 1 begins unless it is set otherwise.',
      },
    ],
  },
  {
    heading: 'Your turn',
    items: [
      {
        clauses: ['M1'],
        text: 'Do one of three things: play cards, grow your hand, or block a row of somebody else.',
      },
      {
        clauses: ['M2'],
        text: 'Besides, whenever you are to decide something you may drop an open row of yours: its cards are discarded.',
      },
    ],
  },
  {
    heading: 'Play cards',
    items: [
      {
        clauses: ['R1', 'A1', 'A2'],
        text: 'Put one card, or several of one colour, at the end of one row. Rows rise: each card is above the one before it. You have at most four rows, completed ones included; a card may start a new one.',
        picture: 'play',
      },
      {
        clauses: ['A4'],
        text: 'Then you may move cards once: as many as you like from the end of the row that you played on, to another open row or to a new one. There too the numbers must rise. After that no more cards are played.',
        picture: 'move',
      },
      {
        clauses: ['A5', 'R2'],
        text: 'When you end the play, a row of eight or more is complete: its lowest card is turned down and stays, the others are discarded. Nothing more happens to that row.',
        picture: 'complete',
      },
      { clauses: ['A6'], text: 'Draw as many cards as you played.' },
    ],
  },
  {
    heading: 'Grow your hand',
    items: [
      {
        clauses: ['G1'],
        text: 'The pool is discarded and laid out anew; then draw one card. From now on your hand is one larger.',
      },
    ],
  },
  {
    heading: 'Block a row',
    items: [
      {
        clauses: ['B1', 'R3'],
        text: 'Lay a blocker on somebody else’s row whose last card has the colour of one of its halves. A row bears at most one.',
        picture: 'blocked',
      },
      {
        clauses: ['B2'],
        text: 'As long as it lies there, cards of the crossed-out colours can neither be played nor moved to that row.',
      },
      {
        clauses: ['A3', 'B3', 'B4'],
        text: 'It is gone for good as soon as a card is played on the row, or when the row is dropped. Moving cards there leaves it until the row is complete.',
        picture: 'unblocked',
      },
      { clauses: ['B5'], text: 'Draw two cards: your hand is one larger too.' },
    ],
  },
  {
    heading: 'Drawing',
    items: [
      {
        clauses: ['D1', 'D3'],
        text: 'Each card comes from the pool, which all see, or from the pile, which only you see. The pool is filled up after your last card.',
      },
      {
        clauses: ['D2'],
        text: 'When the pile is used up the discarded cards are shuffled to be a new one. If there are none either, what cannot be drawn is left.',
      },
    ],
  },
];
