/** The marks of the seats as paths in a box of 16 by 16: disc, triangle, square, diamond. */
export const SEAT_MARKS = [
  'M8 1.6a6.4 6.4 0 1 0 0 12.8a6.4 6.4 0 1 0 0-12.8Z',
  'M8 1.2 15 14H1Z',
  'M2.2 2.2H13.8V13.8H2.2Z',
  'M8 .6 15.4 8 8 15.4 .6 8Z',
] as const;
